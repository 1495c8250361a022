-- One beat of a worker: it lives, keeps its share of the shards, gives up what is more, takes what is free.
-- A worker whose lease has run out is gone, and its shards are free. A share is what all get, and one more
-- for those that hold most, so that nothing moves without need. What is given up stays with its holder for
-- as long as he uses it.
-- KEYS leases    ARGV worker, lease ms, the worker whose heir it is or '', shards in all, shards in use...
-- Answers {ms until the first other worker is gone or -1, the holder of each shard or ''}.
local leases = KEYS[1]
local me, lease, former, shards = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local used = {}
for at = 5, #ARGV do
    used[tonumber(ARGV[at])] = true
end

local living, holder, before = {}, {}, {}
local stored = redis.call('HGETALL', leases)
for at = 1, #stored, 2 do
    local kind, name = string.match(stored[at], '^(%a):(.+)$')
    if kind == 'w' then
        living[name] = tonumber(stored[at + 1])
    else
        holder[tonumber(name)] = stored[at + 1]
        before[tonumber(name)] = stored[at + 1]
    end
end
for number, worker in pairs(holder) do
    if worker == former then
        holder[number] = me
    end
end
for worker, ends in pairs(living) do
    if worker ~= me and (worker == former or ends <= now) then
        living[worker] = nil
        redis.call('HDEL', leases, 'w:' .. worker)
    elseif worker ~= me and ends > now + lease then -- the server's clock went back
        living[worker] = now + lease
        redis.call('HSET', leases, 'w:' .. worker, string.format('%.0f', now + lease))
    end
end
living[me] = now + lease
redis.call('HSET', leases, 'w:' .. me, string.format('%.0f', now + lease))

local held, workers, ahead, first = {}, 0, 0, -1
for number, worker in pairs(holder) do
    if living[worker] then
        held[worker] = (held[worker] or 0) + 1
    else
        holder[number] = nil
    end
end
local mine = held[me] or 0
for worker, ends in pairs(living) do
    workers = workers + 1
    if worker ~= me then
        local his = held[worker] or 0
        if his > mine or (his == mine and worker < me) then
            ahead = ahead + 1
        end
        first = first < 0 and ends - now or math.min(first, ends - now)
    end
end
local share = math.floor(shards / workers) + (ahead < shards % workers and 1 or 0)

local surplus, kept = {}, 0
for number = 0, shards - 1 do
    if holder[number] == me then
        if kept < share then
            kept = kept + 1
        elseif used[number] then
            surplus[number] = true
        else
            holder[number] = nil
        end
    end
end
local reply = {string.format('%.0f', first)}
for number = 0, shards - 1 do
    if not holder[number] and kept < share then
        holder[number] = me
        kept = kept + 1
    end
    if holder[number] == nil and before[number] then
        redis.call('HDEL', leases, 's:' .. number)
    elseif holder[number] ~= before[number] then
        redis.call('HSET', leases, 's:' .. number, holder[number])
    end
    reply[number + 2] = not surplus[number] and holder[number] or ''
end
return reply
