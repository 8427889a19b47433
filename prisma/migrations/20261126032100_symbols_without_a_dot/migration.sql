-- BRKB finds the company that has BRK.B.
CREATE INDEX "company_tickers_without_dot" ON "company_tickers" (replace("symbol", '.', '')) WHERE "symbol" LIKE '%.%';

-- A share of no named class, filed under a symbol that its company does not have, is not priced by one of several classes:
-- the next derivation is one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "insider_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
