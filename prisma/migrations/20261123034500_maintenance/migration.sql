-- Work that one process of all does by the clock: the removal of what is past its time, and backups. One row a task, on the clock of
-- the database, so that any number of machines agree on what is due.
CREATE TABLE "maintenance" (
    "task" TEXT NOT NULL,
    "known_since" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tried_at" TIMESTAMPTZ(6),
    "succeeded_at" TIMESTAMPTZ(6),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "removed_rows" BIGINT NOT NULL DEFAULT 0,
    "bytes" BIGINT,

    CONSTRAINT "maintenance_pkey" PRIMARY KEY ("task")
);
