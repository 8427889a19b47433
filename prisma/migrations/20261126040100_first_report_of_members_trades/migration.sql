-- From which report a member's trade counts: one rule for delay, lateness, outcomes and performance.
ALTER TABLE "politician_trades" ADD COLUMN "first_filed_on" DATE, ADD COLUMN "counted_from" TEXT NOT NULL DEFAULT 'first_filing';

-- Stored rows follow: a new series of the benchmark makes the next derivation one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "politician_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
