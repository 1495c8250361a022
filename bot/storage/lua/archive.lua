-- Keep a finished match beside its table, while the table is as it was read: whoever changes it later (a
-- person's data are deleted) changes what is kept after that.
-- KEYS state archived    ARGV version, match as JSON, record, seconds to live    Answers 1 when it is kept.
local state, archived = unpack(KEYS)
if redis.call('HGET', state, 'v') ~= ARGV[1] then
    return 0
end
redis.call('HSET', archived, 'm', ARGV[2], 'r', ARGV[3])
redis.call('EXPIRE', archived, ARGV[4])
return 1
