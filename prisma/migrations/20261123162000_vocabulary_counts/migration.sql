-- How many rows of a list each word of its filters finds, kept by the derivation: GET /vocabulary shows it. Insider trades are counted by
-- filing date first, so that a day's filings count that day again and not all trades.
CREATE TABLE "trade_word_days" (
    "filed_on" DATE NOT NULL,
    "field" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "trades" INTEGER NOT NULL,

    CONSTRAINT "trade_word_days_pkey" PRIMARY KEY ("filed_on","field","word")
);

CREATE TABLE "vocabulary_counts" (
    "list" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "vocabulary_counts_pkey" PRIMARY KEY ("list","field","word")
);

-- the next derivation begins although nothing was loaded, and fills empty tables
INSERT INTO "pending_derivations" ("kind", "key")
SELECT 'rosters', '' WHERE EXISTS (SELECT FROM "companies") ON CONFLICT DO NOTHING;
