-- Reports that were read before the Clerk's index of their year have its title and address, as those have that were read after it.
UPDATE "disclosure_reports" d
SET "title" = 'Periodic Transaction Report ' || h."year",
  "source_url" = regexp_replace(d."source_url", '/ptr-pdfs/.*$', '/ptr-pdfs/' || h."year" || '/' || h."doc_id" || '.pdf')
FROM "house_index" h
WHERE d."id" = 'house:' || h."doc_id" AND d."title" <> 'Periodic Transaction Report ' || h."year";
