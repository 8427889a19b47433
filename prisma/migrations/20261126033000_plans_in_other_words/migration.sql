-- Footnotes about trading plans are read by kinds: for the row, to the contrary, about the plan alone. A sentence of none of these kinds is
-- null, and the page of data quality lists it. A constant default costs no rewrite, and the previous release writes rows without the column.
ALTER TABLE "insider_trades" ADD COLUMN "is_plan_unclear" BOOLEAN NOT NULL DEFAULT false;

-- What that page counts and lists: few rows among millions.
CREATE INDEX "insider_trades_plan_unclear" ON "insider_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND NOT "is_derivative" AND "is_plan_unclear";

-- The next derivation reads the footnotes of the stored filings again.
INSERT INTO "pending_derivations" ("kind", "key", "from_on") SELECT 'plans', '', NULL WHERE EXISTS (SELECT FROM "filings")
ON CONFLICT ("kind", "key") DO NOTHING;
