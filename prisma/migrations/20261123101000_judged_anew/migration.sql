-- committee_data is `unknown` for members of whom no roster tells, classes of shares that the reviewed list tells apart never take each
-- other's prices, and a member's trade counts from the amendment that names its security. Stored rows follow: a new series of the benchmark
-- makes the next derivation one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "insider_trades") OR EXISTS (SELECT FROM "politician_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
