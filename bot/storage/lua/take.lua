-- One write to a chat: sliding windows for it, for all chats, and for words, all by the server's clock.
-- Screens go first: while one waits for the chat's budget, words ask for none.
-- KEYS writes to the chat, writes to all, hold, screens that wait, words to the chat
-- ARGV writes and window ms of the chat, of all, and of words (0 writes: a screen), head start ms of screens
-- Answers 0 when granted, else the milliseconds until asking again.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local words = ARGV[5] ~= '0'
local windows = {{KEYS[1], ARGV[1], ARGV[2]}, {KEYS[2], ARGV[3], ARGV[4]}}
if words then
    windows[3] = {KEYS[5], ARGV[5], ARGV[6]}
end

local pause = math.max(0, redis.call('PTTL', KEYS[3]))
if words then
    pause = math.max(pause, redis.call('PTTL', KEYS[4]))
end
for _, window in ipairs(windows) do
    local newest = redis.call('LINDEX', window[1], 0)
    if newest and tonumber(newest) > now then -- the server's clock went back: nobody knows what these cost
        redis.call('DEL', window[1])
    end
    local oldest = redis.call('LINDEX', window[1], window[2] - 1)
    pause = math.max(pause, oldest and oldest + window[3] - now or 0)
end
if pause > 0 then
    if not words then
        redis.call('SET', KEYS[4], 1, 'PX', pause + ARGV[7])
    end
    return pause
end
for _, window in ipairs(windows) do
    redis.call('LPUSH', window[1], string.format('%.0f', now))
    redis.call('LTRIM', window[1], 0, window[2] - 1)
    redis.call('PEXPIRE', window[1], window[3])
end
return 0
