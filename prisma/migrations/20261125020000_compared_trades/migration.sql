-- The number of trades that averages and rates against SPY are over. The derivation that follows computes every row of both tables,
-- because it finds rows without it; rows that the previous release writes beside it have none either.
ALTER TABLE "politician_sums" ADD COLUMN "compared_trades" INTEGER;
ALTER TABLE "insider_sums" ADD COLUMN "compared_trades" INTEGER;

-- the next derivation begins although nothing was loaded
INSERT INTO "pending_derivations" ("kind", "key")
SELECT 'rosters', '' WHERE EXISTS (SELECT FROM "insider_sums") OR EXISTS (SELECT FROM "politician_sums") ON CONFLICT DO NOTHING;
