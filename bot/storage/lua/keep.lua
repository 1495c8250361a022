-- Remember what Telegram has of a screen, as long as the table itself.
-- KEYS state handles    ARGV screen, handle (empty: nothing)
local ttl = redis.call('PTTL', KEYS[1])
if ARGV[2] == '' then
    redis.call('HDEL', KEYS[2], ARGV[1])
elseif ttl ~= -2 then
    redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
    if ttl > 0 then
        redis.call('PEXPIRE', KEYS[2], ttl)
    end
end
return 1
