-- Outcomes of a member's restated trade count from the first report that has it: which row a trade replaces is looked up by trade.
CREATE INDEX "politician_trades_superseded" ON "politician_trades" ("superseded_by_id") WHERE "superseded_by_id" IS NOT NULL;

-- Outcomes of stored rows follow: a new series of the benchmark makes the next derivation one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "politician_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
