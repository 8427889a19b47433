-- Ready-made files of lists by month, which callers download: what each holds, and what was downloaded of them.
CREATE TABLE "published_exports" (
    "name" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "data_version" BIGINT NOT NULL,
    "as_of" TIMESTAMPTZ(6) NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replaced_at" TIMESTAMPTZ(6),

    CONSTRAINT "published_exports_pkey" PRIMARY KEY ("name")
);
-- one current file of a list, month and format
CREATE UNIQUE INDEX "published_exports_current_key" ON "published_exports"("list", "month", "format") WHERE "replaced_at" IS NULL;

CREATE TABLE "download_days" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "download_days_pkey" PRIMARY KEY ("account_id", "day"),
    CONSTRAINT "download_days_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- what an account may download in a UTC day
ALTER TABLE "plans" ADD COLUMN "bytes_per_day" DECIMAL NOT NULL DEFAULT 100000000;
UPDATE "plans" SET "bytes_per_day" = v.bytes
FROM (VALUES ('plus', 2000000000), ('pro', 50000000000), ('max', 500000000000), ('demo', 2000000000)) AS v (id, bytes)
WHERE "plans"."id" = v.id;
