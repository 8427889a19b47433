// The one script of a request: it reads Redis's own clock, judges minute, UTC day and UTC month of an account together, and
// counts in all of them or in none. The account's hash is its only key, so that it runs on a cluster as well.

/**
 * Fields of the hash: `ms mu ds du os ou` are start and use of minute, day and month (use of a window that is over counts as
 * 0), `e` the epoch of the account's keys and plan.
 *
 * ARGV: operation, instant in seconds (empty: Redis's clock), then
 *   take    per minute, per day, per month, and how many requests ask: as many as all windows have room for are counted
 *   refund  starts of minute, day, month to give back to, and how many requests; empty leaves the window alone
 *   peek    nothing
 *   raise   start and use of minute, day, month, and the epoch: what the ledger knows; a window or epoch never falls
 *   epoch   the account's epoch, which never falls either
 *   charge  start and count of minute, day, month: what was counted elsewhere (negative: given back)
 * Replies `status instant ms mu ds du os ou e taken` in one text, which is read sooner than ten parts; status: 0 done, 1 minute,
 * 2 daily, 3 monthly limit reached by who was not counted, -1 the hash is not there and the ledger has to be asked first; taken:
 * how many were counted.
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

local names = { 'ms', 'mu', 'ds', 'du', 'os', 'ou' }
local stored = redis.call('HMGET', KEYS[1], 'ms', 'mu', 'ds', 'du', 'os', 'ou', 'e')
local missing = not stored[1]
local used = {}
for window = 1, 3 do
  used[window] = tonumber(stored[2 * window - 1]) == starts[window] and tonumber(stored[2 * window]) or 0
end
local epoch = tonumber(stored[7]) or 0
local taken = 0

local function reply(status)
  return table.concat({ status, string.format('%.6f', instant), starts[1], used[1], starts[2], used[2], starts[3], used[3],
    epoch, taken }, ' ')
end
local function save()
  redis.call('HSET', KEYS[1], 'ms', starts[1], 'mu', used[1], 'ds', starts[2], 'du', used[2], 'os', starts[3], 'ou', used[3],
    'e', epoch)
  -- longer than any month: what is gone then counts for nothing
  redis.call('EXPIRE', KEYS[1], 2764800)
end

if missing and operation ~= 'raise' then return reply(-1) end
if operation == 'take' then
  local asked = tonumber(ARGV[6])
  taken = asked
  for window = 1, 3 do taken = math.max(0, math.min(taken, tonumber(ARGV[2 + window]) - used[window])) end
  for window = 1, 3 do used[window] = used[window] + taken end
  if taken > 0 then save() end
  if taken < asked then
    for window = 3, 1, -1 do
      if used[window] >= tonumber(ARGV[2 + window]) then return reply(window) end
    end
  end
elseif operation == 'refund' then
  for window = 1, 3 do
    if tonumber(ARGV[2 + window]) == starts[window] then used[window] = math.max(0, used[window] - tonumber(ARGV[6])) end
  end
  save()
elseif operation == 'raise' then
  for window = 1, 3 do
    if tonumber(ARGV[1 + 2 * window]) == starts[window] then
      used[window] = math.max(used[window], tonumber(ARGV[2 + 2 * window]))
    end
  end
  epoch = math.max(epoch, tonumber(ARGV[9]))
  save()
elseif operation == 'epoch' then
  epoch = math.max(epoch, tonumber(ARGV[3]))
  save()
elseif operation == 'charge' then
  for window = 1, 3 do
    if tonumber(ARGV[1 + 2 * window]) == starts[window] then
      used[window] = math.max(0, used[window] + tonumber(ARGV[2 + 2 * window]))
    end
  end
  save()
end
return reply(0)
`;

/** The hash of an account; the braces keep its key on one node of a cluster. */
export const windowKey = (accountId: string) => `disclosed:quota:{${accountId}}`;
