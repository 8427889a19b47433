-- What the publishers list, what was asked of them and when, the pace that all processes keep together, and what waits to
-- be derived.
CREATE TABLE "listed_documents" (
    "source" TEXT NOT NULL,
    "document_id" TEXT NOT NULL COLLATE "C",
    "listed_on" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "first_listed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_listed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "retry_at" TIMESTAMPTZ(6),

    CONSTRAINT "listed_documents_pkey" PRIMARY KEY ("source","document_id")
);
CREATE INDEX "listed_documents_source_listed_on_idx" ON "listed_documents"("source", "listed_on");

CREATE TABLE "listing_looks" (
    "source" TEXT NOT NULL,
    "listing" TEXT NOT NULL,
    "covers_from" DATE NOT NULL,
    "covers_to" DATE NOT NULL,
    "looked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" TEXT NOT NULL,
    "listed" INTEGER NOT NULL DEFAULT 0,
    "final" BOOLEAN NOT NULL DEFAULT false,
    "message" TEXT,
    "sha256" TEXT,

    CONSTRAINT "listing_looks_pkey" PRIMARY KEY ("source","listing"),
    CONSTRAINT "listing_looks_outcome" CHECK ("outcome" IN ('listed', 'empty', 'not_published', 'failed')),
    CONSTRAINT "listing_looks_days" CHECK ("covers_from" <= "covers_to")
);
CREATE INDEX "listing_looks_source_covers_from_covers_to_idx" ON "listing_looks"("source", "covers_from", "covers_to");

CREATE TABLE "fetched_resources" (
    "url" TEXT NOT NULL,
    "publisher" TEXT NOT NULL,
    "etag" TEXT,
    "last_modified" TEXT,
    "sha256" TEXT NOT NULL,
    "fetched_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fetched_resources_pkey" PRIMARY KEY ("url")
);

CREATE TABLE "outbound_gates" (
    "publisher" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,
    "stopped_until" TIMESTAMPTZ(6),
    "stopped_because" TEXT,

    CONSTRAINT "outbound_gates_pkey" PRIMARY KEY ("publisher")
);

CREATE TABLE "pending_derivations" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_derivations_pkey" PRIMARY KEY ("kind","key")
);

ALTER TABLE "quarantine" ADD COLUMN "document_id" TEXT, ADD COLUMN "ignored_because" TEXT;
CREATE INDEX "quarantine_source_document_id_idx" ON "quarantine"("source", "document_id");

-- What became of each listed document. A quarantined one is in the store with its raw file and its reason; an ignored one
-- was looked at by a person. Everything else has still to be fetched.
CREATE VIEW "listed_document_states" AS
SELECT d."source", d."document_id", d."listed_on", d."kind", d."url", d."attempts", d."last_error", d."retry_at",
  CASE
    WHEN r."status" = 'unreadable' THEN 'quarantined'
    WHEN f."accession_number" IS NOT NULL OR r."status" = 'parsed' THEN 'stored'
    WHEN q."status" IS NOT NULL THEN 'quarantined'
    ELSE 'not_fetched'
  END AS "state",
  CASE
    WHEN r."status" = 'unreadable' THEN 'unreadable (scan)'
    WHEN f."accession_number" IS NULL AND r."status" IS DISTINCT FROM 'parsed' THEN q."reason"
  END AS "reason"
FROM "listed_documents" d
LEFT JOIN "filings" f ON d."source" = 'form345' AND f."accession_number" = d."document_id"
LEFT JOIN "disclosure_reports" r ON d."source" IN ('house', 'senate') AND r."id" = d."source" || ':' || d."document_id"
LEFT JOIN LATERAL (
  SELECT "status", "reason" FROM "quarantine"
  WHERE "source" = d."source" AND "document_id" = d."document_id" AND "status" IN ('open', 'ignored')
  ORDER BY "status" DESC, "id" LIMIT 1
) q ON TRUE;
