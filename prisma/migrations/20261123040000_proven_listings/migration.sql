-- Days within a listing's span of which it proves nothing: with nothing listed they are failed, not empty.
ALTER TABLE "listing_looks" ADD COLUMN "gaps" DATE[] NOT NULL DEFAULT ARRAY[]::DATE[];

-- What was taken for empty without a proof. The next look at each of these listings judges it again.

-- A search that answered with no report at all may not have been searched.
UPDATE "listing_looks" SET "outcome" = 'failed', "final" = false,
  "message" = 'the search showed no report, and nothing proved that it was searched: it is asked again'
WHERE "source" = 'senate' AND "listing" LIKE 'ptr/%' AND "outcome" = 'empty';

-- The index of a year proves nothing behind its newest row.
UPDATE "listing_looks" l SET "final" = false,
  "covers_to" = greatest(l."covers_from", least(l."covers_to", coalesce((
    SELECT max(h."filed_on") FROM "house_index" h
    WHERE h."year" = extract(year FROM l."covers_from") AND h."filed_on" <= l."covers_to"), l."covers_from")))
WHERE l."source" = 'house' AND l."listing" LIKE 'year-index/%' AND l."outcome" IN ('listed', 'empty');
UPDATE "listing_looks" SET "outcome" = 'failed', "final" = false,
  "message" = 'the index listed no report, and nothing proved that it was whole: it is asked for again'
WHERE "source" = 'house' AND "outcome" = 'empty';

-- EDGAR has ownership forms on every working day: a quarter with working days without any is read again, day by day where needed.
UPDATE "listing_looks" l SET "final" = false
WHERE l."source" = 'form345' AND l."listing" LIKE 'full-index/%' AND l."outcome" = 'listed' AND l."covers_to" >= DATE '2003-06-30'
  AND EXISTS (
    SELECT FROM generate_series(greatest(l."covers_from", DATE '2003-06-30'), l."covers_to", interval '1 day') AS day
    WHERE extract(isodow FROM day) < 6 AND NOT EXISTS (
      SELECT FROM "listed_documents" d WHERE d."source" = 'form345' AND d."listed_on" = day::date));
UPDATE "listing_looks" SET "outcome" = 'failed', "final" = false,
  "message" = 'the index lists no ownership form, which cannot be'
WHERE "source" = 'form345' AND "outcome" = 'empty' AND "listing" LIKE 'local/daily-index/%'
  AND "covers_to" >= DATE '2003-06-30' AND extract(isodow FROM "covers_to") < 6;
