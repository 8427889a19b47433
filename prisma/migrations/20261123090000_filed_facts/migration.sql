-- Facts of the documents that were read over until now. `disclosed reparse` fills them for stored rows from the kept raw files; columns
-- without a default cost no rewrite, however many rows there are.
ALTER TABLE "filings" ADD COLUMN "accepted_at" TIMESTAMPTZ(6), ADD COLUMN "parser_version" INTEGER;
ALTER TABLE "disclosure_reports" ADD COLUMN "parser_version" INTEGER;
ALTER TABLE "politician_trades" ADD COLUMN "account" TEXT, ADD COLUMN "notified_on" DATE,
  ADD COLUMN "cap_gains_over_200" BOOLEAN, ADD COLUMN "is_late_statutory" BOOLEAN;
