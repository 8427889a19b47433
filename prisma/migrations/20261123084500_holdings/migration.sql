-- Positions that forms state without a transaction. Filled by loads; filings that are stored already are filled when they are read again.
CREATE TABLE "holdings" (
    "accession_number" TEXT NOT NULL,
    "is_derivative" BOOLEAN NOT NULL,
    "row_index" INTEGER NOT NULL,
    "company_cik" TEXT NOT NULL,
    "insider_cik" TEXT NOT NULL,
    "filed_on" DATE NOT NULL,
    "stated_on" DATE NOT NULL,
    "form_type" TEXT NOT NULL,
    "security_title" TEXT NOT NULL,
    "shares" DECIMAL,
    "value" DECIMAL,
    "ownership" TEXT,
    "nature_of_ownership" TEXT,
    "exercise_price" DECIMAL,
    "exercisable_on" DATE,
    "expires_on" DATE,
    "underlying_title" TEXT,
    "underlying_shares" DECIMAL,
    "footnote_ids" TEXT[],
    "content_hash" TEXT NOT NULL,

    CONSTRAINT "holdings_pkey" PRIMARY KEY ("accession_number", "is_derivative", "row_index")
);
CREATE INDEX "holdings_company_cik_idx" ON "holdings"("company_cik");

-- No foreign key: it would look up the filing of each row, and keep a process of the release before from emptying the filings. These
-- triggers let holdings go with their filing. DELETE and not TRUNCATE, for the table may be under the same statement.
CREATE FUNCTION disclosed_forget_holdings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM holdings h USING gone WHERE h.accession_number = gone.accession_number;
  RETURN NULL;
END
$$;
CREATE TRIGGER filings_holdings_forgotten AFTER DELETE ON "filings" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_holdings();

CREATE FUNCTION disclosed_forget_all_holdings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM holdings;
  RETURN NULL;
END
$$;
CREATE TRIGGER filings_holdings_forgotten_all AFTER TRUNCATE ON "filings"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_all_holdings();
