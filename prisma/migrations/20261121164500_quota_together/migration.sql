-- Requests of one account that come at once are counted together, and whoever is counted hears the epoch of the account's keys:
-- a remembered key needs no look-up of its own then.

-- As before for one request. Of `asked` requests as many are counted as all windows have room for (`taken`); `exceeded` names
-- the window that refuses the others, as it stands when these are counted. The epoch of an account that is gone is infinite: it has
-- changed since whenever its key was looked up, and nothing is counted.
DROP FUNCTION disclosed_quota_take(uuid, int, int, int, timestamptz, boolean);
CREATE FUNCTION disclosed_quota_take(
  account uuid, per_minute int, per_day int, per_month int, at timestamptz DEFAULT NULL, outage boolean DEFAULT false,
  asked int DEFAULT 1
)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int,
  epoch double precision, taken int
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  instant timestamptz;
  now_at record;
  known_epoch double precision;
  counted int := 0;
  apart int;
BEGIN
  -- a counted request survives a crash, whatever the server's default is
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  PERFORM 1 FROM quota_windows q WHERE q.account_id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO quota_windows (account_id, minute_start, minute_used, day_start, day_used, month_start, month_used)
    SELECT a.id, to_timestamp(0), 0, to_timestamp(0), 0, to_timestamp(0), 0 FROM accounts a WHERE a.id = account
    ON CONFLICT (account_id) DO NOTHING;
    PERFORM 1 FROM quota_windows q WHERE q.account_id = account FOR NO KEY UPDATE;
  END IF;
  instant := coalesce(at, clock_timestamp());
  SELECT p.* INTO now_at FROM disclosed_quota_peek(account, instant) p;
  SELECT a.epoch INTO known_epoch FROM accounts a WHERE a.id = account;
  IF FOUND THEN
    counted := greatest(0, least(asked, per_minute - now_at.minute_used, per_day - now_at.day_used, per_month - now_at.month_used));
  END IF;
  IF counted > 0 THEN
    now_at.minute_used := now_at.minute_used + counted;
    now_at.day_used := now_at.day_used + counted;
    now_at.month_used := now_at.month_used + counted;
    apart := CASE WHEN outage THEN counted ELSE 0 END;
    UPDATE quota_windows q SET
      outage_minute = apart + CASE WHEN q.minute_start = to_timestamp(now_at.minute_start) THEN q.outage_minute ELSE 0 END,
      outage_day = apart + CASE WHEN q.day_start = to_timestamp(now_at.day_start) THEN q.outage_day ELSE 0 END,
      outage_month = apart + CASE WHEN q.month_start = to_timestamp(now_at.month_start) THEN q.outage_month ELSE 0 END,
      minute_start = to_timestamp(now_at.minute_start), minute_used = now_at.minute_used,
      day_start = to_timestamp(now_at.day_start), day_used = now_at.day_used,
      month_start = to_timestamp(now_at.month_start), month_used = now_at.month_used, updated_at = instant
    WHERE q.account_id = account;
  END IF;
  IF counted < asked THEN
    now_at.exceeded := CASE
      WHEN now_at.month_used >= per_month THEN 'monthly'
      WHEN now_at.day_used >= per_day THEN 'daily'
      WHEN now_at.minute_used >= per_minute THEN 'minute'
    END;
  END IF;
  RETURN QUERY SELECT now_at.exceeded, now_at.moment, now_at.minute_start, now_at.minute_used,
    now_at.day_start, now_at.day_used, now_at.month_start, now_at.month_used, coalesce(known_epoch, 'infinity'), counted;
END
$$;
