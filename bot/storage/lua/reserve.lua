-- Take a place in the index: it is free, or still holds the dangling entry that was seen.
-- KEYS place    ARGV the new entry, the entry seen (empty: none)    Answers 1 when taken.
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[2] then
    return 0
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
