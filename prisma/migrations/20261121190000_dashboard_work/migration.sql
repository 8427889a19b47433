-- What administrators do about ingestion: they watch a run and end it, ask for one, and attach a corrected copy to what was refused.
ALTER TABLE "ingestion_runs"
  ADD COLUMN "progress" JSONB,
  ADD COLUMN "log" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "stop_asked_by" TEXT;

CREATE TABLE "run_requests" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  "source" TEXT NOT NULL,
  "from_on" DATE NOT NULL,
  "to_on" DATE NOT NULL,
  "asked_by" TEXT NOT NULL,
  "asked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  "state" TEXT NOT NULL DEFAULT 'waiting' CHECK ("state" IN ('waiting', 'taken', 'done', 'withdrawn')),
  "not_before" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  "message" TEXT,
  "run_id" UUID,
  CONSTRAINT "run_requests_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "run_requests_days" CHECK ("from_on" <= "to_on"),
  CONSTRAINT "run_requests_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "ingestion_runs" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "run_requests_state_source_idx" ON "run_requests" ("state", "source");
CREATE INDEX "run_requests_run_id_idx" ON "run_requests" ("run_id");

CREATE TABLE "quarantine_copies" (
  "id" SERIAL NOT NULL,
  "quarantine_id" INTEGER NOT NULL,
  "sha256" TEXT NOT NULL,
  "file_name" TEXT NOT NULL,
  "bytes" INTEGER NOT NULL,
  "attached_by" TEXT NOT NULL,
  "attached_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  "run_id" UUID,
  CONSTRAINT "quarantine_copies_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "quarantine_copies_quarantine_id_fkey" FOREIGN KEY ("quarantine_id") REFERENCES "quarantine" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "quarantine_copies_quarantine_id_idx" ON "quarantine_copies" ("quarantine_id");
CREATE INDEX "quarantine_copies_sha256_idx" ON "quarantine_copies" ("sha256");
