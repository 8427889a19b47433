-- A title that only refers to the remarks or a footnote ("See Remarks") is resolved from them; the reference is kept beside it. Columns
-- without a default cost no rewrite.
ALTER TABLE "insider_trades" ADD COLUMN "title_as_filed" TEXT;
ALTER TABLE "filing_owners" ADD COLUMN "stated_role" TEXT;

-- Version 6 of the signal: roles are those of the resolved titles, and "Fmr CEO" is a former one.
ALTER TABLE "insider_trades" ALTER COLUMN "signal_version" SET DEFAULT '6';

-- The next derivation reads the titles of the stored filings again, and scores every stored row again.
INSERT INTO "pending_derivations" ("kind", "key", "from_on") SELECT 'titles', '', NULL WHERE EXISTS (SELECT FROM "filings")
ON CONFLICT ("kind", "key") DO NOTHING;
INSERT INTO "pending_derivations" ("kind", "key", "from_on") SELECT 'company', "cik", NULL FROM "companies"
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
