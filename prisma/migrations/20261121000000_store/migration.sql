-- CreateTable
CREATE TABLE "data_version" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,
    "as_of" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" TEXT NOT NULL DEFAULT 'empty',

    CONSTRAINT "data_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sic_codes" (
    "code" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "sector" TEXT NOT NULL,

    CONSTRAINT "sic_codes_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "committee_jurisdictions" (
    "id" SERIAL NOT NULL,
    "committee_code" TEXT NOT NULL,
    "sector" TEXT,
    "industry" TEXT,
    "general" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT NOT NULL,

    CONSTRAINT "committee_jurisdictions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ingestion_runs" (
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "arguments" JSONB NOT NULL DEFAULT '[]',
    "status" TEXT NOT NULL DEFAULT 'running',
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),
    "files" INTEGER NOT NULL DEFAULT 0,
    "quarantined_files" INTEGER NOT NULL DEFAULT 0,
    "found" INTEGER NOT NULL DEFAULT 0,
    "new" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "amended" INTEGER NOT NULL DEFAULT 0,
    "quarantined_records" INTEGER NOT NULL DEFAULT 0,
    "message" TEXT,

    CONSTRAINT "ingestion_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_files" (
    "sha256" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "first_seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "run_id" UUID,

    CONSTRAINT "source_files_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "quarantine" (
    "id" SERIAL NOT NULL,
    "run_id" UUID,
    "source" TEXT NOT NULL,
    "sha256" TEXT,
    "file_name" TEXT NOT NULL,
    "record_ref" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "detail" JSONB,
    "status" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(6),

    CONSTRAINT "quarantine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "row_history" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "row_id" BIGINT NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reason" TEXT NOT NULL,
    "before" JSONB NOT NULL,

    CONSTRAINT "row_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "companies" (
    "cik" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "ticker" TEXT,
    "sic_code" INTEGER,
    "sector" TEXT,
    "industry" TEXT,
    "exchange" TEXT,
    "as_of" DATE,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "companies_pkey" PRIMARY KEY ("cik")
);

-- CreateTable
CREATE TABLE "company_tickers" (
    "company_cik" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "first_seen_on" DATE NOT NULL,
    "last_seen_on" DATE NOT NULL,
    "source" TEXT NOT NULL,

    CONSTRAINT "company_tickers_pkey" PRIMARY KEY ("company_cik","symbol")
);

-- CreateTable
CREATE TABLE "insiders" (
    "cik" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "insiders_pkey" PRIMARY KEY ("cik")
);

-- CreateTable
CREATE TABLE "filings" (
    "accession_number" TEXT NOT NULL,
    "form_type" TEXT NOT NULL,
    "schema_version" TEXT,
    "filed_on" DATE NOT NULL,
    "filed_on_source" TEXT NOT NULL,
    "period_of_report" DATE,
    "original_submitted_on" DATE,
    "company_cik" TEXT NOT NULL,
    "issuer_name_as_filed" TEXT NOT NULL,
    "ticker_as_filed" TEXT,
    "aff10b5_one" BOOLEAN,
    "not_subject_to_16" BOOLEAN,
    "remarks" TEXT,
    "footnotes" JSONB NOT NULL DEFAULT '{}',
    "source_url" TEXT NOT NULL,
    "source_file_sha256" TEXT,
    "ingested_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "filings_pkey" PRIMARY KEY ("accession_number")
);

-- CreateTable
CREATE TABLE "filing_owners" (
    "accession_number" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "insider_cik" TEXT NOT NULL,
    "name_as_filed" TEXT NOT NULL,
    "is_director" BOOLEAN NOT NULL,
    "is_officer" BOOLEAN NOT NULL,
    "is_ten_percent_owner" BOOLEAN NOT NULL,
    "is_other" BOOLEAN NOT NULL,
    "officer_title" TEXT,
    "other_text" TEXT,

    CONSTRAINT "filing_owners_pkey" PRIMARY KEY ("accession_number","ordinal")
);

-- CreateTable
CREATE TABLE "insider_trades" (
    "id" BIGINT NOT NULL,
    "accession_number" TEXT NOT NULL,
    "is_derivative" BOOLEAN NOT NULL,
    "row_index" INTEGER NOT NULL,
    "company_cik" TEXT NOT NULL,
    "insider_cik" TEXT NOT NULL,
    "filed_on" DATE NOT NULL,
    "traded_on" DATE,
    "form_type" TEXT NOT NULL,
    "transaction_code" TEXT NOT NULL,
    "acquired_disposed" TEXT,
    "security_title" TEXT NOT NULL,
    "shares" DECIMAL,
    "price" DECIMAL,
    "value" DECIMAL,
    "shares_owned_after" DECIMAL,
    "value_owned_after" DECIMAL,
    "delta_own_pct" DOUBLE PRECISION,
    "ownership" TEXT,
    "nature_of_ownership" TEXT,
    "exercise_price" DECIMAL,
    "exercisable_on" DATE,
    "expires_on" DATE,
    "underlying_title" TEXT,
    "underlying_shares" DECIMAL,
    "is_10b5_1" BOOLEAN,
    "is_amendment" BOOLEAN NOT NULL,
    "superseded_by_id" BIGINT,
    "filing_delay_days" INTEGER,
    "ticker_as_filed" TEXT,
    "title" TEXT,
    "is_director" BOOLEAN NOT NULL,
    "is_officer" BOOLEAN NOT NULL,
    "is_ten_percent_owner" BOOLEAN NOT NULL,
    "footnote_ids" TEXT[],
    "owner_names" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "signal_score" INTEGER NOT NULL DEFAULT 5,
    "signal_tier" TEXT NOT NULL DEFAULT 'noise',
    "signal_direction" TEXT NOT NULL DEFAULT 'neutral',
    "signal_factors" JSONB NOT NULL DEFAULT '[]',
    "signal_version" TEXT NOT NULL DEFAULT '',
    "last_modified" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "insider_trades_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "insider_outcomes" (
    "trade_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "series_id" INTEGER,
    "entry_on" DATE,
    "entry_price" DECIMAL,
    "entry_price_adjusted" DECIMAL,
    "return_7" DOUBLE PRECISION,
    "return_30" DOUBLE PRECISION,
    "return_90" DOUBLE PRECISION,
    "return_180" DOUBLE PRECISION,
    "return_365" DOUBLE PRECISION,
    "spy_return_7" DOUBLE PRECISION,
    "spy_return_30" DOUBLE PRECISION,
    "spy_return_90" DOUBLE PRECISION,
    "spy_return_180" DOUBLE PRECISION,
    "spy_return_365" DOUBLE PRECISION,
    "trade_date_return_7" DOUBLE PRECISION,
    "trade_date_return_30" DOUBLE PRECISION,
    "trade_date_return_90" DOUBLE PRECISION,
    "trade_date_return_180" DOUBLE PRECISION,
    "trade_date_return_365" DOUBLE PRECISION,
    "trade_date_spy_return_7" DOUBLE PRECISION,
    "trade_date_spy_return_30" DOUBLE PRECISION,
    "trade_date_spy_return_90" DOUBLE PRECISION,
    "trade_date_spy_return_180" DOUBLE PRECISION,
    "trade_date_spy_return_365" DOUBLE PRECISION,

    CONSTRAINT "insider_outcomes_pkey" PRIMARY KEY ("trade_id")
);

-- CreateTable
CREATE TABLE "clusters" (
    "id" BIGINT NOT NULL,
    "company_cik" TEXT NOT NULL,
    "transaction_code" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "trade_count" INTEGER NOT NULL,
    "total_value" DECIMAL,
    "total_shares" DECIMAL,
    "average_price" DECIMAL,
    "start_on" DATE NOT NULL,
    "end_on" DATE NOT NULL,
    "latest_filed_on" DATE NOT NULL,
    "max_signal_score" INTEGER NOT NULL,
    "insiders" JSONB NOT NULL,

    CONSTRAINT "clusters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster_trades" (
    "cluster_id" BIGINT NOT NULL,
    "trade_id" BIGINT NOT NULL,

    CONSTRAINT "cluster_trades_pkey" PRIMARY KEY ("cluster_id","trade_id")
);

-- CreateTable
CREATE TABLE "politicians" (
    "bioguide_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "middle_name" TEXT,
    "last_name" TEXT NOT NULL,
    "suffix" TEXT,
    "nickname" TEXT,
    "birthday" DATE,
    "known_chamber" TEXT,
    "known_state" TEXT,
    "known_party" TEXT,
    "as_of" DATE,
    "content_hash" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "politicians_pkey" PRIMARY KEY ("bioguide_id")
);

-- CreateTable
CREATE TABLE "politician_terms" (
    "bioguide_id" TEXT NOT NULL,
    "chamber" TEXT NOT NULL,
    "start_on" DATE NOT NULL,
    "end_on" DATE NOT NULL,
    "state" TEXT NOT NULL,
    "district" INTEGER,
    "party" TEXT NOT NULL,
    "senate_class" INTEGER,

    CONSTRAINT "politician_terms_pkey" PRIMARY KEY ("bioguide_id","start_on","chamber")
);

-- CreateTable
CREATE TABLE "committees" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "chamber" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "parent_code" TEXT,
    "url" TEXT,
    "current" BOOLEAN NOT NULL DEFAULT true,
    "as_of" DATE,
    "content_hash" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "committees_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "roster_snapshots" (
    "as_of" DATE NOT NULL,
    "source_file_sha256" TEXT,

    CONSTRAINT "roster_snapshots_pkey" PRIMARY KEY ("as_of")
);

-- CreateTable
CREATE TABLE "roster_entries" (
    "as_of" DATE NOT NULL,
    "committee_code" TEXT NOT NULL,
    "bioguide_id" TEXT NOT NULL,
    "side" TEXT,
    "rank" INTEGER,
    "title" TEXT,

    CONSTRAINT "roster_entries_pkey" PRIMARY KEY ("as_of","committee_code","bioguide_id")
);

-- CreateTable
CREATE TABLE "committee_memberships" (
    "id" SERIAL NOT NULL,
    "committee_code" TEXT NOT NULL,
    "bioguide_id" TEXT NOT NULL,
    "side" TEXT,
    "rank" INTEGER,
    "title" TEXT,
    "seen_from" DATE NOT NULL,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE,
    "current" BOOLEAN NOT NULL,

    CONSTRAINT "committee_memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "house_index" (
    "doc_id" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "prefix" TEXT,
    "last_name" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "suffix" TEXT,
    "filing_type" TEXT NOT NULL,
    "state_district" TEXT,
    "filed_on" DATE,

    CONSTRAINT "house_index_pkey" PRIMARY KEY ("doc_id")
);

-- CreateTable
CREATE TABLE "disclosure_reports" (
    "id" TEXT NOT NULL,
    "chamber" TEXT NOT NULL,
    "doc_id" TEXT NOT NULL,
    "title" TEXT,
    "filer_as_filed" TEXT NOT NULL,
    "bioguide_id" TEXT,
    "filed_on" DATE,
    "is_amendment" BOOLEAN NOT NULL DEFAULT false,
    "amendment_number" INTEGER,
    "amends_report_id" TEXT,
    "status" TEXT NOT NULL,
    "stated_transactions" INTEGER,
    "source_url" TEXT NOT NULL,
    "source_file_sha256" TEXT,
    "ingested_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "disclosure_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "politician_trades" (
    "id" BIGINT NOT NULL,
    "report_id" TEXT NOT NULL,
    "row_index" INTEGER NOT NULL,
    "bioguide_id" TEXT NOT NULL,
    "filed_on" DATE NOT NULL,
    "original_filed_on" DATE,
    "traded_on" DATE,
    "party" TEXT,
    "chamber" TEXT NOT NULL,
    "state" TEXT,
    "district" INTEGER,
    "ticker" TEXT,
    "ticker_as_filed" TEXT,
    "asset_name" TEXT NOT NULL,
    "asset_type" TEXT,
    "trade_type" TEXT NOT NULL,
    "owner" TEXT,
    "amount_range" TEXT,
    "amount_low" DECIMAL,
    "amount_high" DECIMAL,
    "amount_mid" DECIMAL,
    "comment" TEXT,
    "is_amendment" BOOLEAN NOT NULL,
    "superseded_by_id" BIGINT,
    "content_hash" TEXT NOT NULL,
    "company_cik" TEXT,
    "sector" TEXT,
    "industry" TEXT,
    "delay_days" INTEGER,
    "is_late" BOOLEAN NOT NULL DEFAULT false,
    "date_quality" TEXT NOT NULL DEFAULT 'ok',
    "is_committee_trade" BOOLEAN NOT NULL DEFAULT false,
    "committee_matches" JSONB NOT NULL DEFAULT '[]',
    "committee_data" TEXT NOT NULL DEFAULT 'unknown',
    "last_modified" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "politician_trades_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "politician_outcomes" (
    "trade_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "series_id" INTEGER,
    "entry_on" DATE,
    "entry_price" DECIMAL,
    "entry_price_adjusted" DECIMAL,
    "return_7" DOUBLE PRECISION,
    "return_30" DOUBLE PRECISION,
    "return_90" DOUBLE PRECISION,
    "return_180" DOUBLE PRECISION,
    "return_365" DOUBLE PRECISION,
    "spy_return_7" DOUBLE PRECISION,
    "spy_return_30" DOUBLE PRECISION,
    "spy_return_90" DOUBLE PRECISION,
    "spy_return_180" DOUBLE PRECISION,
    "spy_return_365" DOUBLE PRECISION,
    "trade_date_return_7" DOUBLE PRECISION,
    "trade_date_return_30" DOUBLE PRECISION,
    "trade_date_return_90" DOUBLE PRECISION,
    "trade_date_return_180" DOUBLE PRECISION,
    "trade_date_return_365" DOUBLE PRECISION,
    "trade_date_spy_return_7" DOUBLE PRECISION,
    "trade_date_spy_return_30" DOUBLE PRECISION,
    "trade_date_spy_return_90" DOUBLE PRECISION,
    "trade_date_spy_return_180" DOUBLE PRECISION,
    "trade_date_spy_return_365" DOUBLE PRECISION,

    CONSTRAINT "politician_outcomes_pkey" PRIMARY KEY ("trade_id")
);

-- CreateTable
CREATE TABLE "price_series" (
    "id" SERIAL NOT NULL,
    "symbol" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "adjusted" BOOLEAN NOT NULL,

    CONSTRAINT "price_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_bars" (
    "series_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "open" DECIMAL,
    "high" DECIMAL,
    "low" DECIMAL,
    "close" DECIMAL,
    "adjusted_close" DECIMAL,
    "volume" DECIMAL,

    CONSTRAINT "price_bars_pkey" PRIMARY KEY ("series_id","date")
);

-- CreateTable
CREATE TABLE "plans" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "price_per_month" DECIMAL,
    "per_minute" INTEGER NOT NULL,
    "per_day" INTEGER NOT NULL,
    "per_month" INTEGER NOT NULL,
    "commercial_use" BOOLEAN NOT NULL DEFAULT false,
    "listed" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "account_id" UUID,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "role" TEXT NOT NULL DEFAULT 'user',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "hash" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "allowlist" TEXT[],
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(6),
    "expires_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quota_windows" (
    "account_id" UUID NOT NULL,
    "minute_start" TIMESTAMPTZ(6) NOT NULL,
    "minute_used" INTEGER NOT NULL,
    "day_start" TIMESTAMPTZ(6) NOT NULL,
    "day_used" INTEGER NOT NULL,
    "month_start" TIMESTAMPTZ(6) NOT NULL,
    "month_used" INTEGER NOT NULL,

    CONSTRAINT "quota_windows_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "usage_daily" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "route" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "requests" INTEGER NOT NULL,

    CONSTRAINT "usage_daily_pkey" PRIMARY KEY ("account_id","day","route","status")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "committee_jurisdictions_committee_code_idx" ON "committee_jurisdictions"("committee_code");

-- CreateIndex
CREATE INDEX "ingestion_runs_source_started_at_idx" ON "ingestion_runs"("source", "started_at");

-- CreateIndex
CREATE INDEX "quarantine_source_status_idx" ON "quarantine"("source", "status");

-- CreateIndex
CREATE UNIQUE INDEX "quarantine_source_file_name_sha256_record_ref_reason_key" ON "quarantine"("source", "file_name", "sha256", "record_ref", "reason");

-- CreateIndex
CREATE INDEX "row_history_kind_row_id_idx" ON "row_history"("kind", "row_id");

-- CreateIndex
CREATE INDEX "companies_ticker_idx" ON "companies"("ticker");

-- CreateIndex
CREATE INDEX "companies_sector_idx" ON "companies"("sector");

-- CreateIndex
CREATE INDEX "companies_industry_idx" ON "companies"("industry");

-- CreateIndex
CREATE INDEX "company_tickers_symbol_idx" ON "company_tickers"("symbol");

-- CreateIndex
CREATE INDEX "filings_filed_on_idx" ON "filings"("filed_on");

-- CreateIndex
CREATE INDEX "filings_company_cik_filed_on_idx" ON "filings"("company_cik", "filed_on");

-- CreateIndex
CREATE INDEX "filing_owners_insider_cik_idx" ON "filing_owners"("insider_cik");

-- CreateIndex
CREATE INDEX "insider_trades_filed_on_id_idx" ON "insider_trades"("filed_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "insider_trades_company_cik_traded_on_idx" ON "insider_trades"("company_cik", "traded_on");

-- CreateIndex
CREATE INDEX "insider_trades_insider_cik_traded_on_idx" ON "insider_trades"("insider_cik", "traded_on");

-- CreateIndex
CREATE INDEX "insider_trades_last_modified_idx" ON "insider_trades"("last_modified");

-- CreateIndex
CREATE INDEX "insider_trades_superseded_by_id_idx" ON "insider_trades"("superseded_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "insider_trades_accession_number_is_derivative_row_index_key" ON "insider_trades"("accession_number", "is_derivative", "row_index");

-- CreateIndex
CREATE INDEX "clusters_latest_filed_on_id_idx" ON "clusters"("latest_filed_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "clusters_company_cik_idx" ON "clusters"("company_cik");

-- CreateIndex
CREATE INDEX "cluster_trades_trade_id_idx" ON "cluster_trades"("trade_id");

-- CreateIndex
CREATE INDEX "politicians_last_name_idx" ON "politicians"("last_name");

-- CreateIndex
CREATE INDEX "roster_entries_committee_code_idx" ON "roster_entries"("committee_code");

-- CreateIndex
CREATE INDEX "committee_memberships_bioguide_id_idx" ON "committee_memberships"("bioguide_id");

-- CreateIndex
CREATE UNIQUE INDEX "committee_memberships_committee_code_bioguide_id_seen_from_key" ON "committee_memberships"("committee_code", "bioguide_id", "seen_from");

-- CreateIndex
CREATE INDEX "disclosure_reports_bioguide_id_idx" ON "disclosure_reports"("bioguide_id");

-- CreateIndex
CREATE INDEX "disclosure_reports_filed_on_idx" ON "disclosure_reports"("filed_on");

-- CreateIndex
CREATE INDEX "politician_trades_filed_on_id_idx" ON "politician_trades"("filed_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "politician_trades_bioguide_id_filed_on_idx" ON "politician_trades"("bioguide_id", "filed_on");

-- CreateIndex
CREATE INDEX "politician_trades_ticker_idx" ON "politician_trades"("ticker");

-- CreateIndex
CREATE INDEX "politician_trades_last_modified_idx" ON "politician_trades"("last_modified");

-- CreateIndex
CREATE UNIQUE INDEX "politician_trades_report_id_row_index_key" ON "politician_trades"("report_id", "row_index");

-- CreateIndex
CREATE UNIQUE INDEX "price_series_symbol_provider_key" ON "price_series"("symbol", "provider");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_idx" ON "api_keys"("account_id");

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log"("at");

-- AddForeignKey
ALTER TABLE "source_files" ADD CONSTRAINT "source_files_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "ingestion_runs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "ingestion_runs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "source_files"("sha256") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "companies" ADD CONSTRAINT "companies_sic_code_fkey" FOREIGN KEY ("sic_code") REFERENCES "sic_codes"("code") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_tickers" ADD CONSTRAINT "company_tickers_company_cik_fkey" FOREIGN KEY ("company_cik") REFERENCES "companies"("cik") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "filings" ADD CONSTRAINT "filings_company_cik_fkey" FOREIGN KEY ("company_cik") REFERENCES "companies"("cik") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "filings" ADD CONSTRAINT "filings_source_file_sha256_fkey" FOREIGN KEY ("source_file_sha256") REFERENCES "source_files"("sha256") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "filing_owners" ADD CONSTRAINT "filing_owners_accession_number_fkey" FOREIGN KEY ("accession_number") REFERENCES "filings"("accession_number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "filing_owners" ADD CONSTRAINT "filing_owners_insider_cik_fkey" FOREIGN KEY ("insider_cik") REFERENCES "insiders"("cik") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insider_trades" ADD CONSTRAINT "insider_trades_accession_number_fkey" FOREIGN KEY ("accession_number") REFERENCES "filings"("accession_number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insider_trades" ADD CONSTRAINT "insider_trades_company_cik_fkey" FOREIGN KEY ("company_cik") REFERENCES "companies"("cik") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insider_trades" ADD CONSTRAINT "insider_trades_insider_cik_fkey" FOREIGN KEY ("insider_cik") REFERENCES "insiders"("cik") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insider_trades" ADD CONSTRAINT "insider_trades_superseded_by_id_fkey" FOREIGN KEY ("superseded_by_id") REFERENCES "insider_trades"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insider_outcomes" ADD CONSTRAINT "insider_outcomes_trade_id_fkey" FOREIGN KEY ("trade_id") REFERENCES "insider_trades"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clusters" ADD CONSTRAINT "clusters_company_cik_fkey" FOREIGN KEY ("company_cik") REFERENCES "companies"("cik") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cluster_trades" ADD CONSTRAINT "cluster_trades_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cluster_trades" ADD CONSTRAINT "cluster_trades_trade_id_fkey" FOREIGN KEY ("trade_id") REFERENCES "insider_trades"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "politician_terms" ADD CONSTRAINT "politician_terms_bioguide_id_fkey" FOREIGN KEY ("bioguide_id") REFERENCES "politicians"("bioguide_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "committees" ADD CONSTRAINT "committees_parent_code_fkey" FOREIGN KEY ("parent_code") REFERENCES "committees"("code") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roster_entries" ADD CONSTRAINT "roster_entries_as_of_fkey" FOREIGN KEY ("as_of") REFERENCES "roster_snapshots"("as_of") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roster_entries" ADD CONSTRAINT "roster_entries_committee_code_fkey" FOREIGN KEY ("committee_code") REFERENCES "committees"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roster_entries" ADD CONSTRAINT "roster_entries_bioguide_id_fkey" FOREIGN KEY ("bioguide_id") REFERENCES "politicians"("bioguide_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "committee_memberships" ADD CONSTRAINT "committee_memberships_committee_code_fkey" FOREIGN KEY ("committee_code") REFERENCES "committees"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "committee_memberships" ADD CONSTRAINT "committee_memberships_bioguide_id_fkey" FOREIGN KEY ("bioguide_id") REFERENCES "politicians"("bioguide_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disclosure_reports" ADD CONSTRAINT "disclosure_reports_bioguide_id_fkey" FOREIGN KEY ("bioguide_id") REFERENCES "politicians"("bioguide_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disclosure_reports" ADD CONSTRAINT "disclosure_reports_source_file_sha256_fkey" FOREIGN KEY ("source_file_sha256") REFERENCES "source_files"("sha256") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "politician_trades" ADD CONSTRAINT "politician_trades_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "disclosure_reports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "politician_trades" ADD CONSTRAINT "politician_trades_bioguide_id_fkey" FOREIGN KEY ("bioguide_id") REFERENCES "politicians"("bioguide_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "politician_trades" ADD CONSTRAINT "politician_trades_company_cik_fkey" FOREIGN KEY ("company_cik") REFERENCES "companies"("cik") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "politician_trades" ADD CONSTRAINT "politician_trades_superseded_by_id_fkey" FOREIGN KEY ("superseded_by_id") REFERENCES "politician_trades"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "politician_outcomes" ADD CONSTRAINT "politician_outcomes_trade_id_fkey" FOREIGN KEY ("trade_id") REFERENCES "politician_trades"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_bars" ADD CONSTRAINT "price_bars_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "price_series"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quota_windows" ADD CONSTRAINT "quota_windows_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_daily" ADD CONSTRAINT "usage_daily_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Below: what the Prisma schema cannot say.

-- Text sorts by code point, whatever the server's locale.
ALTER TABLE "committees" ALTER COLUMN "chamber" TYPE TEXT COLLATE "C", ALTER COLUMN "name" TYPE TEXT COLLATE "C", ALTER COLUMN "code" TYPE TEXT COLLATE "C";

-- Lists and their totals look at rows that no later filing replaced.
CREATE INDEX "insider_trades_live_filed" ON "insider_trades" ("filed_on" DESC, "id" DESC) WHERE "superseded_by_id" IS NULL AND NOT "is_derivative";
CREATE INDEX "politician_trades_live_filed" ON "politician_trades" ("filed_on" DESC, "id" DESC) WHERE "superseded_by_id" IS NULL;
CREATE INDEX "politician_trades_late" ON "politician_trades" ("delay_days" DESC, "id" DESC) WHERE "is_late" AND "superseded_by_id" IS NULL;

INSERT INTO "data_version" ("id", "version", "kind") VALUES (1, 0, 'empty');

-- Advances the data version by one and returns it. Called at the end of whatever changed what callers may read.
CREATE FUNCTION disclosed_bump_data_version() RETURNS bigint LANGUAGE sql AS $$
  UPDATE data_version SET version = version + 1, as_of = now() WHERE id = 1 RETURNING version
$$;
