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
    "progress" JSONB,
    "log" JSONB NOT NULL DEFAULT '[]',
    "stop_requested_by" TEXT,

    CONSTRAINT "ingestion_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_requests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "source" TEXT NOT NULL,
    "from_on" DATE NOT NULL,
    "to_on" DATE NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "not_before" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "message" TEXT,
    "run_id" UUID,

    CONSTRAINT "run_requests_pkey" PRIMARY KEY ("id")
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
    "document_id" TEXT,
    "ignored_because" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(6),

    CONSTRAINT "quarantine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quarantine_copies" (
    "id" SERIAL NOT NULL,
    "quarantine_id" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "attached_by" TEXT NOT NULL,
    "attached_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "run_id" UUID,

    CONSTRAINT "quarantine_copies_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "listed_documents" (
    "source" TEXT NOT NULL,
    "document_id" TEXT COLLATE "C" NOT NULL,
    "listed_on" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "first_listed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_listed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "retry_at" TIMESTAMPTZ(6),
    "stored" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "listed_documents_pkey" PRIMARY KEY ("source","document_id")
);

-- CreateTable
CREATE TABLE "listed_day_changes" (
    "id" BIGSERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "listed_on" DATE NOT NULL,
    "listed" INTEGER NOT NULL,
    "stored" INTEGER NOT NULL,

    CONSTRAINT "listed_day_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listing_fetches" (
    "source" TEXT NOT NULL,
    "listing" TEXT NOT NULL,
    "covers_from" DATE NOT NULL,
    "covers_to" DATE NOT NULL,
    "fetched_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" TEXT NOT NULL,
    "listed" INTEGER NOT NULL DEFAULT 0,
    "final" BOOLEAN NOT NULL DEFAULT false,
    "message" TEXT,
    "sha256" TEXT,
    "gaps" DATE[] NOT NULL DEFAULT ARRAY[]::DATE[],

    CONSTRAINT "listing_fetches_pkey" PRIMARY KEY ("source","listing")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "outbound_gates" (
    "publisher" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,
    "stopped_until" TIMESTAMPTZ(6),
    "stopped_because" TEXT,
    "stopped_status" INTEGER,

    CONSTRAINT "outbound_gates_pkey" PRIMARY KEY ("publisher")
);

-- CreateTable
CREATE TABLE "pending_derivations" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "from_on" DATE,
    "since" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_derivations_pkey" PRIMARY KEY ("kind","key")
);

-- CreateTable
CREATE TABLE "list_changes" (
    "position" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "row_id" BIGINT,
    "day" DATE,
    "before" JSONB,
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "noted_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "list_changes_pkey" PRIMARY KEY ("position")
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
    "price_basis" TEXT,
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
    "listed_on" DATE,
    "listed_position" INTEGER,

    CONSTRAINT "company_tickers_pkey" PRIMARY KEY ("company_cik","symbol")
);

-- CreateTable
CREATE TABLE "company_window_sums" (
    "company_cik" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "buy_count" INTEGER NOT NULL,
    "sell_count" INTEGER NOT NULL,
    "buy_value" DECIMAL NOT NULL,
    "sell_value" DECIMAL NOT NULL,
    "net_value" DECIMAL NOT NULL,
    "distinct_buyers" INTEGER NOT NULL,
    "distinct_sellers" INTEGER NOT NULL,
    "suspect_count" INTEGER NOT NULL,
    "purchase_count" INTEGER NOT NULL,
    "sale_count" INTEGER NOT NULL,
    "amount_low" DECIMAL NOT NULL,
    "amount_high" DECIMAL NOT NULL,
    "due_on" DATE NOT NULL,

    CONSTRAINT "company_window_sums_pkey" PRIMARY KEY ("company_cik","days")
);

-- CreateTable
CREATE TABLE "company_days" (
    "filed_on" DATE NOT NULL,
    "company_cik" TEXT NOT NULL,
    "buy_count" INTEGER NOT NULL,
    "sell_count" INTEGER NOT NULL,
    "buy_value" DECIMAL NOT NULL,
    "sell_value" DECIMAL NOT NULL,
    "suspect_count" INTEGER NOT NULL,

    CONSTRAINT "company_days_pkey" PRIMARY KEY ("filed_on","company_cik")
);

-- CreateTable
CREATE TABLE "company_sums" (
    "company_cik" TEXT NOT NULL,
    "last_filed_on" DATE NOT NULL,

    CONSTRAINT "company_sums_pkey" PRIMARY KEY ("company_cik")
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
    "loaded_from" TEXT NOT NULL DEFAULT 'document',
    "period_of_report" DATE,
    "original_submitted_on" DATE,
    "company_cik" TEXT NOT NULL,
    "issuer_name_as_filed" TEXT NOT NULL,
    "issuer_sic" INTEGER,
    "ticker_as_filed" TEXT,
    "aff10b5_one" BOOLEAN,
    "not_subject_to_16" BOOLEAN,
    "remarks" TEXT,
    "footnotes" JSONB NOT NULL DEFAULT '{}',
    "source_url" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(6),
    "source_file_sha256" TEXT,
    "parser_version" INTEGER,
    "ingested_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "filings_pkey" PRIMARY KEY ("accession_number")
);

-- CreateTable
CREATE TABLE "amendment_links" (
    "accession_number" TEXT NOT NULL,
    "company_cik" TEXT NOT NULL,
    "named_by" TEXT NOT NULL,
    "named" TEXT[] NOT NULL,
    "amends" TEXT[] NOT NULL,

    CONSTRAINT "amendment_links_pkey" PRIMARY KEY ("accession_number")
);

-- CreateTable
CREATE TABLE "amendment_decisions" (
    "accession_number" TEXT NOT NULL,
    "is_derivative" BOOLEAN NOT NULL,
    "row_index" INTEGER NOT NULL,
    "restates_accession" TEXT,
    "restates_row_index" INTEGER,
    "decided_by" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "amendment_decisions_pkey" PRIMARY KEY ("accession_number","is_derivative","row_index")
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
    "stated_role" TEXT,

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
    "security_class" TEXT,
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
    "exercise_pair_id" BIGINT,
    "exercise_and_sale" BOOLEAN,
    "is_10b5_1" BOOLEAN,
    "is_plan_unclear" BOOLEAN NOT NULL DEFAULT false,
    "is_amendment" BOOLEAN NOT NULL,
    "superseded_by_id" BIGINT,
    "amendment_status" TEXT,
    "not_restated" BOOLEAN NOT NULL DEFAULT false,
    "first_filed_on" DATE,
    "price_quality" TEXT,
    "price_quality_reason" TEXT,
    "price_reason" TEXT,
    "same_block_as_id" BIGINT,
    "first_buy" BOOLEAN,
    "cluster_id" BIGINT,
    "filing_delay_days" INTEGER,
    "ticker_as_filed" TEXT,
    "own_ticker" TEXT,
    "title" TEXT,
    "title_as_filed" TEXT,
    "is_director" BOOLEAN NOT NULL,
    "is_officer" BOOLEAN NOT NULL,
    "is_ten_percent_owner" BOOLEAN NOT NULL,
    "footnote_ids" TEXT[],
    "owner_names" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "signal_score" INTEGER NOT NULL DEFAULT 5,
    "signal_tier" TEXT NOT NULL DEFAULT 'noise',
    "signal_direction" TEXT NOT NULL DEFAULT 'neutral',
    "signal_factors" JSONB NOT NULL DEFAULT '[{"factor": "base", "points": 5}]',
    "signal_version" TEXT NOT NULL DEFAULT '6',
    "last_modified" TIMESTAMPTZ(6) NOT NULL DEFAULT statement_timestamp(),

    CONSTRAINT "insider_trades_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "holdings" (
    "accession_number" TEXT NOT NULL,
    "is_derivative" BOOLEAN NOT NULL,
    "row_index" INTEGER NOT NULL,
    "company_cik" TEXT NOT NULL,
    "insider_cik" TEXT NOT NULL,
    "filed_on" DATE NOT NULL,
    "stated_on" DATE NOT NULL,
    "form_type" TEXT NOT NULL,
    "security_title" TEXT NOT NULL,
    "security_class" TEXT,
    "shares" DECIMAL,
    "value" DECIMAL,
    "ownership" TEXT,
    "nature_of_ownership" TEXT,
    "exercise_price" DECIMAL,
    "exercisable_on" DATE,
    "expires_on" DATE,
    "underlying_title" TEXT,
    "underlying_shares" DECIMAL,
    "footnote_ids" TEXT[],
    "content_hash" TEXT NOT NULL,

    CONSTRAINT "holdings_pkey" PRIMARY KEY ("accession_number","is_derivative","row_index")
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
    "ahead_until" DATE,

    CONSTRAINT "insider_outcomes_pkey" PRIMARY KEY ("trade_id")
);

-- CreateTable
CREATE TABLE "signal_days" (
    "filed_on" DATE NOT NULL,
    "version" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "observations" INTEGER NOT NULL,
    "resolved" INTEGER NOT NULL,
    "hits" INTEGER NOT NULL,
    "beat" INTEGER NOT NULL,
    "compared" INTEGER NOT NULL,
    "gain_sum" DECIMAL NOT NULL,
    "alpha_sum" DECIMAL NOT NULL,
    "alpha_square_sum" DECIMAL NOT NULL,

    CONSTRAINT "signal_days_pkey" PRIMARY KEY ("filed_on","version","tier","direction","days")
);

-- CreateTable
CREATE TABLE "trade_word_days" (
    "filed_on" DATE NOT NULL,
    "field" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "trades" INTEGER NOT NULL,

    CONSTRAINT "trade_word_days_pkey" PRIMARY KEY ("filed_on","field","word")
);

-- CreateTable
CREATE TABLE "vocabulary_counts" (
    "list" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "vocabulary_counts_pkey" PRIMARY KEY ("list","field","word")
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
    "code" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "chamber" TEXT COLLATE "C" NOT NULL,
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
    "unreadable" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],

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
    "seen_to" DATE,
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
    "disclosure_type" TEXT,
    "state_district" TEXT,
    "filed_on" DATE,
    "index_rows" INTEGER NOT NULL DEFAULT 0,

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
    "parser_version" INTEGER,
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
    "ticker_source" TEXT,
    "ticker_as_filed" TEXT,
    "asset_name" TEXT NOT NULL,
    "asset_type" TEXT,
    "security_class" TEXT,
    "trade_type" TEXT NOT NULL,
    "owner" TEXT,
    "amount_range" TEXT,
    "amount_low" DECIMAL,
    "amount_high" DECIMAL,
    "amount_mid" DECIMAL,
    "comment" TEXT,
    "account" TEXT,
    "notified_on" DATE,
    "cap_gains_over_200" BOOLEAN,
    "is_amendment" BOOLEAN NOT NULL,
    "publisher_row_id" TEXT,
    "withdraws" BOOLEAN NOT NULL DEFAULT false,
    "superseded_by_id" BIGINT,
    "content_hash" TEXT NOT NULL,
    "company_cik" TEXT,
    "sector" TEXT,
    "industry" TEXT,
    "first_filed_on" DATE,
    "counted_from" TEXT NOT NULL DEFAULT 'first_filing',
    "delay_days" INTEGER,
    "is_late" BOOLEAN NOT NULL DEFAULT false,
    "is_late_statutory" BOOLEAN,
    "date_quality" TEXT NOT NULL DEFAULT 'ok',
    "is_committee_trade" BOOLEAN NOT NULL DEFAULT false,
    "committee_matches" JSONB NOT NULL DEFAULT '[]',
    "committee_data" TEXT NOT NULL DEFAULT 'unknown',
    "last_modified" TIMESTAMPTZ(6) NOT NULL DEFAULT statement_timestamp(),

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
    "ahead_until" DATE,

    CONSTRAINT "politician_outcomes_pkey" PRIMARY KEY ("trade_id")
);

