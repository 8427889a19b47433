// The Lua script that counts requests: it reads Redis's own clock, checks minute, UTC day and UTC month of an account
// together, and counts in all of them or in none. The account's hash is its only key, so that it also runs on a
// cluster.

/**
 * Fields of the hash: `ms mu ds du os ou` are start and own count of minute, day and month (the count of a past window
 * is 0), `e` the epoch of the account's keys and plan, `l` PostgreSQL's counts instead of Redis:
 * `version ms m ds d os o`, absent if there are none. `t` followed by the name of a process is that process's last
 * turn (batch) which was counted or undone: `turn requests second`; these fields are deleted when a new month begins. The
 * used requests of a window are the sum of both counts (reconcile.ts has the protocol).
 *
 * ARGV: operation, instant in seconds (empty: Redis's clock), then
 *   take    limits per minute, day and month, the number of requests, the number of windows in which they count (3, or
 *           1: the minute alone, where the others need room for one), the name of the process and the number of its
 *           turn. Counts as many as the limits allow; with a further argument 1 all of them or none
 *   undo    the name and the turn of a `take`, and the number of windows in which it counted. Undoes the counts of that
 *           turn, once; if that turn arrives later it counts nothing. A process has one turn of an account at a time,
 *           with ascending numbers
 *   refund  starts of minute, day, month in which to refund, and the number of requests; an empty start leaves the
 *           window unchanged
 *   peek    nothing
 *   merge   the ledger's record: start and Redis's own count of minute, day, month, the epoch, then PostgreSQL's count
 *           of minute, day, month and its version, which replace an older version; with a further argument 1, and where
 *           the hash is missing, the own count is raised to the given one
 *   epoch   the account's epoch, which never falls
 * Replies `status instant ms mu ds du os ou e countedRequests` as one text, which is faster to read than ten values; mu, du and
 * ou are sums here, and where PostgreSQL counted, its counts of minute, day and month follow. status: 0 done, 1 minute,
 * 2 daily, 3 monthly limit reached by a request that was not counted, -1 the hash is missing and has to be merged from
 * the ledger first; countedRequests: number of counted requests.
 */
