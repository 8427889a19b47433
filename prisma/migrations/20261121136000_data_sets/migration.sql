-- A filing is taken from its document or, for backfill, from the publisher's quarterly data set. The document is the better
-- source: what came from it is never overwritten by a data set.
ALTER TABLE "filings" ADD COLUMN "taken_from" TEXT NOT NULL DEFAULT 'document',
  ADD CONSTRAINT "filings_taken_from" CHECK ("taken_from" IN ('document', 'data_set'));
