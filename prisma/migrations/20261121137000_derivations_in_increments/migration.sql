-- What a derivation in increments goes by: how far back a change reaches, until when an outcome may still change by time alone,
-- and which series the outcomes of a company were worked out from.
ALTER TABLE "pending_derivations" ADD COLUMN "from_on" DATE;
ALTER TABLE "companies" ADD COLUMN "price_basis" TEXT;
ALTER TABLE "insider_outcomes" ADD COLUMN "ahead_until" DATE;
ALTER TABLE "politician_outcomes" ADD COLUMN "ahead_until" DATE;

-- the last day on which each of these may still be ahead; the derivation of a later day takes them up
CREATE INDEX "insider_outcomes_ahead" ON "insider_outcomes" ("ahead_until") WHERE "ahead_until" IS NOT NULL;
CREATE INDEX "politician_outcomes_ahead" ON "politician_outcomes" ("ahead_until") WHERE "ahead_until" IS NOT NULL;

-- rows that were derived before have no such day yet: the next derivation, of whatever, takes them up
UPDATE "insider_outcomes" SET "ahead_until" = '-infinity' WHERE "reason" IN ('entry_ahead', 'exit_ahead');
UPDATE "politician_outcomes" SET "ahead_until" = '-infinity' WHERE "reason" IN ('entry_ahead', 'exit_ahead');