export const windowScript = `
local operation = ARGV[1]
local instant = tonumber(ARGV[2])
if not instant then
  local time = redis.call('TIME')
  instant = tonumber(time[1]) + tonumber(time[2]) / 1000000
end
local seconds = math.floor(instant)
local days = math.floor(seconds / 86400)
-- day of the month from the day number: the proleptic Gregorian calendar in eras of 400 years that begin on 1 March
local z = days + 719468
local doe = z % 146097
local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524) - math.floor(doe / 146096)) / 365)
local doy = doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))
local mp = math.floor((5 * doy + 2) / 153)
local dom = doy - math.floor((153 * mp + 2) / 5)
local starts = { seconds - seconds % 60, days * 86400, (days - dom) * 86400 }

local named = 't' .. ((operation == 'take' and ARGV[8]) or (operation == 'undo' and ARGV[3]) or '')
local function fetch() return redis.pcall('HMGET', KEYS[1], 'ms', 'mu', 'ds', 'du', 'os', 'ou', 'e', 'l', named) end
local stored = fetch()
-- a key of another type is not a count: it is removed, and the hash is filled from the ledger like a missing one
if stored.err and string.find(stored.err, 'WRONGTYPE', 1, true) then
  redis.call('DEL', KEYS[1])
  stored = fetch()
end
if stored.err then return stored end
local missing = not stored[1]
local own = {}
for window = 1, 3 do
  own[window] = tonumber(stored[2 * window - 1]) == starts[window] and tonumber(stored[2 * window]) or 0
end
local epoch = tonumber(stored[7]) or 0
local countedRequests = 0

-- counts of PostgreSQL
local elsewhere, version = { 0, 0, 0 }, 0
local function read(text)
  local words = {}
  for word in string.gmatch(text, '%S+') do words[#words + 1] = tonumber(word) end
  version = words[1]
  for window = 1, 3 do elsewhere[window] = words[2 * window] == starts[window] and words[2 * window + 1] or 0 end
end
if stored[8] then read(stored[8]) end

local function used(window) return math.max(0, own[window] + elsewhere[window]) end
local function reply(status)
  local parts = { status, string.format('%.6f', instant), starts[1], used(1), starts[2], used(2), starts[3], used(3), epoch, countedRequests }
  if elsewhere[1] ~= 0 or elsewhere[2] ~= 0 or elsewhere[3] ~= 0 then
    for window = 1, 3 do parts[10 + window] = elsewhere[window] end
  end
  return table.concat(parts, ' ')
end
local function save(...)
  -- deletes the turns of processes that have ended
  if not missing and tonumber(stored[5]) ~= starts[3] then
    redis.call('DEL', KEYS[1])
    if stored[8] then redis.call('HSET', KEYS[1], 'l', stored[8]) end
  end
  redis.call('HSET', KEYS[1], 'ms', starts[1], 'mu', own[1], 'ds', starts[2], 'du', own[2], 'os', starts[3], 'ou', own[3],
    'e', epoch, ...)
  -- longer than any month: expired counts are in no current window
  redis.call('EXPIRE', KEYS[1], 2764800)
end

if missing and operation ~= 'merge' then return reply(-1) end
local turn, took, second = 0, 0, 0
if stored[9] then
  turn, took, second = string.match(stored[9], '(%d+) (%d+) (%d+)')
  turn, took, second = tonumber(turn), tonumber(took), tonumber(second)
end
if operation == 'take' then
  if turn >= tonumber(ARGV[9]) then return reply(0) end
  local asked = tonumber(ARGV[6])
  countedRequests = asked
  local counted = tonumber(ARGV[7])
  for window = 1, 3 do
    local room = tonumber(ARGV[2 + window]) - used(window)
    if window <= counted then countedRequests = math.min(countedRequests, room) elseif room < 1 then countedRequests = 0 end
  end
  countedRequests = math.max(0, countedRequests)
  local whole = ARGV[10] == '1'
  if whole and countedRequests < asked then countedRequests = 0 end
  for window = 1, counted do own[window] = own[window] + countedRequests end
  if countedRequests > 0 then save(named, ARGV[9] .. ' ' .. countedRequests .. ' ' .. seconds) end
  if countedRequests < asked then
    for window = 3, 1, -1 do
      local more = (whole and window <= counted) and asked or 1
      if used(window) + more > tonumber(ARGV[2 + window]) then return reply(window) end
    end
  end
elseif operation == 'refund' then
  for window = 1, 3 do
    if tonumber(ARGV[2 + window]) == starts[window] then own[window] = own[window] - math.min(used(window), tonumber(ARGV[6])) end
  end
  save()
elseif operation == 'undo' then
  if turn <= tonumber(ARGV[4]) then
    for window = 1, tonumber(ARGV[5]) do
      if turn == tonumber(ARGV[4]) and second >= starts[window] then own[window] = own[window] - math.min(used(window), took) end
    end
    save(named, ARGV[4] .. ' 0 ' .. seconds)
  end
elseif operation == 'merge' then
  for window = 1, 3 do
    if (missing or ARGV[14] == '1') and tonumber(ARGV[1 + 2 * window]) == starts[window] then
      own[window] = math.max(own[window], tonumber(ARGV[2 + 2 * window]))
    end
  end
  epoch = math.max(epoch, tonumber(ARGV[9]))
  save()
  if tonumber(ARGV[13]) > version then
    local text = table.concat({ ARGV[13], ARGV[3], ARGV[10], ARGV[5], ARGV[11], ARGV[7], ARGV[12] }, ' ')
    redis.call('HSET', KEYS[1], 'l', text)
    read(text)
  end
elseif operation == 'epoch' then
  epoch = math.max(epoch, tonumber(ARGV[3]))
  save()
end
return reply(0)
`;

/** The hash of an account; the braces keep its key on one node of a cluster. */
export const windowKey = (accountId: string) => `disclosed:quota:{${accountId}}`;
