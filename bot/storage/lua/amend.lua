-- Change what is kept of a match, unless it is not what was seen.
-- KEYS archived    ARGV seen, new    Answers 1 when it is changed.
if redis.call('HGET', KEYS[1], 'm') ~= ARGV[1] then
    return 0
end
redis.call('HSET', KEYS[1], 'm', ARGV[2])
return 1
