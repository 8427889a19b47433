-- The release before this one counts by functions of five arguments, and has statements prepared that give their columns. While it runs
-- beside this one, and at the moment of the migration, it has to find what it calls. So what was changed since has names of its own, and
-- the old forms stand again, over it; they can go when no release that calls them can be at work any more.

ALTER FUNCTION disclosed_quota_take(uuid, int, int, int, timestamptz, boolean, int) RENAME TO disclosed_quota_take_together;
ALTER FUNCTION disclosed_quota_refund(uuid, bigint, bigint, bigint, timestamptz, boolean) RENAME TO disclosed_quota_give_back;

CREATE FUNCTION disclosed_quota_take(
  account uuid, per_minute int, per_day int, per_month int, at timestamptz DEFAULT NULL
)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int
)
LANGUAGE sql AS $$
  SELECT t.exceeded, t.moment, t.minute_start, t.minute_used, t.day_start, t.day_used, t.month_start, t.month_used
  FROM disclosed_quota_take_together(account, per_minute, per_day, per_month, at, false, 1) t
$$;

CREATE FUNCTION disclosed_quota_refund(
  account uuid, charged_minute bigint, charged_day bigint, charged_month bigint, at timestamptz DEFAULT NULL
)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int
)
LANGUAGE sql AS $$
  SELECT r.* FROM disclosed_quota_give_back(account, charged_minute, charged_day, charged_month, at, false) r
$$;
