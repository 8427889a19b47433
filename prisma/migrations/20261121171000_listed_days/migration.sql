-- How many documents each day lists and how many of them are known to be stored, kept by whoever changes listed_documents and in
-- the same transaction, so that a summary of millions of documents need not read them. Changes are added, never updated: loads
-- and listings do not wait for each other's days. disclosed_fold_listed_days() puts them together from time to time.
CREATE TABLE "listed_day_changes" (
    "id" BIGSERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "listed_on" DATE NOT NULL,
    "listed" INTEGER NOT NULL,
    "stored" INTEGER NOT NULL,
    CONSTRAINT "listed_day_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "listed_day_changes_source_listed_on_idx" ON "listed_day_changes"("source", "listed_on");

INSERT INTO "listed_day_changes" ("source", "listed_on", "listed", "stored")
SELECT "source", "listed_on", count(*), count(*) FILTER (WHERE "stored") FROM "listed_documents" GROUP BY 1, 2;

CREATE VIEW "listed_days" AS
SELECT "source", "listed_on", sum("listed")::int AS "listed", sum("stored")::int AS "stored"
FROM "listed_day_changes" GROUP BY "source", "listed_on" HAVING sum("listed") <> 0;

CREATE FUNCTION "disclosed_listed_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listed_day_changes (source, listed_on, listed, stored)
  SELECT source, listed_on, count(*), count(*) FILTER (WHERE stored) FROM added GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE FUNCTION "disclosed_listed_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listed_day_changes (source, listed_on, listed, stored)
  SELECT source, listed_on, sum(n), sum(n * stored::int) FROM (
    SELECT source, listed_on, stored, 1 AS n FROM added UNION ALL SELECT source, listed_on, stored, -1 FROM removed) AS moved
  GROUP BY 1, 2 HAVING sum(n) <> 0 OR sum(n * stored::int) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION "disclosed_listed_removed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listed_day_changes (source, listed_on, listed, stored)
  SELECT source, listed_on, -count(*), -count(*) FILTER (WHERE stored) FROM removed GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE FUNCTION "disclosed_listed_truncated"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listed_day_changes;
  RETURN NULL;
END $$;
CREATE TRIGGER "listed_documents_added" AFTER INSERT ON "listed_documents" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "disclosed_listed_added"();
CREATE TRIGGER "listed_documents_changed" AFTER UPDATE ON "listed_documents" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "disclosed_listed_changed"();
CREATE TRIGGER "listed_documents_removed" AFTER DELETE ON "listed_documents" REFERENCING OLD TABLE AS "removed"
  FOR EACH STATEMENT EXECUTE FUNCTION "disclosed_listed_removed"();
CREATE TRIGGER "listed_documents_truncated" AFTER TRUNCATE ON "listed_documents"
  FOR EACH STATEMENT EXECUTE FUNCTION "disclosed_listed_truncated"();

-- One row a source and day out of several. Of two that fold at once, the second finds nothing left of what the first has taken.
CREATE FUNCTION "disclosed_fold_listed_days"() RETURNS void LANGUAGE sql AS $$
  WITH several AS (
    SELECT source, listed_on FROM listed_day_changes GROUP BY 1, 2 HAVING count(*) > 1
  ), taken AS (
    DELETE FROM listed_day_changes c USING several s WHERE c.source = s.source AND c.listed_on = s.listed_on
    RETURNING c.source, c.listed_on, c.listed, c.stored
  )
  INSERT INTO listed_day_changes (source, listed_on, listed, stored)
  SELECT source, listed_on, sum(listed), sum(stored) FROM taken GROUP BY 1, 2 HAVING sum(listed) <> 0 OR sum(stored) <> 0
$$;
