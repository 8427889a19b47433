-- The first row of the block that a row repeats (src/derive/blocks.ts); the rule by which a price is suspect, and why a row has none
-- (src/derive/price-quality.ts). Without defaults the columns cost no rewrite.
ALTER TABLE "insider_trades" ADD COLUMN "same_block_as_id" BIGINT, ADD COLUMN "price_quality_reason" TEXT, ADD COLUMN "price_reason" TEXT;

-- few rows among millions: to find the others of a block
CREATE INDEX "insider_trades_same_block" ON "insider_trades" ("same_block_as_id") WHERE "same_block_as_id" IS NOT NULL;

-- other buyers are counted by blocks: the signal of rows whose score stays gets the version too
ALTER TABLE "insider_trades" ALTER COLUMN "signal_version" SET DEFAULT '6';

-- Signals, clusters, sums and outcomes of stored rows follow: a new series of the benchmark makes the next derivation one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "insider_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