-- CreateTable
CREATE TABLE "insider_sums" (
    "insider_cik" TEXT NOT NULL,
    "total_trades" INTEGER NOT NULL,
    "buy_count" INTEGER NOT NULL,
    "sell_count" INTEGER NOT NULL,
    "total_buy_value" DECIMAL NOT NULL,
    "total_sell_value" DECIMAL NOT NULL,
    "net_value" DECIMAL NOT NULL,
    "avg_trade_value" DECIMAL,
    "suspect_count" INTEGER NOT NULL,
    "unique_tickers" INTEGER NOT NULL,
    "first_traded_on" DATE,
    "last_traded_on" DATE,
    "resolved_trades" INTEGER NOT NULL,
    "compared_trades" INTEGER,
    "wins" INTEGER NOT NULL,
    "win_rate_pct" DOUBLE PRECISION,
    "win_rate_low_pct" DOUBLE PRECISION,
    "win_rate_high_pct" DOUBLE PRECISION,
    "beat_spy_rate_pct" DOUBLE PRECISION,
    "avg_return_pct" DOUBLE PRECISION,
    "median_return_pct" DOUBLE PRECISION,
    "avg_alpha_pct" DOUBLE PRECISION,
    "best_id" BIGINT,
    "best_ticker" TEXT,
    "best_return_pct" DOUBLE PRECISION,
    "worst_id" BIGINT,
    "worst_ticker" TEXT,
    "worst_return_pct" DOUBLE PRECISION,

    CONSTRAINT "insider_sums_pkey" PRIMARY KEY ("insider_cik")
);

-- CreateTable
CREATE TABLE "politician_sums" (
    "bioguide_id" TEXT NOT NULL,
    "total_trades" INTEGER NOT NULL,
    "buy_count" INTEGER NOT NULL,
    "sell_count" INTEGER NOT NULL,
    "est_volume_low" DECIMAL NOT NULL,
    "est_volume_mid" DECIMAL NOT NULL,
    "est_volume_high" DECIMAL NOT NULL,
    "unique_tickers" INTEGER NOT NULL,
    "late_count" INTEGER NOT NULL,
    "late_rate_pct" DOUBLE PRECISION,
    "avg_delay_days" DOUBLE PRECISION,
    "committee_trade_count" INTEGER NOT NULL,
    "late_judged_count" INTEGER NOT NULL,
    "committee_judged_count" INTEGER NOT NULL,
    "resolved_trades" INTEGER NOT NULL,
    "compared_trades" INTEGER,
    "avg_return_pct" DOUBLE PRECISION,
    "avg_alpha_pct" DOUBLE PRECISION,
    "win_rate_pct" DOUBLE PRECISION,
    "win_rate_low_pct" DOUBLE PRECISION,
    "win_rate_high_pct" DOUBLE PRECISION,
    "beat_spy_rate_pct" DOUBLE PRECISION,
    "pnl_low" DECIMAL,
    "pnl_mid" DECIMAL,
    "pnl_high" DECIMAL,
    "open_ended_trades" INTEGER NOT NULL,
    "sales_resolved_trades" INTEGER NOT NULL,
    "avoided_loss_mid" DECIMAL,

    CONSTRAINT "politician_sums_pkey" PRIMARY KEY ("bioguide_id")
);

-- CreateTable
CREATE TABLE "price_series" (
    "id" SERIAL NOT NULL,
    "symbol" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "adjusted" BOOLEAN NOT NULL,
    "dividends" BOOLEAN NOT NULL DEFAULT true,
    "as_traded" BOOLEAN NOT NULL DEFAULT false,

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
    "bytes_per_day" DECIMAL NOT NULL DEFAULT 100000000,
    "subscriptions" INTEGER NOT NULL DEFAULT 1,
    "open_streams" INTEGER NOT NULL DEFAULT 1,
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
    "epoch" BIGINT NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "requested_plan_id" TEXT,

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
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "two_factor_enabled" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "two_factors" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "backup_codes" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT true,
    "failed_verification_count" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(6),

    CONSTRAINT "two_factors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" UUID NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
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
    "outage_minute" INTEGER NOT NULL DEFAULT 0,
    "outage_day" INTEGER NOT NULL DEFAULT 0,
    "outage_month" INTEGER NOT NULL DEFAULT 0,
    "outage_version" BIGINT NOT NULL DEFAULT 0,
    "outage_recorded" BIGINT NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

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
CREATE TABLE "account_requests" (
    "account_id" UUID NOT NULL,
    "first_at" TIMESTAMPTZ(6) NOT NULL,
    "first" JSONB NOT NULL,
    "last_at" TIMESTAMPTZ(6) NOT NULL,
    "last" JSONB NOT NULL,
    "errors" BIGINT NOT NULL DEFAULT 0,
    "logged" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "account_requests_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "request_log" (
    "account_id" UUID NOT NULL,
    "slot" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "request_id" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "milliseconds" DOUBLE PRECISION NOT NULL,
    "key_id" UUID NOT NULL,
    "parameters" JSONB NOT NULL,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("account_id","slot")
);

-- CreateTable
CREATE TABLE "key_usage" (
    "key_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "requests" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "key_usage_pkey" PRIMARY KEY ("key_id","day")
);

-- CreateTable
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

    CONSTRAINT "account_errors_pkey" PRIMARY KEY ("account_id","slot")
);

-- CreateTable
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

-- CreateTable
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

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "filters" TEXT NOT NULL DEFAULT '',
    "url" TEXT,
    "secret" TEXT,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(6),
    "token" TEXT,
    "address" TEXT,
    "cadence" TEXT,
    "confirmed_at" TIMESTAMPTZ(6),
    "batch_size" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL DEFAULT 'active',
    "reached_position" BIGINT NOT NULL DEFAULT 0,
    "reached_version" BIGINT NOT NULL DEFAULT 0,
    "matched_position" BIGINT NOT NULL DEFAULT 0,
    "sending_position" BIGINT,
    "missed_since" TIMESTAMPTZ(6),
    "missed_first_version" BIGINT,
    "missed_last_version" BIGINT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(6),
    "attempt_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "row_changes" (
    "position" BIGSERIAL NOT NULL,
    "version" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "row_id" BIGINT,
    "before" JSONB,
    "after" JSONB,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "row_changes_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "match_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "match_progress_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "matched_changes" (
    "subscription_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "version" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "row_id" BIGINT NOT NULL,
    "change" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "matched_changes_pkey" PRIMARY KEY ("subscription_id","position")
);

-- CreateTable
CREATE TABLE "open_streams" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "process_id" UUID NOT NULL,
    "leased_until" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "open_streams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" BIGSERIAL NOT NULL,
    "subscription_id" UUID NOT NULL,
    "message_id" TEXT NOT NULL,
    "events" INTEGER NOT NULL,
    "first_position" BIGINT NOT NULL,
    "last_position" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "attempted_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "response" TEXT,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempt_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "download_days" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "download_days_pkey" PRIMARY KEY ("account_id","day")
);

-- CreateIndex
CREATE INDEX "committee_jurisdictions_committee_code_idx" ON "committee_jurisdictions"("committee_code");

-- CreateIndex
CREATE INDEX "ingestion_runs_source_started_at_idx" ON "ingestion_runs"("source", "started_at");

-- CreateIndex
CREATE INDEX "run_requests_state_source_idx" ON "run_requests"("state", "source");

-- CreateIndex
CREATE INDEX "run_requests_run_id_idx" ON "run_requests"("run_id");

-- CreateIndex
CREATE INDEX "quarantine_source_status_idx" ON "quarantine"("source", "status");

-- CreateIndex
CREATE INDEX "quarantine_source_document_id_idx" ON "quarantine"("source", "document_id");

-- CreateIndex
CREATE UNIQUE INDEX "quarantine_source_file_name_sha256_record_ref_reason_key" ON "quarantine"("source", "file_name", "sha256", "record_ref", "reason");

-- CreateIndex
CREATE INDEX "quarantine_copies_quarantine_id_idx" ON "quarantine_copies"("quarantine_id");

