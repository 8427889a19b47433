-- The ledger beside Redis. With Redis, quota_windows holds what Redis counted up to a second ago (written by every process
-- once a second) and, apart, what PostgreSQL counted itself while Redis was not reachable: `outage_*`, which is charged to
-- Redis as soon as any process reaches it. Without Redis nothing changes: the windows are counted here.

ALTER TABLE "quota_windows"
  ADD COLUMN "outage_minute" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "outage_day" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "outage_month" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- What the keys of an account may do has changed when its epoch has: a remembered key is looked up again.
ALTER TABLE "accounts" ADD COLUMN "epoch" BIGINT NOT NULL DEFAULT 1;

CREATE FUNCTION disclosed_advance_epoch() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  touched uuid[];
BEGIN
  IF TG_TABLE_NAME = 'api_keys' THEN
    touched := ARRAY[CASE TG_OP WHEN 'DELETE' THEN OLD.account_id ELSE NEW.account_id END];
  ELSIF TG_TABLE_NAME = 'accounts' THEN
    touched := ARRAY[NEW.id];
  ELSE
    SELECT array_agg(id) INTO touched FROM accounts WHERE plan_id = NEW.id;
  END IF;
  UPDATE accounts SET epoch = epoch + 1 WHERE id = ANY (touched);
  PERFORM pg_notify('disclosed_access', id::text) FROM unnest(touched) AS id;
  RETURN NULL;
END
$$;

-- last use, which is written again and again, is no change of what a key may do
CREATE TRIGGER api_keys_epoch AFTER UPDATE OF revoked_at, expires_at, allowlist, account_id, hash OR DELETE ON "api_keys"
  FOR EACH ROW EXECUTE FUNCTION disclosed_advance_epoch();
CREATE TRIGGER accounts_epoch AFTER UPDATE OF plan_id, status ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION disclosed_advance_epoch();
CREATE TRIGGER plans_epoch AFTER UPDATE OF per_minute, per_day, per_month ON "plans"
  FOR EACH ROW WHEN ((OLD.per_minute, OLD.per_day, OLD.per_month) IS DISTINCT FROM (NEW.per_minute, NEW.per_day, NEW.per_month))
  EXECUTE FUNCTION disclosed_advance_epoch();

-- As before, with `outage`: whether the request is counted here in place of Redis. A window that begins anew takes no
-- outage with it.
DROP FUNCTION disclosed_quota_take(uuid, int, int, int, timestamptz);
CREATE FUNCTION disclosed_quota_take(
  account uuid, per_minute int, per_day int, per_month int, at timestamptz DEFAULT NULL, outage boolean DEFAULT false
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
  counted int := CASE WHEN outage THEN 1 ELSE 0 END;
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
      outage_minute = counted + CASE WHEN q.minute_start = to_timestamp(now_at.minute_start) THEN q.outage_minute ELSE 0 END,
      outage_day = counted + CASE WHEN q.day_start = to_timestamp(now_at.day_start) THEN q.outage_day ELSE 0 END,
      outage_month = counted + CASE WHEN q.month_start = to_timestamp(now_at.month_start) THEN q.outage_month ELSE 0 END,
      minute_start = to_timestamp(now_at.minute_start), minute_used = now_at.minute_used,
      day_start = to_timestamp(now_at.day_start), day_used = now_at.day_used,
      month_start = to_timestamp(now_at.month_start), month_used = now_at.month_used, updated_at = instant
    WHERE q.account_id = account;
  END IF;
  RETURN QUERY SELECT now_at.exceeded, now_at.moment, now_at.minute_start, now_at.minute_used,
    now_at.day_start, now_at.day_used, now_at.month_start, now_at.month_used;
END
$$;

DROP FUNCTION disclosed_quota_refund(uuid, bigint, bigint, bigint, timestamptz);
CREATE FUNCTION disclosed_quota_refund(
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
  -- what Redis counted before it went away may be given back here: its outage is then below zero until Redis hears of it
  UPDATE quota_windows q SET
    minute_used = q.minute_used - m.back, outage_minute = q.outage_minute - CASE WHEN outage THEN m.back ELSE 0 END,
    day_used = q.day_used - d.back, outage_day = q.outage_day - CASE WHEN outage THEN d.back ELSE 0 END,
    month_used = q.month_used - o.back, outage_month = q.outage_month - CASE WHEN outage THEN o.back ELSE 0 END
  FROM quota_windows w,
    LATERAL (SELECT CASE WHEN w.minute_start = to_timestamp(charged_minute) AND w.minute_used > 0 THEN 1 ELSE 0 END AS back) m,
    LATERAL (SELECT CASE WHEN w.day_start = to_timestamp(charged_day) AND w.day_used > 0 THEN 1 ELSE 0 END AS back) d,
    LATERAL (SELECT CASE WHEN w.month_start = to_timestamp(charged_month) AND w.month_used > 0 THEN 1 ELSE 0 END AS back) o
  WHERE q.account_id = account AND w.account_id = account;
  RETURN QUERY SELECT p.* FROM disclosed_quota_peek(account, at) p;
END
$$;

CREATE INDEX "quota_windows_outage" ON "quota_windows" ("account_id")
  WHERE "outage_minute" <> 0 OR "outage_day" <> 0 OR "outage_month" <> 0;

-- What Redis knows of accounts, into the ledger. The larger figure of a running window is the later one, but for refunds
-- that were still under way: it never falls. What is counted here and not yet in Redis stays on top.
CREATE FUNCTION disclosed_quota_record(
  accounts uuid[], minutes bigint[], minutes_used int[], days bigint[], days_used int[], months bigint[], months_used int[]
)
RETURNS void
LANGUAGE sql AS $$
  INSERT INTO quota_windows AS q (account_id, minute_start, minute_used, day_start, day_used, month_start, month_used)
  SELECT n.account, to_timestamp(n.minute), n.minute_used, to_timestamp(n.day), n.day_used, to_timestamp(n.month), n.month_used
  FROM unnest(accounts, minutes, minutes_used, days, days_used, months, months_used)
    AS n(account, minute, minute_used, day, day_used, month, month_used)
  JOIN accounts a ON a.id = n.account
  ORDER BY n.account
  ON CONFLICT (account_id) DO UPDATE SET
    minute_start = greatest(q.minute_start, excluded.minute_start),
    minute_used = CASE WHEN q.minute_start > excluded.minute_start THEN q.minute_used
      WHEN q.minute_start = excluded.minute_start THEN greatest(q.minute_used - q.outage_minute, excluded.minute_used) + q.outage_minute
      ELSE excluded.minute_used END,
    outage_minute = CASE WHEN q.minute_start < excluded.minute_start THEN 0 ELSE q.outage_minute END,
    day_start = greatest(q.day_start, excluded.day_start),
    day_used = CASE WHEN q.day_start > excluded.day_start THEN q.day_used
      WHEN q.day_start = excluded.day_start THEN greatest(q.day_used - q.outage_day, excluded.day_used) + q.outage_day
      ELSE excluded.day_used END,
    outage_day = CASE WHEN q.day_start < excluded.day_start THEN 0 ELSE q.outage_day END,
    month_start = greatest(q.month_start, excluded.month_start),
    month_used = CASE WHEN q.month_start > excluded.month_start THEN q.month_used
      WHEN q.month_start = excluded.month_start THEN greatest(q.month_used - q.outage_month, excluded.month_used) + q.outage_month
      ELSE excluded.month_used END,
    outage_month = CASE WHEN q.month_start < excluded.month_start THEN 0 ELSE q.outage_month END,
    updated_at = clock_timestamp()
$$;
