-- Redis and PostgreSQL each own what they counted themselves, and neither count is ever handed over: `outage_*` is what PostgreSQL counted
-- in place of Redis in the running windows, and `used - outage` is the largest count of Redis's own that the ledger has heard of. What PostgreSQL
-- counted carries a version, so that Redis takes over the newest state of it however often and in whatever order it is told
-- (src/quota/redis/reconcile.ts has the whole protocol). Before, the outage was added to Redis and struck out here, and could be added twice.

ALTER TABLE "quota_windows"
  -- of the figures outage_*; it rises with each change
  ADD COLUMN "outage_version" BIGINT NOT NULL DEFAULT 0,
  -- the version that Redis has taken over
  ADD COLUMN "outage_told" BIGINT NOT NULL DEFAULT 0;

-- what waits to be told at the moment of the migration
UPDATE "quota_windows" SET "outage_version" = 1 WHERE "outage_minute" <> 0 OR "outage_day" <> 0 OR "outage_month" <> 0;

DROP INDEX "quota_windows_outage";
CREATE INDEX "quota_windows_untold" ON "quota_windows" ("account_id") WHERE "outage_version" <> "outage_told";

-- The version after another one. It follows the clock, so that it goes on rising where a store was put back to an older state.
CREATE FUNCTION disclosed_quota_next_version(version bigint) RETURNS bigint
LANGUAGE sql AS $$
  SELECT greatest(version + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
$$;

-- As before; what is counted in place of Redis gets a new version. With `minute_only` the requests count in the minute alone, and need room
-- for one in the other windows.
DROP FUNCTION disclosed_quota_take_together(uuid, int, int, int, timestamptz, boolean, int);
CREATE FUNCTION disclosed_quota_take_together(
  account uuid, per_minute int, per_day int, per_month int, at timestamptz DEFAULT NULL, outage boolean DEFAULT false,
  asked int DEFAULT 1, minute_only boolean DEFAULT false
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

CREATE OR REPLACE FUNCTION disclosed_quota_give_back(
  account uuid, charged_minute bigint, charged_day bigint, charged_month bigint, at timestamptz DEFAULT NULL,
  outage boolean DEFAULT false
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
    LATERAL (SELECT CASE WHEN w.minute_start = to_timestamp(charged_minute) AND w.minute_used > 0 THEN 1 ELSE 0 END AS back) m,
    LATERAL (SELECT CASE WHEN w.day_start = to_timestamp(charged_day) AND w.day_used > 0 THEN 1 ELSE 0 END AS back) d,
    LATERAL (SELECT CASE WHEN w.month_start = to_timestamp(charged_month) AND w.month_used > 0 THEN 1 ELSE 0 END AS back) o
  WHERE q.account_id = account AND w.account_id = account;
  RETURN QUERY SELECT p.* FROM disclosed_quota_peek(account, at) p;
END
$$;
