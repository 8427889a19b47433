-- Whether the price of a trade can be believed (src/derive/price-quality.ts); null until it is derived, and where nothing is there to
-- compare it with. Without a default the column costs no rewrite.
ALTER TABLE "insider_trades" ADD COLUMN "price_quality" TEXT;

-- Closes as they were paid on the day. Files that name both closes are not of them: such a close is mostly adjusted for later splits.
ALTER TABLE "price_series" ADD COLUMN "as_traded" BOOLEAN NOT NULL DEFAULT false;
UPDATE "price_series" SET "as_traded" = true
WHERE "provider" LIKE 'lean:%' OR "provider" LIKE 'close-raw:%' OR "provider" = 'adjusted-close:tiingo';

-- What the page of data quality counts and lists beside insider_trades_doubtful: few rows among millions.
CREATE INDEX "insider_trades_suspect" ON "insider_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND NOT "is_derivative" AND ("price_quality" = 'suspect'
    OR ("transaction_code" = 'P' AND "acquired_disposed" = 'D') OR ("transaction_code" = 'S' AND "acquired_disposed" = 'A'));

-- Signals, clusters and outcomes of stored rows follow: a new series of the benchmark makes the next derivation one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "insider_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
