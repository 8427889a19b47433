-- When the first filing that has a restated trade was filed (src/derive/first-filings.ts): outcomes and lateness count from it. Without a
-- default the column costs no rewrite, however many rows there are; it stays null on all but the rows that restate others.
ALTER TABLE "insider_trades" ADD COLUMN "first_filed_on" DATE;

-- Amendments and what they restate, by what rows have in common that may restate one another: few rows among millions.
CREATE INDEX "insider_trades_amending" ON "insider_trades" ("company_cik", "transaction_code")
  WHERE "is_amendment" OR "superseded_by_id" IS NOT NULL;
-- Which rows a new bar reaches by the day that their outcomes count from.
CREATE INDEX "insider_trades_first_filed" ON "insider_trades" ("company_cik", "first_filed_on") WHERE "first_filed_on" IS NOT NULL;

-- An amendment that corrects the trade date supersedes the row that it restates. The next derivation matches the stored amendments again.
INSERT INTO "pending_derivations" ("kind", "key", "from_on") SELECT 'restatements', '', NULL
WHERE EXISTS (SELECT FROM "insider_trades" WHERE "is_amendment")
ON CONFLICT ("kind", "key") DO NOTHING;
