-- Where a member's trade has its symbol from: the column of the report, or the asset's name. The derivation that follows
-- judges every trade of a member again: its symbol, its issuer by symbol, date and name, and the outcomes.
ALTER TABLE "politician_trades" ADD COLUMN "ticker_source" TEXT;

INSERT INTO "pending_derivations" ("kind", "key")
SELECT DISTINCT 'politician', "bioguide_id" FROM "politician_trades" ON CONFLICT DO NOTHING;
