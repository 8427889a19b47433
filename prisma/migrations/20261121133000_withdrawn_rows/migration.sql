-- The House numbers a transaction once it is amended, and lets a filer delete one: both are facts of a row.
ALTER TABLE "politician_trades" ADD COLUMN "publisher_row_id" TEXT,
ADD COLUMN "withdraws" BOOLEAN NOT NULL DEFAULT false;
