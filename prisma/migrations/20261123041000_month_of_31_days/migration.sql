-- The monthly quota is 31 x the daily budget, so that the month never takes a day away. Plans that still have the figures that were delivered
-- before (30 x) get the new ones; a plan that an operator has changed stays as it is.
UPDATE "plans" SET "per_month" = 31 * "per_day"
WHERE ("id", "per_day", "per_month") IN (
  ('free', 5, 150), ('plus', 500, 15000), ('pro', 50000, 1500000), ('max', 500000, 15000000), ('demo', 10000, 300000)
);
