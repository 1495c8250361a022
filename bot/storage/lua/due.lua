-- Claim the deadlines of a shard that have passed, and keep its heartbeat.
-- A claim moves the deadline by a lease: whoever dies with it leaves it to be claimed again.
-- After an outage every deadline moves by the part of it that it lived through.
-- KEYS due beat    ARGV most to claim, lease ms, gap ms that counts as an outage
-- Answers {server ms, the next deadline or '', claimed members…}.
local due, beat = unpack(KEYS)
local lease, gap = tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local last = tonumber(redis.call('GET', beat) or now)

if now - last > gap then
    local all = redis.call('ZRANGE', due, 0, -1, 'WITHSCORES')
    for at = 1, #all, 2 do
        local set = tonumber(string.match(all[at], '|(%d+)$'))
        local lost = now - math.max(last, set)
        redis.call('ZADD', due, string.format('%.0f', all[at + 1] + math.max(lost, 0)), all[at])
    end
end
redis.call('SET', beat, string.format('%.0f', now))

local reply = {string.format('%.0f', now), ''}
for _, member in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, ARGV[1])) do
    redis.call('ZADD', due, string.format('%.0f', now + lease), member)
    reply[#reply + 1] = member
end
reply[2] = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')[2] or ''
return reply