-- CreateIndex
CREATE INDEX "quarantine_copies_sha256_idx" ON "quarantine_copies"("sha256");

-- CreateIndex
CREATE INDEX "row_history_kind_row_id_idx" ON "row_history"("kind", "row_id");

-- CreateIndex
CREATE INDEX "listed_documents_source_listed_on_idx" ON "listed_documents"("source", "listed_on");

-- CreateIndex
CREATE INDEX "listed_day_changes_source_listed_on_idx" ON "listed_day_changes"("source", "listed_on");

-- CreateIndex
CREATE INDEX "listing_fetches_source_covers_from_covers_to_idx" ON "listing_fetches"("source", "covers_from", "covers_to");

-- CreateIndex
CREATE INDEX "list_changes_xid_idx" ON "list_changes"("xid");

-- CreateIndex
CREATE INDEX "list_changes_noted_at_idx" ON "list_changes"("noted_at");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_token_key" ON "subscriptions"("token");

-- CreateIndex
CREATE INDEX "subscriptions_account_id_idx" ON "subscriptions"("account_id");

-- CreateIndex
CREATE INDEX "row_changes_version_idx" ON "row_changes"("version");

-- CreateIndex
CREATE INDEX "row_changes_changed_at_idx" ON "row_changes"("changed_at");

-- CreateIndex
CREATE INDEX "open_streams_account_id_idx" ON "open_streams"("account_id");

-- CreateIndex
CREATE INDEX "open_streams_process_id_idx" ON "open_streams"("process_id");

-- CreateIndex
CREATE INDEX "deliveries_subscription_id_attempted_at_idx" ON "deliveries"("subscription_id", "attempted_at");

-- CreateIndex
CREATE INDEX "deliveries_attempted_at_idx" ON "deliveries"("attempted_at");

-- CreateIndex
CREATE INDEX "notices_created_at_idx" ON "notices"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notices_kind_subject_id_key_key" ON "notices"("kind", "subject_id", "key");

-- CreateIndex
CREATE INDEX "companies_ticker_idx" ON "companies"("ticker");

-- CreateIndex
CREATE INDEX "companies_sector_idx" ON "companies"("sector");

-- CreateIndex
CREATE INDEX "companies_industry_idx" ON "companies"("industry");

-- CreateIndex
CREATE INDEX "company_tickers_symbol_idx" ON "company_tickers"("symbol");

-- CreateIndex
CREATE INDEX "company_window_sums_due_on_idx" ON "company_window_sums"("due_on");

-- CreateIndex
CREATE INDEX "filings_filed_on_idx" ON "filings"("filed_on");

-- CreateIndex
CREATE INDEX "filings_company_cik_filed_on_idx" ON "filings"("company_cik", "filed_on");

-- CreateIndex
CREATE INDEX "amendment_links_company_cik_idx" ON "amendment_links"("company_cik");

-- CreateIndex
CREATE INDEX "amendment_links_named" ON "amendment_links" USING GIN ("named");

-- CreateIndex
CREATE INDEX "filing_owners_insider_cik_idx" ON "filing_owners"("insider_cik");

-- CreateIndex
CREATE INDEX "insider_trades_filed_on_id_idx" ON "insider_trades"("filed_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "insider_trades_company_cik_traded_on_idx" ON "insider_trades"("company_cik", "traded_on");

-- CreateIndex
CREATE INDEX "insider_trades_insider_cik_traded_on_idx" ON "insider_trades"("insider_cik", "traded_on");

-- CreateIndex
CREATE UNIQUE INDEX "insider_trades_accession_number_is_derivative_row_index_key" ON "insider_trades"("accession_number", "is_derivative", "row_index");

-- CreateIndex
CREATE INDEX "holdings_company_cik_idx" ON "holdings"("company_cik");

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
CREATE INDEX "users_account_id_idx" ON "users"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "credentials_user_id_provider_id_key" ON "credentials"("user_id", "provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions"("token");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "verifications_identifier_idx" ON "verifications"("identifier");

-- CreateIndex
CREATE INDEX "verifications_value_idx" ON "verifications"("value");

-- CreateIndex
CREATE UNIQUE INDEX "two_factors_user_id_key" ON "two_factors"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_idx" ON "api_keys"("account_id");

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log"("at");

-- AddForeignKey
ALTER TABLE "run_requests" ADD CONSTRAINT "run_requests_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "ingestion_runs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_files" ADD CONSTRAINT "source_files_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "ingestion_runs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "ingestion_runs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "source_files"("sha256") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quarantine_copies" ADD CONSTRAINT "quarantine_copies_quarantine_id_fkey" FOREIGN KEY ("quarantine_id") REFERENCES "quarantine"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "clusters" ADD CONSTRAINT "clusters_company_cik_fkey" FOREIGN KEY ("company_cik") REFERENCES "companies"("cik") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_requested_plan_id_fkey" FOREIGN KEY ("requested_plan_id") REFERENCES "plans"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quota_windows" ADD CONSTRAINT "quota_windows_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_daily" ADD CONSTRAINT "usage_daily_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_requests" ADD CONSTRAINT "account_requests_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_errors" ADD CONSTRAINT "account_errors_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_log" ADD CONSTRAINT "request_log_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "download_days" ADD CONSTRAINT "download_days_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "matched_changes" ADD CONSTRAINT "matched_changes_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "open_streams" ADD CONSTRAINT "open_streams_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Below: what the Prisma schema cannot say.


ALTER TABLE "filings" ADD CONSTRAINT "filings_loaded_from" CHECK ("loaded_from" IN ('document', 'data_set'));
ALTER TABLE "listing_fetches" ADD CONSTRAINT "listing_fetches_days" CHECK ("covers_from" <= "covers_to"),
  ADD CONSTRAINT "listing_fetches_outcome" CHECK ("outcome" IN ('listed', 'empty', 'not_published', 'failed'));
ALTER TABLE "run_requests" ADD CONSTRAINT "run_requests_days" CHECK ("from_on" <= "to_on"),
  ADD CONSTRAINT "run_requests_state_check" CHECK ("state" IN ('waiting', 'running', 'done', 'withdrawn'));

ALTER TABLE "subscriptions"
  ADD CONSTRAINT "subscriptions_list" CHECK ("list" IN ('trades', 'politician-trades', 'clusters', 'late-filings')),
  ADD CONSTRAINT "subscriptions_channel" CHECK ("channel" IN ('webhook', 'stream', 'feed', 'mail')),
  ADD CONSTRAINT "subscriptions_state"
    CHECK ("state" IN ('active', 'paused_by_owner', 'paused_after_failure', 'disabled_by_operator')),
  ADD CONSTRAINT "subscriptions_webhook"
    CHECK (("channel" = 'webhook') = ("url" IS NOT NULL) AND ("channel" = 'webhook') = ("secret" IS NOT NULL)),
  ADD CONSTRAINT "subscriptions_token" CHECK (("channel" IN ('feed', 'mail')) = ("token" IS NOT NULL)),
  ADD CONSTRAINT "subscriptions_mail"
    CHECK (("channel" = 'mail') = ("address" IS NOT NULL) AND ("channel" = 'mail') = ("cadence" IS NOT NULL)),
  ADD CONSTRAINT "subscriptions_cadence" CHECK ("cadence" IN ('at_once', 'daily')),
  ADD CONSTRAINT "subscriptions_previous_secret" CHECK (("previous_secret" IS NULL) = ("previous_until" IS NULL)),
  ADD CONSTRAINT "subscriptions_batch_size" CHECK ("batch_size" BETWEEN 1 AND 100),
  ADD CONSTRAINT "subscriptions_missed" CHECK (num_nulls("missed_since", "missed_first_version", "missed_last_version") IN (0, 3)),
  ADD CONSTRAINT "subscriptions_failing" CHECK (("attempts" = 0) = ("failing_since" IS NULL));

-- Room in each page for the new version of a row that is written again and again: a charge, or a derivation of everything.
ALTER TABLE "quota_windows" SET (fillfactor = 50);
ALTER TABLE "insider_trades" SET (fillfactor = 65);

INSERT INTO "data_version" ("id", "version", "kind") VALUES (1, 0, 'empty');


-- Indexes of some rows, of expressions, or with options.

-- Lists and their totals look at rows that no later filing replaced.
CREATE INDEX "insider_trades_live_filed" ON "insider_trades" ("filed_on" DESC, "id" DESC) WHERE "superseded_by_id" IS NULL AND NOT "is_derivative";

CREATE INDEX "politician_trades_live_filed" ON "politician_trades" ("filed_on" DESC, "id" DESC) WHERE "superseded_by_id" IS NULL;

CREATE INDEX "politician_trades_late" ON "politician_trades" ("delay_days" DESC, "id" DESC) WHERE "is_late" AND "superseded_by_id" IS NULL;

-- the last day on which each of these may still be ahead; the derivation of a later day takes them up
CREATE INDEX "insider_outcomes_ahead" ON "insider_outcomes" ("ahead_until") WHERE "ahead_until" IS NOT NULL;

CREATE INDEX "politician_outcomes_ahead" ON "politician_outcomes" ("ahead_until") WHERE "ahead_until" IS NOT NULL;

-- what a list is sorted by that only some rows have, ties by id; rows without it are found by the key
CREATE INDEX "insider_outcomes_return_7" ON "insider_outcomes" ("return_7", "trade_id") WHERE "return_7" IS NOT NULL;

CREATE INDEX "insider_outcomes_alpha_7" ON "insider_outcomes" (("return_7" - "spy_return_7"), "trade_id")
  WHERE ("return_7" - "spy_return_7") IS NOT NULL;

CREATE INDEX "insider_outcomes_return_30" ON "insider_outcomes" ("return_30", "trade_id") WHERE "return_30" IS NOT NULL;

CREATE INDEX "insider_outcomes_alpha_30" ON "insider_outcomes" (("return_30" - "spy_return_30"), "trade_id")
  WHERE ("return_30" - "spy_return_30") IS NOT NULL;

CREATE INDEX "insider_outcomes_return_90" ON "insider_outcomes" ("return_90", "trade_id") WHERE "return_90" IS NOT NULL;

CREATE INDEX "insider_outcomes_alpha_90" ON "insider_outcomes" (("return_90" - "spy_return_90"), "trade_id")
  WHERE ("return_90" - "spy_return_90") IS NOT NULL;

CREATE INDEX "insider_trades_exercise_price" ON "insider_trades" ("is_derivative", "exercise_price", "id") WHERE "exercise_price" IS NOT NULL;

CREATE INDEX "insider_trades_underlying_shares" ON "insider_trades" ("is_derivative", "underlying_shares", "id") WHERE "underlying_shares" IS NOT NULL;

CREATE INDEX "insider_trades_superseded" ON "insider_trades" ("superseded_by_id") WHERE "superseded_by_id" IS NOT NULL;

-- What makes two refusals one (source, hash, name of the file): without an index on it, an archive of 60,000 bad files was
-- compared pair by pair. The expressions stand in src/ingest/quarantine.ts too.
CREATE INDEX "quarantine_identity_idx" ON "quarantine" (
  "source",
  coalesce("sha256", ''),
  (CASE WHEN "sha256" IS NULL THEN "file_name" ELSE regexp_replace("file_name", '^.*/', '') END)
);

CREATE INDEX "listed_documents_open" ON "listed_documents" ("source", "listed_on" DESC, "document_id") WHERE NOT "stored";

-- What the page of data quality counts and lists (src/store/statistics/doubtful-rows.ts): few rows among millions.
CREATE INDEX "insider_trades_doubtful" ON "insider_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND NOT "is_derivative"
    AND ("traded_on" IS NULL OR "filing_delay_days" < 0 OR "filing_delay_days" > 1826
      OR ("transaction_code" IN ('P', 'S') AND ("price" IS NULL OR "price" = 0)));

CREATE INDEX "politician_trades_doubtful" ON "politician_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND "date_quality" <> 'ok';

CREATE INDEX "insider_trades_last_modified_idx" ON "insider_trades" USING brin ("last_modified") WITH (pages_per_range = 32, autosummarize = on);

CREATE INDEX "quota_windows_unrecorded" ON "quota_windows" ("account_id") WHERE "outage_version" <> "outage_recorded";

-- Amendments and what they restate, by what rows have in common that may restate one another: few rows among millions.
CREATE INDEX "insider_trades_amending" ON "insider_trades" ("company_cik", "transaction_code")
  WHERE "is_amendment" OR "superseded_by_id" IS NOT NULL;

-- Which rows a new bar reaches by the day that their outcomes count from.
CREATE INDEX "insider_trades_first_filed" ON "insider_trades" ("company_cik", "first_filed_on") WHERE "first_filed_on" IS NOT NULL;

-- What the page of data quality counts and lists beside insider_trades_doubtful: few rows among millions.
CREATE INDEX "insider_trades_suspect" ON "insider_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND NOT "is_derivative" AND ("price_quality" = 'suspect'
    OR ("transaction_code" = 'P' AND "acquired_disposed" = 'D') OR ("transaction_code" = 'S' AND "acquired_disposed" = 'A'));

-- Outcomes of a member's restated trade count from the first report that has it: which row a trade replaces is looked up by trade.
CREATE INDEX "politician_trades_superseded" ON "politician_trades" ("superseded_by_id") WHERE "superseded_by_id" IS NOT NULL;

-- Whether a new key came of a rotation is looked up for each new key of the log.
CREATE INDEX "audit_log_replaced_by_idx" ON "audit_log" ((("after" ->> 'replacedBy'))) WHERE "action" = 'key.rotate';

-- the feed of a token, without a comparison of the token itself
CREATE INDEX "subscriptions_token_hash" ON "subscriptions" (sha256("token"::bytea)) WHERE "token" IS NOT NULL;
-- senders look for webhooks and mail with waiting events
CREATE INDEX "subscriptions_waiting" ON "subscriptions" ("channel", "attempt_at")
  WHERE "state" = 'active' AND "matched_position" > "reached_position";
-- senders look for notices that wait
CREATE INDEX "notices_waiting" ON "notices" ("attempt_at") WHERE "ended_at" IS NULL;

-- one current file of a list, month and format
CREATE UNIQUE INDEX "published_exports_current_key" ON "published_exports"("list", "month", "format") WHERE "replaced_at" IS NULL;

-- What the page of data quality counts and lists: few rows among millions.
CREATE INDEX "insider_trades_unsettled" ON "insider_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND ("amendment_status" = 'undecided' OR "not_restated");

CREATE INDEX "filings_amending" ON "filings" ("company_cik") WHERE "form_type" IN ('3/A', '4/A', '5/A');

-- the quality page counts and lists these rows
CREATE INDEX "insider_trades_not_judged" ON "insider_trades" ("security_title", "id") WHERE "security_class" IS NULL;

CREATE INDEX "holdings_not_judged" ON "holdings" ("security_title") WHERE "security_class" IS NULL;

CREATE INDEX "politician_trades_not_judged" ON "politician_trades" ("asset_name", "id") WHERE "security_class" IS NULL;

-- BRKB finds the company that has BRK.B.
CREATE INDEX "company_tickers_without_dot" ON "company_tickers" (replace("symbol", '.', '')) WHERE "symbol" LIKE '%.%';

-- What that page counts and lists: few rows among millions.
CREATE INDEX "insider_trades_plan_unclear" ON "insider_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND NOT "is_derivative" AND "is_plan_unclear";

-- few rows among millions: to find the others of a block
CREATE INDEX "insider_trades_same_block" ON "insider_trades" ("same_block_as_id") WHERE "same_block_as_id" IS NOT NULL;

-- all purchases of a company, to find the first ones of its owners
CREATE INDEX "insider_trades_purchases" ON "insider_trades" ("company_cik") WHERE "transaction_code" = 'P' AND NOT "is_derivative";

-- Where the windows of an account stand at an instant; changes nothing. Starts are Unix seconds.
CREATE FUNCTION disclosed_quota_peek(account uuid, at timestamptz DEFAULT NULL)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int
)
LANGUAGE sql AS $$
  SELECT NULL::text, extract(epoch FROM c.moment)::double precision,
    extract(epoch FROM c.minute)::bigint, CASE WHEN q.minute_start = c.minute THEN q.minute_used ELSE 0 END,
    extract(epoch FROM c.day)::bigint, CASE WHEN q.day_start = c.day THEN q.day_used ELSE 0 END,
    extract(epoch FROM c.month)::bigint, CASE WHEN q.month_start = c.month THEN q.month_used ELSE 0 END
  FROM (
    SELECT i.moment, date_trunc('minute', i.moment, 'UTC') AS minute, date_trunc('day', i.moment, 'UTC') AS day,
      date_trunc('month', i.moment, 'UTC') AS month
    FROM (SELECT coalesce(at, clock_timestamp()) AS moment) i
  ) c
  LEFT JOIN quota_windows q ON q.account_id = account
