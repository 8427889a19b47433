-- When a membership was last seen, what a roster could not tell, which closes leave dividends out, and from when to when the
-- bars of a symbol are a company's own.
ALTER TABLE "committee_memberships" ADD COLUMN "seen_to" DATE;
UPDATE "committee_memberships" m SET "seen_to" = (
  SELECT max(e."as_of") FROM "roster_entries" e
  WHERE e."committee_code" = m."committee_code" AND e."bioguide_id" = m."bioguide_id" AND e."as_of" >= m."seen_from"
    AND (m."valid_to" IS NULL OR e."as_of" < m."valid_to"));

ALTER TABLE "roster_snapshots" ADD COLUMN "unreadable" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

ALTER TABLE "price_series" ADD COLUMN "dividends" BOOLEAN NOT NULL DEFAULT true;

-- First and last bar of every series.
CREATE OR REPLACE VIEW price_series_span AS
  SELECT s.id, s.symbol, s.provider, s.adjusted, span.first_on, span.last_on, s.dividends
  FROM price_series s
  CROSS JOIN LATERAL (SELECT min(date) AS first_on, max(date) AS last_on FROM price_bars WHERE series_id = s.id) AS span
  WHERE span.first_on IS NOT NULL;

-- The one series that a symbol's returns come from: adjusted, not more than a year behind the symbol's newest bar, adjusted
-- for dividends as well, then the one that reaches back furthest, then the newest, then by provider name.
CREATE OR REPLACE VIEW best_series AS
  SELECT DISTINCT ON (symbol) symbol, id, provider, first_on, last_on
  FROM (SELECT *, max(last_on) OVER (PARTITION BY symbol) AS newest_on FROM price_series_span WHERE adjusted) AS span
  ORDER BY symbol, (last_on >= newest_on - 365) DESC, dividends DESC, first_on, last_on DESC, provider COLLATE "C";

-- Which symbols' bars may stand for a company, and for which days. A symbol that another company bears today brings that
-- company's prices, even for the past: providers carry a renamed company's history along. Of a symbol that others had before,
-- the days up to their last filing are theirs; of one that others had after, the days from their first.
CREATE VIEW company_price_symbols AS
  SELECT s.company_cik, s.symbol, s.is_current, s.last_seen_on, span.from_on, span.until_on
  FROM company_symbols s
  CROSS JOIN LATERAL (
    SELECT max(o.last_seen_on) FILTER (WHERE o.last_seen_on < s.first_seen_on) + 1 AS from_on,
      min(o.first_seen_on) FILTER (WHERE o.first_seen_on > s.last_seen_on AND NOT s.is_current) - 1 AS until_on,
      coalesce(bool_or(o.is_current AND (NOT s.is_current OR o.first_seen_on > s.last_seen_on)), false) AS taken
    FROM company_symbols o WHERE o.symbol = s.symbol AND o.company_cik <> s.company_cik
  ) AS span
  WHERE NOT span.taken;
