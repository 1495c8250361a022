-- One accepted action: all of it, or nothing.
-- KEYS state record commitments updates notices marks handles dirty due
-- ARGV table id, expected version, update id, the change as JSON, table bytes, match bytes,
--      seconds to live (0: for ever), seconds to remember updates, updates to remember
-- Answers {'committed'|'raced'|'repeated', server ms, version or the earlier answer}.
local state, record, commitments, updates, notices, marks, handles, dirty, due = unpack(KEYS)
local id, expected, update, ttl = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[7])
local clock = redis.call('TIME')
local now = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000))

if update ~= '0' then
    local before = redis.call('ZRANGEBYSCORE', updates, update, update)[1]
    if before then
        return {'repeated', now, before}
    end
end

local version, timers, expires = unpack(redis.call('HMGET', state, 'v', 't', 'x'))
if (version or '0') ~= expected then
    return {'raced', now, version or '0'}
end

local change = cjson.decode(ARGV[4])
version = string.format('%.0f', expected + 1)
redis.call('HSET', state, 'v', version, 's', ARGV[5], 'm', ARGV[6])

if change.undone > 0 then
    local undone = redis.call('LRANGE', record, -change.undone, -1)
    redis.call('LTRIM', record, 0, -1 - change.undone)
    for _, line in ipairs(undone) do
        redis.call('RPUSH', record, '# undone: ' .. line)
    end
end
for _, line in ipairs(change.record) do
    redis.call('RPUSH', record, line)
end
if change.commitment then
    redis.call('RPUSH', commitments, change.commitment)
end
for number, notice in ipairs(change.notices) do
    redis.call('XADD', notices, version .. '-' .. number, 'n', notice)
end
for _, slot in ipairs(change.dirty) do
    redis.call('HSET', marks, slot, version)
    redis.call('ZADD', dirty, 'NX', now, id .. '|' .. slot)
end
if change.timers then
    local wanted = {}
    for _, timer in ipairs(change.timers) do
        wanted[timer.purpose] = timer
    end
    local kept = {}
    for old in string.gmatch(timers or '', '%S+') do
        local timer = wanted[string.match(old, '^[^|]*|[^|]*|[^|]*|')]
        if not timer or timer.member then
            redis.call('ZREM', due, old)
        elseif redis.call('ZSCORE', due, old) then
            kept[#kept + 1] = old
        end
    end
    -- Whoever decided may have slept since he heard the time: a deadline counts from the server's now.
    local slept = now - change.now
    for _, timer in ipairs(change.timers) do
        if timer.member then
            if math.abs(slept) > 1000 then
                timer.due = string.format('%.0f', timer.due + slept)
            end
            local member = timer.member .. '|' .. now
            redis.call('ZADD', due, timer.due, member)
            kept[#kept + 1] = member
        end
    end
    redis.call('HSET', state, 't', table.concat(kept, ' '))
end
if update ~= '0' then
    redis.call('ZADD', updates, update, change.answer)
    redis.call('ZREMRANGEBYRANK', updates, 0, -1 - tonumber(ARGV[9]))
    redis.call('EXPIRE', updates, ARGV[8])
end

local own = {state, record, commitments, notices, marks, handles}
if ttl > 0 then
    for _, key in ipairs(own) do
        redis.call('EXPIRE', key, ttl)
    end
    redis.call('HSET', state, 'x', 1)
elseif expires then
    for _, key in ipairs(own) do
        redis.call('PERSIST', key)
    end
    redis.call('HDEL', state, 'x')
end
return {'committed', now, version}
