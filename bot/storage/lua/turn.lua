-- A person turned to another page of a screen: remember it as long as the table, and mark the screen.
-- KEYS state handles marks dirty    ARGV table id, screen, field of the page, turn and page
local state, handles, marks, dirty = unpack(KEYS)
local version, ttl = redis.call('HGET', state, 'v'), redis.call('PTTL', state)
if not version then
    return 0
end
redis.call('HSET', handles, ARGV[3], ARGV[4])
if ttl > 0 then
    redis.call('PEXPIRE', handles, ttl)
end
redis.call('HSET', marks, ARGV[2], version)
redis.call('ZADD', dirty, 'NX', redis.call('TIME')[1] * 1000, ARGV[1] .. '|' .. ARGV[2])
return 1
