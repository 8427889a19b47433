-- Amendments are linked to the filing that they name (docs/adr/0052-amendments-name-their-filing.md): how each row was linked, rows that an
-- amendment left out, the links themselves, and what operators decided about undecided rows. None of the columns costs a rewrite.
ALTER TABLE "insider_trades" ADD COLUMN "amendment_status" TEXT;
ALTER TABLE "insider_trades" ADD COLUMN "not_restated" BOOLEAN NOT NULL DEFAULT false;

-- No foreign key: filings are only removed by truncation, which the release before this one does without knowing this table.
CREATE TABLE "amendment_links" (
  "accession_number" TEXT NOT NULL PRIMARY KEY,
  "company_cik" TEXT NOT NULL,
  "named_by" TEXT NOT NULL,
  "named" TEXT[] NOT NULL,
  "amends" TEXT[] NOT NULL
);
CREATE INDEX "amendment_links_company_cik_idx" ON "amendment_links" ("company_cik");
-- which amendments wait for a filing that arrives
CREATE INDEX "amendment_links_named" ON "amendment_links" USING gin ("named");

-- By the identity of a row in its filing: no foreign key, so that a decision outlives the rows and is found again by those of a rebuilt store.
CREATE TABLE "amendment_decisions" (
  "accession_number" TEXT NOT NULL,
  "is_derivative" BOOLEAN NOT NULL,
  "row_index" INTEGER NOT NULL,
  "restates_accession" TEXT,
  "restates_row_index" INTEGER,
  "decided_by" TEXT NOT NULL,
  "decided_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("accession_number", "is_derivative", "row_index")
);

-- What the page of data quality counts and lists: few rows among millions.
CREATE INDEX "insider_trades_unsettled" ON "insider_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND ("amendment_status" = 'undecided' OR "not_restated");

CREATE INDEX "filings_amending" ON "filings" ("company_cik") WHERE "form_type" IN ('3/A', '4/A', '5/A');

-- The next derivation judges the stored amendments again.
INSERT INTO "pending_derivations" ("kind", "key", "from_on") SELECT 'restatements', '', NULL
WHERE EXISTS (SELECT FROM "filings" WHERE "form_type" LIKE '%/A')
ON CONFLICT ("kind", "key") DO NOTHING;
