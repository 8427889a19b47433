-- A member's trade before all companies that are known to have borne its symbol is the first one's: the next derivation is one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "politician_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
