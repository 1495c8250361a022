-- One write to a chat: a sliding window for it and one for all chats, both by the server's clock.
-- KEYS writes to the chat, writes to all, hold    ARGV writes and window ms of the chat, writes and window ms of all
-- Answers 0 when granted, else the milliseconds until asking again.
local held = redis.call('PTTL', KEYS[3])
if held > 0 then
    return held
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function wait(key, writes, window)
    local oldest = redis.call('LINDEX', key, writes - 1)
    return oldest and math.max(0, oldest + window - now) or 0
end
local pause = math.max(wait(KEYS[1], ARGV[1], ARGV[2]), wait(KEYS[2], ARGV[3], ARGV[4]))
if pause > 0 then
    return pause
end
for key = 1, 2 do
    redis.call('LPUSH', KEYS[key], string.format('%.0f', now))
    redis.call('LTRIM', KEYS[key], 0, ARGV[key * 2 - 1] - 1)
    redis.call('PEXPIRE', KEYS[key], ARGV[key * 2])
end
return 0
