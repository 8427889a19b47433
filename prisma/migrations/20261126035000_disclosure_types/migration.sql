-- What the Clerk's indexes of 2008 to 2013 name their Periodic Transaction Reports by. Rows that an earlier release read
-- have null until their index is ingested again.
ALTER TABLE "house_index" ADD COLUMN "disclosure_type" TEXT;
