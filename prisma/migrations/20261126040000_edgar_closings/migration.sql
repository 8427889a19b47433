-- Version 6 of the signal: days on which EDGAR was closed by order of the President are no business days (prisma/reference/edgar-closings.csv).
ALTER TABLE "insider_trades" ALTER COLUMN "signal_version" SET DEFAULT '6';

-- Every stored row is scored again: a new series of the benchmark makes the next derivation one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "insider_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
