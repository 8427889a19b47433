-- What became of each listed document, with the refusal that stands against it and whether a person has set it aside. A report
-- that is known and could not be given to a member is quarantined too, also when its refusal was removed.
CREATE OR REPLACE VIEW "listed_document_states" AS
SELECT d."source", d."document_id", d."listed_on", d."kind", d."url", d."attempts", d."last_error", d."retry_at",
  CASE
    WHEN f."accession_number" IS NOT NULL OR r."status" = 'parsed' THEN 'stored'
    WHEN r."status" IS NOT NULL OR q."status" IS NOT NULL THEN 'quarantined'
    ELSE 'not_fetched'
  END AS "state",
  CASE
    WHEN f."accession_number" IS NOT NULL OR r."status" = 'parsed' THEN NULL
    WHEN r."status" = 'unreadable' THEN CASE d."source" WHEN 'senate' THEN 'unreadable (paper)' ELSE 'unreadable (scan)' END
    WHEN r."status" IS NOT NULL THEN coalesce(q."reason", 'quarantined')
    ELSE q."reason"
  END AS "reason",
  q."id" AS "quarantine_id",
  (f."accession_number" IS NULL AND r."status" IS DISTINCT FROM 'parsed' AND coalesce(q."status" = 'ignored', false)) AS "ignored",
  CASE WHEN f."accession_number" IS NULL AND r."status" IS DISTINCT FROM 'parsed' THEN q."message" END AS "message",
  CASE WHEN f."accession_number" IS NULL AND r."status" IS DISTINCT FROM 'parsed' THEN q."ignored_because" END AS "ignored_because"
FROM "listed_documents" d
LEFT JOIN "filings" f ON d."source" = 'form345' AND f."accession_number" = d."document_id"
LEFT JOIN "disclosure_reports" r ON d."source" IN ('house', 'senate') AND r."id" = d."source" || ':' || d."document_id"
LEFT JOIN LATERAL (
  SELECT "id", "status", "reason", "message", "ignored_because" FROM "quarantine"
  WHERE "source" = d."source" AND "document_id" = d."document_id" AND "status" IN ('open', 'ignored')
  ORDER BY "status" DESC, "id" LIMIT 1
) q ON TRUE;
