-- A refused update: was it accepted before? Else mark a screen for a redraw.
-- KEYS state updates marks dirty    ARGV table id, update id, screen or '-'
-- Answers the earlier answer, or false.
local state, updates, marks, dirty = unpack(KEYS)
local id, update, slot = unpack(ARGV)
if update ~= '0' then
    local before = redis.call('ZRANGEBYSCORE', updates, update, update)[1]
    if before then
        return before
    end
end
local version = redis.call('HGET', state, 'v')
if slot ~= '-' and version then
    local clock = redis.call('TIME')
    redis.call('HSET', marks, slot, version)
    redis.call('ZADD', dirty, 'NX', clock[1] * 1000 + math.floor(clock[2] / 1000), id .. '|' .. slot)
end
return false
