-- Which listed documents are known to be in the store. `true` is always right; `false` means that it has to be looked up. So
-- that what is still open among millions of documents is found without reading them all.
ALTER TABLE "listed_documents" ADD COLUMN "stored" BOOLEAN NOT NULL DEFAULT false;
UPDATE "listed_documents" d SET "stored" = true FROM "filings" f
WHERE d."source" = 'form345' AND f."accession_number" = d."document_id" COLLATE "default";
UPDATE "listed_documents" d SET "stored" = true FROM "disclosure_reports" r
WHERE d."source" = lower(r."chamber") AND r."doc_id" = d."document_id" COLLATE "default" AND r."status" = 'parsed';
CREATE INDEX "listed_documents_open" ON "listed_documents" ("source", "listed_on" DESC, "document_id") WHERE NOT "stored";

-- filings and reports are added and corrected; where they are taken away, the documents have to be looked up again
CREATE FUNCTION "disclosed_forget_stored"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listed_documents SET stored = false
  WHERE stored AND (source = 'form345') = (TG_TABLE_NAME = 'filings');
  RETURN NULL;
END $$;
CREATE TRIGGER "filings_forget_stored" AFTER TRUNCATE ON "filings" FOR EACH STATEMENT EXECUTE FUNCTION "disclosed_forget_stored"();
CREATE TRIGGER "filings_forget_deleted" AFTER DELETE ON "filings" FOR EACH STATEMENT EXECUTE FUNCTION "disclosed_forget_stored"();
CREATE TRIGGER "disclosure_reports_forget_stored" AFTER TRUNCATE ON "disclosure_reports"
  FOR EACH STATEMENT EXECUTE FUNCTION "disclosed_forget_stored"();
CREATE FUNCTION "disclosed_forget_report"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listed_documents SET stored = false WHERE source = lower(OLD.chamber) AND document_id = OLD.doc_id AND stored;
  RETURN NULL;
END $$;
CREATE TRIGGER "disclosure_reports_forget_deleted" AFTER DELETE ON "disclosure_reports"
  FOR EACH ROW EXECUTE FUNCTION "disclosed_forget_report"();
CREATE TRIGGER "disclosure_reports_forget_unparsed" AFTER UPDATE OF "status" ON "disclosure_reports"
  FOR EACH ROW WHEN (OLD."status" = 'parsed' AND NEW."status" <> 'parsed') EXECUTE FUNCTION "disclosed_forget_report"();

-- Documents that are not known to be stored, with what became of them. Their ids are compared in the collation of the tables
-- that hold them: an index is of one collation only.
CREATE VIEW "open_document_states" AS
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
LEFT JOIN "filings" f ON d."source" = 'form345' AND f."accession_number" = d."document_id" COLLATE "default"
LEFT JOIN "disclosure_reports" r ON d."source" IN ('house', 'senate') AND r."id" = d."source" || ':' || d."document_id" COLLATE "default"
LEFT JOIN LATERAL (
  SELECT "id", "status", "reason", "message", "ignored_because" FROM "quarantine"
  WHERE "source" = d."source" AND "document_id" = d."document_id" COLLATE "default" AND "status" IN ('open', 'ignored')
  ORDER BY "status" DESC, "id" LIMIT 1
) q ON TRUE
WHERE NOT d."stored";

CREATE OR REPLACE VIEW "listed_document_states" AS
SELECT "source", "document_id", "listed_on", "kind", "url", "attempts", "last_error", "retry_at", 'stored' AS "state",
  NULL::text AS "reason", NULL::int AS "quarantine_id", false AS "ignored", NULL::text AS "message", NULL::text AS "ignored_because"
FROM "listed_documents" WHERE "stored"
UNION ALL SELECT * FROM "open_document_states";
