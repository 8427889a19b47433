-- What a company's insiders and members of Congress traded in the last 30, 90 and 365 days of filings, and when it was filed on last: kept by
-- the derivation, so that GET /companies adds up nothing. The derivation that follows fills empty tables as a whole.
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

-- the date alone takes trades out of a window
CREATE INDEX "company_window_sums_due_on_idx" ON "company_window_sums"("due_on");

CREATE TABLE "company_sums" (
    "company_cik" TEXT NOT NULL,
    "last_filed_on" DATE NOT NULL,

    CONSTRAINT "company_sums_pkey" PRIMARY KEY ("company_cik")
);

-- the next derivation begins although nothing was loaded
INSERT INTO "pending_derivations" ("kind", "key")
SELECT 'rosters', '' WHERE EXISTS (SELECT FROM "filings") ON CONFLICT DO NOTHING;
