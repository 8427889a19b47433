-- A page of ten thousand rows is charged as a hundred requests: all of them or none, in one round trip, and given back in one.

-- As before; with `whole` all requests are counted or none, and `exceeded` names the window that has no room for all of them.
DROP FUNCTION disclosed_quota_take_together(uuid, int, int, int, timestamptz, boolean, int, boolean);
CREATE FUNCTION disclosed_quota_take_together(
  account uuid, per_minute int, per_day int, per_month int, at timestamptz DEFAULT NULL, outage boolean DEFAULT false,
  asked int DEFAULT 1, minute_only boolean DEFAULT false, whole boolean DEFAULT false
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
  -- of day and month
  longer int;
  -- what the refused ones need room for
  refused int;
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
    longer := least(per_day - now_at.day_used, per_month - now_at.month_used);
    counted := greatest(0, least(asked, per_minute - now_at.minute_used,
      CASE WHEN NOT minute_only THEN longer WHEN longer > 0 THEN asked ELSE 0 END));
    IF whole AND counted < asked THEN
      counted := 0;
    END IF;
  END IF;
  IF counted > 0 THEN
    longer := CASE WHEN minute_only THEN 0 ELSE counted END;
    now_at.minute_used := now_at.minute_used + counted;
    now_at.day_used := now_at.day_used + longer;
    now_at.month_used := now_at.month_used + longer;
    apart := CASE WHEN outage THEN 1 ELSE 0 END;
    UPDATE quota_windows q SET
      outage_minute = apart * counted + CASE WHEN q.minute_start = to_timestamp(now_at.minute_start) THEN q.outage_minute ELSE 0 END,
      outage_day = apart * longer + CASE WHEN q.day_start = to_timestamp(now_at.day_start) THEN q.outage_day ELSE 0 END,
      outage_month = apart * longer + CASE WHEN q.month_start = to_timestamp(now_at.month_start) THEN q.outage_month ELSE 0 END,
      outage_version = CASE WHEN outage THEN disclosed_quota_next_version(q.outage_version) ELSE q.outage_version END,
      minute_start = to_timestamp(now_at.minute_start), minute_used = now_at.minute_used,
      day_start = to_timestamp(now_at.day_start), day_used = now_at.day_used,
      month_start = to_timestamp(now_at.month_start), month_used = now_at.month_used, updated_at = instant
    WHERE q.account_id = account;
  END IF;
  IF counted < asked THEN
    refused := CASE WHEN whole THEN asked ELSE 1 END;
    longer := CASE WHEN minute_only THEN 1 ELSE refused END;
    now_at.exceeded := CASE
      WHEN now_at.month_used + longer > per_month THEN 'monthly'
      WHEN now_at.day_used + longer > per_day THEN 'daily'
      WHEN now_at.minute_used + refused > per_minute THEN 'minute'
    END;
  END IF;
  RETURN QUERY SELECT now_at.exceeded, now_at.moment, now_at.minute_start, now_at.minute_used,
    now_at.day_start, now_at.day_used, now_at.month_start, now_at.month_used, coalesce(known_epoch, 'infinity'), counted;
END
$$;

-- As before, for so many requests.
DROP FUNCTION disclosed_quota_give_back(uuid, bigint, bigint, bigint, timestamptz, boolean);
CREATE FUNCTION disclosed_quota_give_back(
  account uuid, charged_minute bigint, charged_day bigint, charged_month bigint, at timestamptz DEFAULT NULL,
  outage boolean DEFAULT false, requests int DEFAULT 1
)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  -- locked first, so that the windows that the update reads are the ones that it changes
  PERFORM 1 FROM quota_windows q WHERE q.account_id = account FOR NO KEY UPDATE;
  -- what Redis counted may be given back here: PostgreSQL's own count may then be below zero
  UPDATE quota_windows q SET
    minute_used = q.minute_used - m.back, outage_minute = q.outage_minute - CASE WHEN outage THEN m.back ELSE 0 END,
    day_used = q.day_used - d.back, outage_day = q.outage_day - CASE WHEN outage THEN d.back ELSE 0 END,
    month_used = q.month_used - o.back, outage_month = q.outage_month - CASE WHEN outage THEN o.back ELSE 0 END,
    outage_version = CASE WHEN outage THEN disclosed_quota_next_version(q.outage_version) ELSE q.outage_version END
  FROM quota_windows w,
    LATERAL (SELECT CASE WHEN w.minute_start = to_timestamp(charged_minute) THEN greatest(0, least(w.minute_used, requests)) ELSE 0 END AS back) m,
    LATERAL (SELECT CASE WHEN w.day_start = to_timestamp(charged_day) THEN greatest(0, least(w.day_used, requests)) ELSE 0 END AS back) d,
    LATERAL (SELECT CASE WHEN w.month_start = to_timestamp(charged_month) THEN greatest(0, least(w.month_used, requests)) ELSE 0 END AS back) o
  WHERE q.account_id = account AND w.account_id = account;
  RETURN QUERY SELECT p.* FROM disclosed_quota_peek(account, at) p;
END
$$;
