-- People who sign in: passwords, sessions and one-time links, in the columns that better-auth reads and writes; a plan that an
-- account has asked for; and what the pages show of requests: an account's first and latest, its newest errors, and the
-- service's minutes.

ALTER TABLE "accounts" ADD COLUMN "requested_plan_id" TEXT;
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_requested_plan_id_fkey" FOREIGN KEY ("requested_plan_id") REFERENCES "plans"("id")
  ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "users"
  ADD COLUMN "email_verified" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "image" TEXT,
  ADD COLUMN "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "users_account_id_idx" ON "users" ("account_id");

CREATE TABLE "credentials" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "provider_id" TEXT NOT NULL,
  "provider_account_id" TEXT NOT NULL,
  "password" TEXT,
  "access_token" TEXT,
  "refresh_token" TEXT,
  "id_token" TEXT,
  "access_token_expires_at" TIMESTAMPTZ(6),
  "refresh_token_expires_at" TIMESTAMPTZ(6),
  "scope" TEXT,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "credentials_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "credentials_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "credentials_user_id_provider_id_key" ON "credentials" ("user_id", "provider_id");

CREATE TABLE "sessions" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "token" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(6) NOT NULL,
  "ip_address" TEXT,
  "user_agent" TEXT,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions" ("token");
CREATE INDEX "sessions_user_id_idx" ON "sessions" ("user_id");

CREATE TABLE "verifications" (
  "id" UUID NOT NULL,
  "identifier" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(6) NOT NULL,
  "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "verifications_identifier_idx" ON "verifications" ("identifier");
CREATE INDEX "verifications_value_idx" ON "verifications" ("value");

-- the errors of an account turn round in a fixed number of slots, so that no storm of them fills the table
CREATE TABLE "account_requests" (
  "account_id" UUID NOT NULL,
  "first_at" TIMESTAMPTZ(6) NOT NULL,
  "first" JSONB NOT NULL,
  "last_at" TIMESTAMPTZ(6) NOT NULL,
  "last" JSONB NOT NULL,
  "errors" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "account_requests_pkey" PRIMARY KEY ("account_id"),
  CONSTRAINT "account_requests_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "account_errors" (
  "account_id" UUID NOT NULL,
  "slot" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(6) NOT NULL,
  "request_id" TEXT NOT NULL,
  "route" TEXT NOT NULL,
  "status" INTEGER NOT NULL,
  "code" TEXT NOT NULL,
  "message" TEXT NOT NULL,
  "key_last_four" TEXT NOT NULL,
  "parameters" JSONB NOT NULL,
  CONSTRAINT "account_errors_pkey" PRIMARY KEY ("account_id", "slot"),
  CONSTRAINT "account_errors_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "service_minutes" (
  "minute" TIMESTAMPTZ(0) NOT NULL,
  "requests" INTEGER NOT NULL,
  "client_errors" INTEGER NOT NULL,
  "errors" INTEGER NOT NULL,
  "refusals" INTEGER NOT NULL,
  "cache_hits" INTEGER NOT NULL,
  "cache_misses" INTEGER NOT NULL,
  "latency" INTEGER[],
  CONSTRAINT "service_minutes_pkey" PRIMARY KEY ("minute")
);
