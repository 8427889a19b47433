-- What makes two refusals one (source, hash, name of the file): without an index on it, an archive of 60,000 bad files was
-- compared pair by pair. The expressions stand in src/ingest/quarantine.ts too.
CREATE INDEX "quarantine_identity_idx" ON "quarantine" (
  "source",
  coalesce("sha256", ''),
  (CASE WHEN "sha256" IS NULL THEN "file_name" ELSE regexp_replace("file_name", '^.*/', '') END)
);
