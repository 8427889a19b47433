-- The halves of an exercise point at each other, and say whether their owner sold on that day (src/derive/exercises.ts). Without
-- defaults the columns cost no rewrite, however many rows there are; the next derivation fills them.
ALTER TABLE "insider_trades" ADD COLUMN "exercise_pair_id" BIGINT, ADD COLUMN "exercise_and_sale" BOOLEAN;

INSERT INTO "pending_derivations" ("kind", "key", "from_on") SELECT 'company', "cik", NULL FROM "companies"
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
