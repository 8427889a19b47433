-- What kind of security a row is about (src/security-class.ts); null until the next derivation, which fills it by distinct titles.
-- Without a default the column costs no rewrite, however many rows there are.
ALTER TABLE "insider_trades" ADD COLUMN "security_class" TEXT;
ALTER TABLE "politician_trades" ADD COLUMN "security_class" TEXT;

-- The formula is another one: rows that are not a listed share have no direction. Rows that it does not score begin with this version.
ALTER TABLE "insider_trades" ALTER COLUMN "signal_version" SET DEFAULT '4';

-- Outcomes, signals and clusters of stored rows follow the class: a new series of the benchmark makes the next derivation one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "insider_trades") OR EXISTS (SELECT FROM "politician_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
