-- What a member's trades add up to, kept by the derivation: GET /politicians sorts by it instead of adding up all trades at each request.
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

-- the next derivation reads every congressional trade, and fills the table
INSERT INTO "pending_derivations" ("kind", "key")
SELECT 'rosters', '' WHERE EXISTS (SELECT FROM "politician_trades") ON CONFLICT DO NOTHING;
