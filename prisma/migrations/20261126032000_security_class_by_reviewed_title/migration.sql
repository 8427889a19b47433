-- A title or asset that no reviewed pattern covers has no class, and the class of some titles depends on the issuer.
-- Stored filings get the issuer's industry code when they are read again (parser version 3); until then its name decides.
ALTER TABLE "filings" ADD COLUMN "issuer_sic" INTEGER;

-- the quality page counts and lists these rows
CREATE INDEX "insider_trades_not_judged" ON "insider_trades" ("security_title", "id") WHERE "security_class" IS NULL;
CREATE INDEX "politician_trades_not_judged" ON "politician_trades" ("asset_name", "id") WHERE "security_class" IS NULL;

-- Outcomes, signals and clusters of stored rows follow the class: the next derivation is one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "insider_trades") OR EXISTS (SELECT FROM "politician_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
