-- A supergroup takes over the settings of the group that it was: once, and none that it has chosen anew.
-- KEYS chat    ARGV the group that it was, field, value, field, value …
if redis.call('HSETNX', KEYS[1], 'was', ARGV[1]) == 1 then
    for field = 2, #ARGV, 2 do
        redis.call('HSETNX', KEYS[1], ARGV[field], ARGV[field + 1])
    end
end
