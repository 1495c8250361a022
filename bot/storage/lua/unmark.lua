-- A screen is up to date with `version`: forget its mark, unless a newer commit set it again.
-- KEYS marks dirty    ARGV table id, screen, version    Answers 1 when it is forgotten.
local marked = redis.call('HGET', KEYS[1], ARGV[2])
if marked and tonumber(marked) > tonumber(ARGV[3]) then
    return 0
end
redis.call('HDEL', KEYS[1], ARGV[2])
redis.call('ZREM', KEYS[2], ARGV[1] .. '|' .. ARGV[2])
return 1