$$;

-- Functions and views of the derivation: statistics bounds, distinct people, roles, the one price series of a symbol.

-- Wilson score interval, 95 % (z = 1.959963984540054), in percent; null when nothing was observed.
CREATE FUNCTION disclosed_wilson_low(wins bigint, n bigint) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN n > 0 THEN greatest(0, 100 * (
    (wins::float8 / n + 1.959963984540054 ^ 2 / (2 * n)
      - 1.959963984540054 * sqrt(greatest(0, (wins::float8 / n) * (1 - wins::float8 / n)) / n + 1.959963984540054 ^ 2 / (4 * n::float8 * n)))
    / (1 + 1.959963984540054 ^ 2 / n))) END
$$;

CREATE FUNCTION disclosed_wilson_high(wins bigint, n bigint) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN n > 0 THEN least(100, 100 * (
    (wins::float8 / n + 1.959963984540054 ^ 2 / (2 * n)
      + 1.959963984540054 * sqrt(greatest(0, (wins::float8 / n) * (1 - wins::float8 / n)) / n + 1.959963984540054 ^ 2 / (4 * n::float8 * n)))
    / (1 + 1.959963984540054 ^ 2 / n))) END
$$;

-- People behind forms: joint filers of one form are one person, and so are forms that share an owner, directly or through
-- a third form. disclosed_people(owners) aggregates the forms' owner CIKs into one text ('cik,cik,...') a person.
CREATE FUNCTION disclosed_people_add(people text[], owners text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  merged text[] := owners;
  others text[] := '{}';
  person text;
BEGIN
  FOREACH person IN ARRAY people LOOP
    IF string_to_array(person, ',') && owners THEN
      merged := merged || string_to_array(person, ',');
    ELSE
      others := others || person;
    END IF;
  END LOOP;
  RETURN others || (SELECT string_agg(DISTINCT cik, ',' ORDER BY cik) FROM unnest(merged) AS cik);
END
$$;

CREATE AGGREGATE disclosed_people(text[]) (SFUNC = disclosed_people_add, STYPE = text[], INITCOND = '{}', PARALLEL = SAFE);

-- The Congress of a date sits from January 3 of an odd year (20th Amendment).
CREATE FUNCTION disclosed_congress_start(day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN extract(year FROM day)::int % 2 = 0 THEN make_date(extract(year FROM day)::int - 1, 1, 3)
    WHEN day < make_date(extract(year FROM day)::int, 1, 3) THEN make_date(extract(year FROM day)::int - 2, 1, 3)
    ELSE make_date(extract(year FROM day)::int, 1, 3)
  END
$$;

CREATE FUNCTION disclosed_advance_epoch() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  touched uuid[];
BEGIN
  IF TG_TABLE_NAME = 'api_keys' THEN
    touched := ARRAY[CASE TG_OP WHEN 'DELETE' THEN OLD.account_id ELSE NEW.account_id END];
  ELSIF TG_TABLE_NAME = 'accounts' THEN
    touched := ARRAY[NEW.id];
  ELSE
    SELECT array_agg(id) INTO touched FROM accounts WHERE plan_id = NEW.id;
  END IF;
  UPDATE accounts SET epoch = epoch + 1 WHERE id = ANY (touched);
  PERFORM pg_notify('disclosed_access', id::text) FROM unnest(touched) AS id;
  RETURN NULL;
END
$$;

-- What Redis knows of accounts, into the ledger. The larger figure of a running window is the later one, but for refunds
-- that were still under way: it never falls. What is counted here and not yet in Redis stays on top.
CREATE FUNCTION disclosed_quota_record(
  accounts uuid[], minutes bigint[], minutes_used int[], days bigint[], days_used int[], months bigint[], months_used int[]
)
RETURNS void
LANGUAGE sql AS $$
  INSERT INTO quota_windows AS q (account_id, minute_start, minute_used, day_start, day_used, month_start, month_used)
  SELECT n.account, to_timestamp(n.minute), n.minute_used, to_timestamp(n.day), n.day_used, to_timestamp(n.month), n.month_used
  FROM unnest(accounts, minutes, minutes_used, days, days_used, months, months_used)
    AS n(account, minute, minute_used, day, day_used, month, month_used)
  JOIN accounts a ON a.id = n.account
  ORDER BY n.account
  ON CONFLICT (account_id) DO UPDATE SET
    minute_start = greatest(q.minute_start, excluded.minute_start),
    minute_used = CASE WHEN q.minute_start > excluded.minute_start THEN q.minute_used
      WHEN q.minute_start = excluded.minute_start THEN greatest(q.minute_used - q.outage_minute, excluded.minute_used) + q.outage_minute
      ELSE excluded.minute_used END,
    outage_minute = CASE WHEN q.minute_start < excluded.minute_start THEN 0 ELSE q.outage_minute END,
    day_start = greatest(q.day_start, excluded.day_start),
    day_used = CASE WHEN q.day_start > excluded.day_start THEN q.day_used
      WHEN q.day_start = excluded.day_start THEN greatest(q.day_used - q.outage_day, excluded.day_used) + q.outage_day
      ELSE excluded.day_used END,
    outage_day = CASE WHEN q.day_start < excluded.day_start THEN 0 ELSE q.outage_day END,
    month_start = greatest(q.month_start, excluded.month_start),
    month_used = CASE WHEN q.month_start > excluded.month_start THEN q.month_used
      WHEN q.month_start = excluded.month_start THEN greatest(q.month_used - q.outage_month, excluded.month_used) + q.outage_month
      ELSE excluded.month_used END,
    outage_month = CASE WHEN q.month_start < excluded.month_start THEN 0 ELSE q.outage_month END,
    updated_at = clock_timestamp()
$$;

-- Every process hears at once that there is something new to read, and from which version on.
CREATE FUNCTION disclosed_announce_data_version() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('disclosed_data_version', NEW.version::text);
  RETURN NULL;
END
$$;

-- filings and reports are added and corrected; where they are removed, the documents have to be looked up again
CREATE FUNCTION disclosed_forget_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listed_documents SET stored = false
  WHERE stored AND (source = 'form345') = (TG_TABLE_NAME = 'filings');
  RETURN NULL;
END $$;

CREATE FUNCTION disclosed_forget_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listed_documents SET stored = false WHERE source = lower(OLD.chamber) AND document_id = OLD.doc_id AND stored;
  RETURN NULL;
END $$;

-- What the filters of a list look at in one row, as JSON by the names of src/filters; null: the list does not show the row. Numbers are
-- texts, because they are exact; texts that are searched are in lower case. Not in SQL: a trigger would plan the function for each row.
CREATE FUNCTION disclosed_facts(t insider_trades) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE WHEN t.superseded_by_id IS NULL THEN jsonb_strip_nulls(jsonb_build_object(
    'filedOn', t.filed_on, 'tradedOn', t.traded_on, 'lastModified', t.last_modified, 'company', t.company_cik,
    'owners', (SELECT jsonb_agg(o.insider_cik ORDER BY o.ordinal) FROM filing_owners o WHERE o.accession_number = t.accession_number),
    'ownerNames', t.owner_names, 'tickerAsFiled', lower(t.ticker_as_filed), 'title', lower(t.title),
    'accessionNumber', t.accession_number, 'formType', t.form_type, 'transactionCode', t.transaction_code,
    'acquiredDisposed', t.acquired_disposed, 'securityClass', t.security_class, 'ownership', t.ownership,
    'priceQuality', t.price_quality, 'amendmentStatus', t.amendment_status, 'derivative', t.is_derivative,
    'director', t.is_director, 'officer', t.is_officer, 'tenPercentOwner', t.is_ten_percent_owner, 'plan', t.is_10b5_1,
    'firstBuy', t.first_buy, 'inCluster', t.cluster_id IS NOT NULL, 'value', t.value::text, 'price', t.price::text,
    'shares', t.shares::text, 'sharesOwnedAfter', t.shares_owned_after::text, 'deltaOwnPct', t.delta_own_pct::text,
    'delayDays', t.filing_delay_days::text, 'signalScore', t.signal_score::text, 'signalTier', t.signal_tier,
    'signalDirection', t.signal_direction)) END;
END
$$;

CREATE FUNCTION disclosed_facts(t politician_trades) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE WHEN t.superseded_by_id IS NULL THEN jsonb_strip_nulls(jsonb_build_object(
    'filedOn', t.filed_on, 'tradedOn', t.traded_on, 'lastModified', t.last_modified, 'company', t.company_cik, 'ticker', t.ticker,
    'member', t.bioguide_id, 'party', t.party, 'chamber', t.chamber, 'state', t.state, 'district', t.district::text,
    'capGainsOver200', t.cap_gains_over_200, 'amendment', t.is_amendment, 'tradeType', t.trade_type, 'owner', t.owner,
    'assetType', lower(t.asset_type), 'assetName', lower(t.asset_name), 'securityClass', t.security_class, 'sector', t.sector,
    'industry', t.industry, 'dateQuality', t.date_quality,
    'committees', (SELECT jsonb_agg(DISTINCT m->'code') FROM jsonb_array_elements(t.committee_matches) AS m),
    'late', t.is_late, 'committeeTrade', t.is_committee_trade, 'amountLow', t.amount_low::text, 'amountHigh', t.amount_high::text,
    'delayDays', t.delay_days::text)) END;
END
$$;

CREATE FUNCTION disclosed_facts(t clusters) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN jsonb_strip_nulls(jsonb_build_object(
    'company', t.company_cik, 'transactionCode', t.transaction_code, 'startedOn', t.start_on, 'latestFiledOn', t.latest_filed_on,
    'endedOn', t.end_on,
    'titles', (SELECT jsonb_agg(lower(i->>'title')) FROM jsonb_array_elements(t.insiders) AS i WHERE i->>'title' IS NOT NULL), 'size', t.size::text, 'trades', t.trade_count::text, 'value', t.total_value::text,
    'shares', t.total_shares::text, 'averagePrice', round(t.average_price, 4)::text, 'signalScore', t.max_signal_score::text));
END
$$;

-- Notes a row with the day that it was listed by until now, and with what filters saw in it. From the 100,000th of a transaction on it is
-- one note for all rows.
CREATE FUNCTION disclosed_note_change(of_kind text, of_row bigint, of_day date, facts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counter text := 'disclosed.noted_' || of_kind;
  noted int := coalesce(nullif(current_setting(counter, true), ''), '0')::int;
BEGIN
  IF noted >= 100000 THEN
    RETURN;
  END IF;
  PERFORM set_config(counter, (noted + 1)::text, true);
  IF noted < 99999 THEN
    INSERT INTO list_changes (kind, row_id, day, before) VALUES (of_kind, of_row, of_day, facts);
  ELSE
    INSERT INTO list_changes (kind) VALUES (of_kind);
  END IF;
END
$$;

-- Any row of a list; once a transaction is enough.
CREATE FUNCTION disclosed_note_all() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counter text := 'disclosed.noted_' || TG_ARGV[0];
BEGIN
  IF coalesce(nullif(current_setting(counter, true), ''), '0')::int < 100000 THEN
    PERFORM set_config(counter, '100000', true);
    INSERT INTO list_changes (kind) VALUES (TG_ARGV[0]);
  END IF;
  RETURN COALESCE(NEW, OLD);
END
$$;

CREATE FUNCTION disclosed_note_trade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM disclosed_note_change(TG_ARGV[0], OLD.id, OLD.filed_on, disclosed_facts(OLD));
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.id <> OLD.id) THEN
    PERFORM disclosed_note_change(TG_ARGV[0], NEW.id, NULL, NULL);
  END IF;
  RETURN COALESCE(NEW, OLD);
END
$$;

CREATE FUNCTION disclosed_note_cluster() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM disclosed_note_change('cluster', NEW.id, NULL, NULL);
  ELSE
    PERFORM disclosed_note_change('cluster', OLD.id, OLD.latest_filed_on, disclosed_facts(OLD));
  END IF;
  RETURN COALESCE(NEW, OLD);
END
$$;

-- The trades of a filing whose owners change; a filing that comes in has none yet.
CREATE FUNCTION disclosed_note_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM disclosed_note_change('insider_trade', t.id, t.filed_on, disclosed_facts(t))
  FROM insider_trades t
  WHERE t.accession_number = CASE WHEN TG_OP = 'DELETE' THEN OLD.accession_number ELSE NEW.accession_number END;
  RETURN COALESCE(NEW, OLD);
END
$$;

-- Writes the change log of the transaction: what its notes saw of each row first, and what is in the row now. A row that is the same
-- again has not changed. Where a kind was noted as a whole, the log has a gap.
CREATE FUNCTION disclosed_log_changes(of_version bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  logged bigint := coalesce(nullif(current_setting('disclosed.logged', true), ''), '0')::bigint;
  noted bigint;
  logged_at timestamptz := clock_timestamp();
BEGIN
  SELECT max(position) INTO noted FROM list_changes WHERE xid = pg_current_xact_id()::text::bigint;
  IF noted IS NULL OR noted <= logged THEN
    RETURN;
  END IF;
  PERFORM set_config('disclosed.logged', noted::text, true);
  INSERT INTO row_changes (version, kind, row_id, before, after, changed_at)
  WITH notes AS MATERIALIZED (
    SELECT position, kind, row_id FROM list_changes
    WHERE xid = pg_current_xact_id()::text::bigint AND position > logged AND kind <> 'vocabulary'
  ), gaps AS MATERIALIZED (
    SELECT DISTINCT kind FROM notes WHERE row_id IS NULL
  ), changes AS (
    SELECT n.kind, n.row_id, n.before, CASE n.kind
      WHEN 'insider_trade' THEN (SELECT disclosed_facts(t) FROM insider_trades t WHERE t.id = n.row_id)
      WHEN 'politician_trade' THEN (SELECT disclosed_facts(t) FROM politician_trades t WHERE t.id = n.row_id)
      ELSE (SELECT disclosed_facts(t) FROM clusters t WHERE t.id = n.row_id) END AS after
    FROM (
      SELECT min(position) AS position FROM notes WHERE kind NOT IN (SELECT kind FROM gaps) GROUP BY kind, row_id
    ) AS seen JOIN list_changes n USING (position)
  )
  SELECT of_version, kind, NULL, NULL, NULL, logged_at FROM gaps
  UNION ALL
  SELECT of_version, kind, row_id, before, after, logged_at FROM changes WHERE before IS DISTINCT FROM after;
END
$$;

-- The lock between the matching of changes, which takes it exclusively, and new subscriptions.
CREATE FUNCTION disclosed_matching_lock() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtext('disclosed_matching')::bigint
$$;

-- A subscription begins with the changes after it. Under the lock no change before it is matched later, and none after it was matched
-- before; a position that its creator has read without the lock may be too early.
CREATE FUNCTION disclosed_start_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(disclosed_matching_lock());
  newest := greatest((SELECT max(position) FROM row_changes), (SELECT position FROM match_progress), 0);
  IF NEW.matched_position < newest THEN
    NEW.matched_position := newest;
    NEW.reached_position := newest;
    NEW.reached_version := (SELECT version FROM data_version WHERE id = 1);
  END IF;
  RETURN NEW;
END
$$;

CREATE FUNCTION disclosed_listed_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listed_day_changes (source, listed_on, listed, stored)
  SELECT source, listed_on, count(*), count(*) FILTER (WHERE stored) FROM added GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE FUNCTION disclosed_listed_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listed_day_changes (source, listed_on, listed, stored)
  SELECT source, listed_on, sum(n), sum(n * stored::int) FROM (
    SELECT source, listed_on, stored, 1 AS n FROM added UNION ALL SELECT source, listed_on, stored, -1 FROM removed) AS moved
  GROUP BY 1, 2 HAVING sum(n) <> 0 OR sum(n * stored::int) <> 0;
  RETURN NULL;
END $$;

CREATE FUNCTION disclosed_listed_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listed_day_changes (source, listed_on, listed, stored)
  SELECT source, listed_on, -count(*), -count(*) FILTER (WHERE stored) FROM removed GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE FUNCTION disclosed_listed_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_day_changes;
  RETURN NULL;
END $$;

-- One row a source and day out of several. Of two that fold at once, the second finds nothing left of what the first has removed.
CREATE FUNCTION disclosed_sum_listed_days() RETURNS void LANGUAGE sql AS $$
  WITH several AS (
    SELECT source, listed_on FROM listed_day_changes GROUP BY 1, 2 HAVING count(*) > 1
  ), removed AS (
    DELETE FROM listed_day_changes c USING several s WHERE c.source = s.source AND c.listed_on = s.listed_on
    RETURNING c.source, c.listed_on, c.listed, c.stored
  )
  INSERT INTO listed_day_changes (source, listed_on, listed, stored)
  SELECT source, listed_on, sum(listed), sum(stored) FROM removed GROUP BY 1, 2 HAVING sum(listed) <> 0 OR sum(stored) <> 0
$$;

-- Loads and derivations hold this lock, or wait for it, from their first statement on.
CREATE FUNCTION disclosed_settled_until() RETURNS timestamptz LANGUAGE sql AS $$
  SELECT least(clock_timestamp(), min(a.xact_start))
  FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = ((hashtext('disclosed_derive')::bigint >> 32) & 4294967295)::oid
    AND l.objid = (hashtext('disclosed_derive')::bigint & 4294967295)::oid
    AND l.pid <> pg_backend_pid()
$$;

-- The log is written under the lock of the version, so that positions are committed in their order.
CREATE FUNCTION disclosed_bump_data_version() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  bumped bigint;
BEGIN
  DELETE FROM list_changes WHERE noted_at < now() - interval '1 day';
  UPDATE data_version SET version = version + 1, as_of = greatest(as_of, disclosed_settled_until()) WHERE id = 1
  RETURNING version INTO bumped;
  PERFORM disclosed_log_changes(bumped);
  RETURN bumped;
END
$$;

CREATE FUNCTION disclosed_forget_trades() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM insider_outcomes o USING gone WHERE o.trade_id = gone.id;
  DELETE FROM cluster_trades m USING gone WHERE m.trade_id = gone.id;
  RETURN NULL;
END
$$;

CREATE FUNCTION disclosed_forget_clusters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM cluster_trades m USING gone WHERE m.cluster_id = gone.id;
  RETURN NULL;
END
$$;

-- TRUNCATE knows no rows that go. DELETE and not TRUNCATE, for these tables may be under the same statement.
CREATE FUNCTION disclosed_forget_all_trades() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM insider_outcomes;
  DELETE FROM cluster_trades;
  RETURN NULL;
END
$$;

CREATE FUNCTION disclosed_forget_all_clusters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM cluster_trades;
  RETURN NULL;
END
$$;

-- The version after another one. It follows the clock, so that it goes on rising where a store was put back to an older state.
CREATE FUNCTION disclosed_quota_next_version(version bigint) RETURNS bigint
LANGUAGE sql AS $$
  SELECT greatest(version + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
$$;

-- No foreign key: it would look up the filing of each row, and keep a process of the release before from emptying the filings. These
-- triggers let holdings go with their filing. DELETE and not TRUNCATE, for the table may be under the same statement.
CREATE FUNCTION disclosed_forget_holdings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM holdings h USING gone WHERE h.accession_number = gone.accession_number;
  RETURN NULL;
END
$$;

CREATE FUNCTION disclosed_forget_all_holdings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM holdings;
  RETURN NULL;
END
$$;

CREATE FUNCTION disclosed_quota_charge(
  account uuid, per_minute int, per_day int, per_month int, at timestamptz DEFAULT NULL, outage boolean DEFAULT false,
  asked int DEFAULT 1, minute_only boolean DEFAULT false, whole boolean DEFAULT false
)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int,
  epoch double precision, counted_requests int
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  instant timestamptz;
  now_at record;
  known_epoch double precision;
  counted int := 0;
  apart int;
  -- of day and month
  longer int;
  -- what the refused ones need room for
  refused int;
BEGIN
  -- a counted request survives a crash, whatever the server's default is
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  PERFORM 1 FROM quota_windows q WHERE q.account_id = account FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO quota_windows (account_id, minute_start, minute_used, day_start, day_used, month_start, month_used)
    SELECT a.id, to_timestamp(0), 0, to_timestamp(0), 0, to_timestamp(0), 0 FROM accounts a WHERE a.id = account
    ON CONFLICT (account_id) DO NOTHING;
    PERFORM 1 FROM quota_windows q WHERE q.account_id = account FOR NO KEY UPDATE;
  END IF;
  instant := coalesce(at, clock_timestamp());
  SELECT p.* INTO now_at FROM disclosed_quota_peek(account, instant) p;
  SELECT a.epoch INTO known_epoch FROM accounts a WHERE a.id = account;
  IF FOUND THEN
    longer := least(per_day - now_at.day_used, per_month - now_at.month_used);
    counted := greatest(0, least(asked, per_minute - now_at.minute_used,
      CASE WHEN NOT minute_only THEN longer WHEN longer > 0 THEN asked ELSE 0 END));
    IF whole AND counted < asked THEN
      counted := 0;
    END IF;
  END IF;
  IF counted > 0 THEN
    longer := CASE WHEN minute_only THEN 0 ELSE counted END;
    now_at.minute_used := now_at.minute_used + counted;
    now_at.day_used := now_at.day_used + longer;
    now_at.month_used := now_at.month_used + longer;
    apart := CASE WHEN outage THEN 1 ELSE 0 END;
    UPDATE quota_windows q SET
      outage_minute = apart * counted + CASE WHEN q.minute_start = to_timestamp(now_at.minute_start) THEN q.outage_minute ELSE 0 END,
      outage_day = apart * longer + CASE WHEN q.day_start = to_timestamp(now_at.day_start) THEN q.outage_day ELSE 0 END,
      outage_month = apart * longer + CASE WHEN q.month_start = to_timestamp(now_at.month_start) THEN q.outage_month ELSE 0 END,
      outage_version = CASE WHEN outage THEN disclosed_quota_next_version(q.outage_version) ELSE q.outage_version END,
      minute_start = to_timestamp(now_at.minute_start), minute_used = now_at.minute_used,
      day_start = to_timestamp(now_at.day_start), day_used = now_at.day_used,
      month_start = to_timestamp(now_at.month_start), month_used = now_at.month_used, updated_at = instant
    WHERE q.account_id = account;
  END IF;
  IF counted < asked THEN
    refused := CASE WHEN whole THEN asked ELSE 1 END;
    longer := CASE WHEN minute_only THEN 1 ELSE refused END;
    now_at.exceeded := CASE
      WHEN now_at.month_used + longer > per_month THEN 'monthly'
      WHEN now_at.day_used + longer > per_day THEN 'daily'
      WHEN now_at.minute_used + refused > per_minute THEN 'minute'
    END;
  END IF;
  RETURN QUERY SELECT now_at.exceeded, now_at.moment, now_at.minute_start, now_at.minute_used,
    now_at.day_start, now_at.day_used, now_at.month_start, now_at.month_used, coalesce(known_epoch, 'infinity'), counted;
END
$$;

CREATE FUNCTION disclosed_quota_refund(
  account uuid, charged_minute bigint, charged_day bigint, charged_month bigint, at timestamptz DEFAULT NULL,
  outage boolean DEFAULT false, requests int DEFAULT 1
)
RETURNS TABLE (
  exceeded text, moment double precision,
  minute_start bigint, minute_used int, day_start bigint, day_used int, month_start bigint, month_used int
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  -- locked first, so that the windows that the update reads are the ones that it changes
  PERFORM 1 FROM quota_windows q WHERE q.account_id = account FOR NO KEY UPDATE;
  -- what Redis counted may be given back here: PostgreSQL's own count may then be below zero
  UPDATE quota_windows q SET
    minute_used = q.minute_used - m.back, outage_minute = q.outage_minute - CASE WHEN outage THEN m.back ELSE 0 END,
    day_used = q.day_used - d.back, outage_day = q.outage_day - CASE WHEN outage THEN d.back ELSE 0 END,
    month_used = q.month_used - o.back, outage_month = q.outage_month - CASE WHEN outage THEN o.back ELSE 0 END,
    outage_version = CASE WHEN outage THEN disclosed_quota_next_version(q.outage_version) ELSE q.outage_version END
  FROM quota_windows w,
    LATERAL (SELECT CASE WHEN w.minute_start = to_timestamp(charged_minute) THEN greatest(0, least(w.minute_used, requests)) ELSE 0 END AS back) m,
    LATERAL (SELECT CASE WHEN w.day_start = to_timestamp(charged_day) THEN greatest(0, least(w.day_used, requests)) ELSE 0 END AS back) d,
    LATERAL (SELECT CASE WHEN w.month_start = to_timestamp(charged_month) THEN greatest(0, least(w.month_used, requests)) ELSE 0 END AS back) o
  WHERE q.account_id = account AND w.account_id = account;
  RETURN QUERY SELECT p.* FROM disclosed_quota_peek(account, at) p;
END
$$;

-- First and last bar of every series.
CREATE VIEW price_series_span AS
  SELECT s.id, s.symbol, s.provider, s.adjusted, span.first_on, span.last_on, s.dividends
  FROM price_series s
  CROSS JOIN LATERAL (SELECT min(date) AS first_on, max(date) AS last_on FROM price_bars WHERE series_id = s.id) AS span
  WHERE span.first_on IS NOT NULL;

-- The one series that a symbol's returns come from: adjusted, not more than a year behind the symbol's newest bar, adjusted
-- for dividends as well, then the one that reaches back furthest, then the newest, then by provider name.
CREATE VIEW best_series AS
  SELECT DISTINCT ON (symbol) symbol, id, provider, first_on, last_on
  FROM (SELECT *, max(last_on) OVER (PARTITION BY symbol) AS newest_on FROM price_series_span WHERE adjusted) AS span
  ORDER BY symbol, (last_on >= newest_on - 365) DESC, dividends DESC, first_on, last_on DESC, provider COLLATE "C";

-- True for a symbol that filings name for no longer than 90 days and whose letters do not occur in this order in the company's name on
-- these filings, the first one at its beginning.
CREATE FUNCTION disclosed_is_foreign_for_days(seen company_tickers) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT seen.last_seen_on - seen.first_seen_on <= 90 AND NOT EXISTS (
    SELECT FROM filings f
    WHERE f.company_cik = seen.company_cik AND f.filed_on BETWEEN seen.first_seen_on AND seen.last_seen_on
      AND upper(f.issuer_name_as_filed) ~ ('^' || regexp_replace(replace(seen.symbol, '.', ''), '(.)', '\1.*', 'g')))
$$;

-- Symbols that only filings of a company name, while the SEC's lists give them to another one: that one bore it already when the first
-- such filing came; or the company's filings name another symbol before and after; or they name this one for no longer than 90 days, the
-- lists have another one for the company, and the symbol does not abbreviate its name. A symbol that it named for longer was its own
-- before it was renamed.
CREATE VIEW mistyped_symbols AS
  SELECT h.company_cik, h.symbol
  FROM company_tickers h
  WHERE h.listed_on IS NULL AND EXISTS (
    SELECT FROM company_tickers o
    WHERE o.symbol = h.symbol AND o.company_cik <> h.company_cik AND o.listed_on IS NOT NULL
      AND (h.first_seen_on BETWEEN o.first_seen_on AND o.last_seen_on OR EXISTS (
        SELECT FROM company_tickers s
        WHERE s.company_cik = h.company_cik AND s.symbol <> h.symbol AND (
          (s.first_seen_on <= h.first_seen_on AND s.last_seen_on >= h.last_seen_on)
          OR (s.listed_on IS NOT NULL AND disclosed_is_foreign_for_days(h))))));

-- Every symbol of every company, its current (or last) one marked, without mistyped ones: those above, and where no list tells those that
-- another company has as its current symbol, and bore when the first such filing came or names for longer than 90 days, while this one
-- does not. Seen dates are null where only the company's own row names it.
CREATE VIEW company_symbols AS
  SELECT h.company_cik, h.symbol, (h.symbol = c.ticker) IS TRUE AS is_current, h.first_seen_on, h.last_seen_on, h.listed_on
  FROM company_tickers h JOIN companies c ON c.cik = h.company_cik
  WHERE h.listed_on IS NOT NULL OR (
    NOT EXISTS (SELECT FROM mistyped_symbols m WHERE m.company_cik = h.company_cik AND m.symbol = h.symbol)
    AND (c.ticker IS NOT DISTINCT FROM h.symbol OR NOT EXISTS (
      SELECT FROM companies o JOIN company_tickers b ON b.company_cik = o.cik AND b.symbol = o.ticker
      JOIN company_tickers s ON s.company_cik = h.company_cik AND s.symbol <> h.symbol
      WHERE b.symbol = h.symbol AND o.cik <> h.company_cik AND (
        (h.first_seen_on BETWEEN b.first_seen_on AND b.last_seen_on
          AND s.first_seen_on <= h.first_seen_on AND s.last_seen_on >= h.last_seen_on)
        OR (s.symbol = c.ticker AND b.last_seen_on - b.first_seen_on > 90 AND disclosed_is_foreign_for_days(h))))))
  UNION ALL
  SELECT c.cik, c.ticker, true, NULL, NULL, NULL
  FROM companies c
  WHERE c.ticker IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM company_tickers h WHERE h.company_cik = c.cik AND h.symbol = c.ticker);

-- Which symbols' bars may stand for a company, and for which days. A symbol that another company bears today brings that
-- company's prices, even for the past: providers carry a renamed company's history along. Of a symbol that others had before,
-- the days up to their last filing are theirs; of one that others had after, the days from their first.
CREATE VIEW company_price_symbols AS
  SELECT s.company_cik, s.symbol, s.is_current, s.last_seen_on, span.from_on, span.until_on
  FROM company_symbols s
  CROSS JOIN LATERAL (
    SELECT max(o.last_seen_on) FILTER (WHERE o.last_seen_on < s.first_seen_on) + 1 AS from_on,
      min(o.first_seen_on) FILTER (WHERE o.first_seen_on > s.last_seen_on AND NOT s.is_current) - 1 AS until_on,
      coalesce(bool_or(o.is_current AND (NOT s.is_current OR o.first_seen_on > s.last_seen_on)), false) AS is_reassigned
    FROM company_symbols o WHERE o.symbol = s.symbol AND o.company_cik <> s.company_cik
  ) AS span
  WHERE NOT span.is_reassigned;

-- Pairs of symbols that a company bears side by side, for longer than after a renaming (90 days) or in one list of the SEC: different
-- securities, of which neither is priced by the other's series.
CREATE VIEW parallel_symbols AS
  SELECT a.company_cik, a.symbol, b.symbol AS other
  FROM company_symbols a JOIN company_symbols b ON b.company_cik = a.company_cik AND b.symbol <> a.symbol
  WHERE least(a.last_seen_on, b.last_seen_on) - greatest(a.first_seen_on, b.first_seen_on) > 90 OR a.listed_on = b.listed_on;

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

CREATE VIEW "listed_document_states" AS
SELECT "source", "document_id", "listed_on", "kind", "url", "attempts", "last_error", "retry_at", 'stored' AS "state",
  NULL::text AS "reason", NULL::int AS "quarantine_id", false AS "ignored", NULL::text AS "message", NULL::text AS "ignored_because"
FROM "listed_documents" WHERE "stored"
UNION ALL SELECT * FROM "open_document_states";

CREATE VIEW "listed_days" AS
SELECT "source", "listed_on", sum("listed")::int AS "listed", sum("stored")::int AS "stored"
FROM "listed_day_changes" GROUP BY "source", "listed_on" HAVING sum("listed") <> 0;

-- last use, which is written again and again, is no change of what a key may do
CREATE TRIGGER api_keys_epoch AFTER UPDATE OF revoked_at, expires_at, allowlist, account_id, hash OR DELETE ON "api_keys"
  FOR EACH ROW EXECUTE FUNCTION disclosed_advance_epoch();

CREATE TRIGGER accounts_epoch AFTER UPDATE OF plan_id, status ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION disclosed_advance_epoch();

CREATE TRIGGER plans_epoch AFTER UPDATE OF per_minute, per_day, per_month ON "plans"
  FOR EACH ROW WHEN ((OLD.per_minute, OLD.per_day, OLD.per_month) IS DISTINCT FROM (NEW.per_minute, NEW.per_day, NEW.per_month))
  EXECUTE FUNCTION disclosed_advance_epoch();

CREATE TRIGGER subscriptions_started BEFORE INSERT ON "subscriptions"
  FOR EACH ROW WHEN (NEW.channel IN ('webhook', 'mail'))
  EXECUTE FUNCTION disclosed_start_subscription();

CREATE TRIGGER data_version_announced AFTER UPDATE ON "data_version"
  FOR EACH ROW EXECUTE FUNCTION disclosed_announce_data_version();

CREATE TRIGGER "filings_forget_stored" AFTER TRUNCATE ON "filings" FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_stored();

CREATE TRIGGER "filings_forget_deleted" AFTER DELETE ON "filings" FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_stored();

CREATE TRIGGER "disclosure_reports_forget_stored" AFTER TRUNCATE ON "disclosure_reports"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_stored();

CREATE TRIGGER "disclosure_reports_forget_deleted" AFTER DELETE ON "disclosure_reports"
  FOR EACH ROW EXECUTE FUNCTION disclosed_forget_report();

CREATE TRIGGER "disclosure_reports_forget_unparsed" AFTER UPDATE OF "status" ON "disclosure_reports"
  FOR EACH ROW WHEN (OLD."status" = 'parsed' AND NEW."status" <> 'parsed') EXECUTE FUNCTION disclosed_forget_report();

CREATE TRIGGER insider_trades_emptied AFTER TRUNCATE ON "insider_trades"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('insider_trade');

CREATE TRIGGER filing_owners_noted BEFORE INSERT OR DELETE ON "filing_owners"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_owner();

CREATE TRIGGER filing_owners_change_noted BEFORE UPDATE ON "filing_owners"
  FOR EACH ROW WHEN ((OLD.ordinal, OLD.insider_cik) IS DISTINCT FROM (NEW.ordinal, NEW.insider_cik))
  EXECUTE FUNCTION disclosed_note_owner();

CREATE TRIGGER politician_trades_emptied AFTER TRUNCATE ON "politician_trades"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('politician_trade');

-- After the row: a row that is loaded again is updated, and not new.
CREATE TRIGGER clusters_added AFTER INSERT ON "clusters"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_cluster();

CREATE TRIGGER clusters_noted BEFORE DELETE ON "clusters"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_cluster();

CREATE TRIGGER clusters_emptied AFTER TRUNCATE ON "clusters"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('cluster');

-- After the row: a symbol that is seen again is no change.
CREATE TRIGGER companies_noted AFTER INSERT OR DELETE ON "companies"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_all('vocabulary');

CREATE TRIGGER companies_change_noted BEFORE UPDATE ON "companies"
  FOR EACH ROW WHEN ((OLD.name, OLD.ticker, OLD.sector, OLD.industry, OLD.sic_code, OLD.exchange)
    IS DISTINCT FROM (NEW.name, NEW.ticker, NEW.sector, NEW.industry, NEW.sic_code, NEW.exchange))
  EXECUTE FUNCTION disclosed_note_all('vocabulary');

CREATE TRIGGER companies_emptied AFTER TRUNCATE ON "companies"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('vocabulary');

CREATE TRIGGER company_tickers_noted AFTER INSERT OR DELETE ON "company_tickers"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_all('vocabulary');

CREATE TRIGGER company_tickers_emptied AFTER TRUNCATE ON "company_tickers"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('vocabulary');

CREATE TRIGGER politicians_noted AFTER INSERT OR DELETE ON "politicians"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_all('vocabulary');

CREATE TRIGGER politicians_change_noted BEFORE UPDATE ON "politicians"
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION disclosed_note_all('vocabulary');

CREATE TRIGGER politicians_emptied AFTER TRUNCATE ON "politicians"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('vocabulary');

CREATE TRIGGER "listed_documents_added" AFTER INSERT ON "listed_documents" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_listed_added();

CREATE TRIGGER "listed_documents_changed" AFTER UPDATE ON "listed_documents" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_listed_changed();

CREATE TRIGGER "listed_documents_removed" AFTER DELETE ON "listed_documents" REFERENCING OLD TABLE AS "removed"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_listed_removed();

CREATE TRIGGER "listed_documents_truncated" AFTER TRUNCATE ON "listed_documents"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_listed_truncated();

-- A derivation of everything writes a third of all insider trades anew. What each of those rows costs beside itself:

-- The call of a trigger that from the 100,000th row of a transaction on notes nothing: its condition says so without the call.
CREATE TRIGGER insider_trades_added AFTER INSERT ON "insider_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_insider_trade', true) IS DISTINCT FROM '100000')
  EXECUTE FUNCTION disclosed_note_trade('insider_trade');

CREATE TRIGGER insider_trades_noted BEFORE DELETE ON "insider_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_insider_trade', true) IS DISTINCT FROM '100000')
  EXECUTE FUNCTION disclosed_note_trade('insider_trade');

CREATE TRIGGER politician_trades_added AFTER INSERT ON "politician_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_politician_trade', true) IS DISTINCT FROM '100000')
  EXECUTE FUNCTION disclosed_note_trade('politician_trade');

CREATE TRIGGER politician_trades_noted BEFORE DELETE ON "politician_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_politician_trade', true) IS DISTINCT FROM '100000')
  EXECUTE FUNCTION disclosed_note_trade('politician_trade');

CREATE TRIGGER insider_trades_forgotten AFTER DELETE ON "insider_trades" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_trades();

CREATE TRIGGER clusters_forgotten AFTER DELETE ON "clusters" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_clusters();

CREATE TRIGGER insider_trades_forgotten_all AFTER TRUNCATE ON "insider_trades"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_all_trades();

CREATE TRIGGER clusters_forgotten_all AFTER TRUNCATE ON "clusters"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_all_clusters();

CREATE TRIGGER filings_holdings_forgotten AFTER DELETE ON "filings" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_holdings();

CREATE TRIGGER filings_holdings_forgotten_all AFTER TRUNCATE ON "filings"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_all_holdings();

-- All that filters look at and that the index over the lists holds (test/events/noted-columns.test.ts compares).
CREATE TRIGGER insider_trades_change_noted BEFORE UPDATE ON "insider_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_insider_trade', true) IS DISTINCT FROM '100000'
    AND (OLD.id, OLD.filed_on, OLD.superseded_by_id, OLD.is_derivative, OLD.transaction_code, OLD.company_cik,
    OLD.ticker_as_filed, OLD.insider_cik, OLD.owner_names, OLD.accession_number, OLD.value, OLD.price, OLD.traded_on,
    OLD.last_modified, OLD.title, OLD.is_director, OLD.is_officer, OLD.is_ten_percent_owner, OLD.signal_score,
    OLD.signal_tier, OLD.signal_direction, OLD.is_10b5_1, OLD.form_type, OLD.acquired_disposed, OLD.security_class,
    OLD.ownership, OLD.filing_delay_days, OLD.amendment_status, OLD.cluster_id, OLD.delta_own_pct, OLD.first_buy,
    OLD.price_quality, OLD.shares, OLD.shares_owned_after)
    IS DISTINCT FROM (NEW.id, NEW.filed_on, NEW.superseded_by_id, NEW.is_derivative, NEW.transaction_code, NEW.company_cik,
    NEW.ticker_as_filed, NEW.insider_cik, NEW.owner_names, NEW.accession_number, NEW.value, NEW.price, NEW.traded_on,
    NEW.last_modified, NEW.title, NEW.is_director, NEW.is_officer, NEW.is_ten_percent_owner, NEW.signal_score,
    NEW.signal_tier, NEW.signal_direction, NEW.is_10b5_1, NEW.form_type, NEW.acquired_disposed, NEW.security_class,
    NEW.ownership, NEW.filing_delay_days, NEW.amendment_status, NEW.cluster_id, NEW.delta_own_pct, NEW.first_buy,
    NEW.price_quality, NEW.shares, NEW.shares_owned_after))
  EXECUTE FUNCTION disclosed_note_trade('insider_trade');

CREATE TRIGGER politician_trades_change_noted BEFORE UPDATE ON "politician_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_politician_trade', true) IS DISTINCT FROM '100000'
    AND (OLD.id, OLD.filed_on, OLD.superseded_by_id, OLD.is_late, OLD.is_committee_trade, OLD.party, OLD.chamber,
    OLD.trade_type, OLD.bioguide_id, OLD.ticker, OLD.company_cik, OLD.amount_low, OLD.amount_high, OLD.amount_mid,
    OLD.delay_days, OLD.traded_on, OLD.last_modified, OLD.owner, OLD.asset_type, OLD.security_class, OLD.state,
    OLD.sector, OLD.industry, OLD.committee_matches, OLD.date_quality, OLD.asset_name, OLD.cap_gains_over_200,
    OLD.district, OLD.is_amendment)
    IS DISTINCT FROM (NEW.id, NEW.filed_on, NEW.superseded_by_id, NEW.is_late, NEW.is_committee_trade, NEW.party, NEW.chamber,
    NEW.trade_type, NEW.bioguide_id, NEW.ticker, NEW.company_cik, NEW.amount_low, NEW.amount_high, NEW.amount_mid,
    NEW.delay_days, NEW.traded_on, NEW.last_modified, NEW.owner, NEW.asset_type, NEW.security_class, NEW.state,
    NEW.sector, NEW.industry, NEW.committee_matches, NEW.date_quality, NEW.asset_name, NEW.cap_gains_over_200,
    NEW.district, NEW.is_amendment))
  EXECUTE FUNCTION disclosed_note_trade('politician_trade');

CREATE TRIGGER clusters_change_noted BEFORE UPDATE ON "clusters"
  FOR EACH ROW WHEN ((OLD.latest_filed_on, OLD.transaction_code, OLD.company_cik, OLD.size, OLD.start_on, OLD.total_value,
    OLD.max_signal_score, OLD.end_on, OLD.trade_count, OLD.total_shares, OLD.average_price, OLD.insiders)
    IS DISTINCT FROM (NEW.latest_filed_on, NEW.transaction_code, NEW.company_cik, NEW.size, NEW.start_on, NEW.total_value,
    NEW.max_signal_score, NEW.end_on, NEW.trade_count, NEW.total_shares, NEW.average_price, NEW.insiders))
  EXECUTE FUNCTION disclosed_note_cluster();
