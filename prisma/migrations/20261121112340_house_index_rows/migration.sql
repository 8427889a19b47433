-- The same year's index grows from download to download: of two rows for one document that of the longer index is the newer.
ALTER TABLE "house_index" ADD COLUMN "index_rows" INTEGER NOT NULL DEFAULT 0;
