-- Free a place in the index, unless another table took it meanwhile.
-- KEYS place    ARGV the entry seen
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
end
return 0
