-- What the signals of one filing day were worth, summed up: GET /signals/performance adds up days instead of looking at every trade.
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
