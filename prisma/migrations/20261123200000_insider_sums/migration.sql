-- What an insider's trades add up to, kept by the derivation: GET /insiders sorts by it instead of adding up all trades at each request.
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

-- the next derivation begins although nothing was loaded
INSERT INTO "pending_derivations" ("kind", "key")
SELECT 'rosters', '' WHERE EXISTS (SELECT FROM "filings") ON CONFLICT DO NOTHING;
