-- Claim the deadlines of a shard that have passed, and keep its heartbeat while it has any.
-- A claim moves the deadline by a lease: whoever dies with it leaves it to be claimed again.
-- After an outage every deadline moves by the part of it that it lived through; where that is the end of
-- somebody's time, which screens show, a deadline of kind `moved` tells its table of it.
-- KEYS due beat    ARGV most to claim, lease ms, gap ms that counts as an outage
-- Answers {server ms, the next deadline, claimed members…}; nothing where there is no deadline.
local due, beat = unpack(KEYS)
local first = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
if not first[1] then
    return {}
end

local limit, lease, gap = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local last = tonumber(redis.call('GET', beat) or now)
redis.call('SET', beat, string.format('%.0f', now))

if now - last > gap then
    local all = redis.call('ZRANGE', due, 0, -1, 'WITHSCORES')
    for at = 1, #all, 2 do
        local set = tonumber(string.match(all[at], '|(%d+)$'))
        local lost = now - math.max(last, set)
        if lost > gap then
            local moved = string.format('%.0f', all[at + 1] + lost)
            redis.call('ZADD', due, moved, all[at])
            local name, turn = string.match(all[at], '^([^|]*|)clock(%.%d+|%d+|)')
            if name then
                local stamp = string.format('%.0f', now)
                redis.call('ZADD', due, stamp, name .. 'moved' .. turn .. moved .. '|' .. stamp)
            end
        end
    end
end

if last - now > gap then -- the server's clock went back: what was set before comes when it would have come
    local all = redis.call('ZRANGE', due, 0, -1, 'WITHSCORES')
    for at = 1, #all, 2 do
        local set = tonumber(string.match(all[at], '|(%d+)$'))
        if set > now or set < now - gap then
            redis.call('ZADD', due, string.format('%.0f', all[at + 1] - (last - now)), all[at])
        end
    end
end

local reply = {string.format('%.0f', now), ''}
if limit > 0 then
    for _, member in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, limit)) do
        redis.call('ZADD', due, string.format('%.0f', now + lease), member)
        reply[#reply + 1] = member
    end
end
reply[2] = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')[2]
return reply
