-- Quotas: three fixed windows an account (the UTC minute, the UTC day, the UTC calendar month), kept in one row and judged
-- together by one function, so that a request is counted in all of them or in none. `used_*` of a window that is over
-- counts as 0. Every function takes an optional instant in place of the database's clock, for tests.

-- One row is updated on every request: room on its page keeps these updates out of the indexes.
ALTER TABLE "quota_windows" SET (fillfactor = 50);

-- Where the windows of an account stand at an instant; changes nothing. Starts are Unix seconds.
CREATE FUNCTION disclosed_quota_peek(account uuid, at timestamptz DEFAULT NULL)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int
)
LANGUAGE sql AS $$
  SELECT NULL::text, extract(epoch FROM c.moment)::double precision,
    extract(epoch FROM c.minute)::bigint, CASE WHEN q.minute_start = c.minute THEN q.minute_used ELSE 0 END,
    extract(epoch FROM c.day)::bigint, CASE WHEN q.day_start = c.day THEN q.day_used ELSE 0 END,
    extract(epoch FROM c.month)::bigint, CASE WHEN q.month_start = c.month THEN q.month_used ELSE 0 END
  FROM (
    SELECT i.moment, date_trunc('minute', i.moment, 'UTC') AS minute, date_trunc('day', i.moment, 'UTC') AS day,
      date_trunc('month', i.moment, 'UTC') AS month
    FROM (SELECT coalesce(at, clock_timestamp()) AS moment) i
  ) c
  LEFT JOIN quota_windows q ON q.account_id = account
$$;

-- Counts one request in all three windows, or in none when a limit is reached; `exceeded` then names the window that
-- opens last (monthly before daily before minute), because waiting for an earlier one would not help. The clock is read
-- after the account's row is locked, so that windows never run backwards between two requests.
CREATE FUNCTION disclosed_quota_take(
  account uuid, per_minute int, per_day int, per_month int, at timestamptz DEFAULT NULL
)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  instant timestamptz;
  now_at record;
BEGIN
  -- a counted request survives a crash, whatever the server's default is
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  PERFORM 1 FROM quota_windows q WHERE q.account_id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO quota_windows (account_id, minute_start, minute_used, day_start, day_used, month_start, month_used)
    VALUES (account, to_timestamp(0), 0, to_timestamp(0), 0, to_timestamp(0), 0)
    ON CONFLICT (account_id) DO NOTHING;
    PERFORM 1 FROM quota_windows q WHERE q.account_id = account FOR NO KEY UPDATE;
  END IF;
  instant := coalesce(at, clock_timestamp());
  SELECT p.* INTO now_at FROM disclosed_quota_peek(account, instant) p;
  now_at.exceeded := CASE
    WHEN now_at.month_used >= per_month THEN 'monthly'
    WHEN now_at.day_used >= per_day THEN 'daily'
    WHEN now_at.minute_used >= per_minute THEN 'minute'
  END;
  IF now_at.exceeded IS NULL THEN
    now_at.minute_used := now_at.minute_used + 1;
    now_at.day_used := now_at.day_used + 1;
    now_at.month_used := now_at.month_used + 1;
    UPDATE quota_windows q SET
      minute_start = to_timestamp(now_at.minute_start), minute_used = now_at.minute_used,
      day_start = to_timestamp(now_at.day_start), day_used = now_at.day_used,
      month_start = to_timestamp(now_at.month_start), month_used = now_at.month_used
    WHERE q.account_id = account;
  END IF;
  RETURN QUERY SELECT now_at.exceeded, now_at.moment, now_at.minute_start, now_at.minute_used,
    now_at.day_start, now_at.day_used, now_at.month_start, now_at.month_used;
END
$$;

-- Gives one request back into the windows that it was counted in, as far as they are still the running ones. A NULL
-- window is left alone. Returns where the windows stand afterwards.
CREATE FUNCTION disclosed_quota_refund(
  account uuid, charged_minute bigint, charged_day bigint, charged_month bigint, at timestamptz DEFAULT NULL
)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  UPDATE quota_windows q SET
    minute_used = q.minute_used - CASE WHEN q.minute_start = to_timestamp(charged_minute) AND q.minute_used > 0 THEN 1 ELSE 0 END,
    day_used = q.day_used - CASE WHEN q.day_start = to_timestamp(charged_day) AND q.day_used > 0 THEN 1 ELSE 0 END,
    month_used = q.month_used - CASE WHEN q.month_start = to_timestamp(charged_month) AND q.month_used > 0 THEN 1 ELSE 0 END
  WHERE q.account_id = account;
  RETURN QUERY SELECT p.* FROM disclosed_quota_peek(account, at) p;
END
$$;
