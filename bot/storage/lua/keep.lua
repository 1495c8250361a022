-- Remember what Telegram has of a screen, as long as the table itself, if this worker still delivers for it;
-- of a screen that is gone, the page that was wanted of it goes too.
-- Else what it sent came too late: forget the digest of what the new holder knows, and mark the screen.
-- KEYS state handles marks dirty holder    ARGV table id, screen, handle (empty: nothing), worker (empty: alone)
-- Answers 1 when it is remembered.
local state, handles, marks, dirty, holder = unpack(KEYS)
local id, slot, handle, worker = unpack(ARGV)
if worker ~= '' and redis.call('GET', holder) ~= worker then
    local known, version = redis.call('HGET', handles, slot), redis.call('HGET', state, 'v')
    if known and version then
        local fields = cjson.decode(known)
        fields[3] = ''
        redis.call('HSET', handles, slot, cjson.encode(fields))
        redis.call('HSET', marks, slot, version)
        redis.call('ZADD', dirty, 'NX', redis.call('TIME')[1] * 1000, id .. '|' .. slot)
    end
    return 0
end
local ttl = redis.call('PTTL', state)
if handle == '' then
    redis.call('HDEL', handles, slot, 'page ' .. slot)
elseif ttl ~= -2 then
    redis.call('HSET', handles, slot, handle)
    if ttl > 0 then
        redis.call('PEXPIRE', handles, ttl)
    end
end
return 1
