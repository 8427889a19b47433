-- Functions and views of the derivation: statistics bounds, distinct people, roles, the one price series of a symbol.

-- Wilson score interval, 95 % (z = 1.959963984540054), in percent; null when nothing was observed.
CREATE FUNCTION disclosed_wilson_low(wins bigint, n bigint) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN n > 0 THEN greatest(0, 100 * (
    (wins::float8 / n + 1.959963984540054 ^ 2 / (2 * n)
      - 1.959963984540054 * sqrt(greatest(0, (wins::float8 / n) * (1 - wins::float8 / n)) / n + 1.959963984540054 ^ 2 / (4 * n::float8 * n)))
    / (1 + 1.959963984540054 ^ 2 / n))) END
$$;

CREATE FUNCTION disclosed_wilson_high(wins bigint, n bigint) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN n > 0 THEN least(100, 100 * (
    (wins::float8 / n + 1.959963984540054 ^ 2 / (2 * n)
      + 1.959963984540054 * sqrt(greatest(0, (wins::float8 / n) * (1 - wins::float8 / n)) / n + 1.959963984540054 ^ 2 / (4 * n::float8 * n)))
    / (1 + 1.959963984540054 ^ 2 / n))) END
$$;

-- People behind forms: joint filers of one form are one person, and so are forms that share an owner, directly or through
-- a third form. disclosed_people(owners) aggregates the forms' owner CIKs into one text ('cik,cik,...') a person.
CREATE FUNCTION disclosed_people_add(people text[], owners text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  merged text[] := owners;
  others text[] := '{}';
  person text;
BEGIN
  FOREACH person IN ARRAY people LOOP
    IF string_to_array(person, ',') && owners THEN
      merged := merged || string_to_array(person, ',');
    ELSE
      others := others || person;
    END IF;
  END LOOP;
  RETURN others || (SELECT string_agg(DISTINCT cik, ',' ORDER BY cik) FROM unnest(merged) AS cik);
END
$$;

CREATE AGGREGATE disclosed_people(text[]) (SFUNC = disclosed_people_add, STYPE = text[], INITCOND = '{}', PARALLEL = SAFE);

-- Points of one owner's role: CFO 10; CEO, Chair, President 8; other officer 6; director 5; else 0. A Vice President or a
-- Vice Chair is no President or Chair; a deputy, assistant, former or retired holder does not hold the office.
CREATE FUNCTION disclosed_role_points(is_director boolean, is_officer boolean, officer_title text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN held ~ '\m(cfo|(chief|principal) fin(ance|ancial|\M\.?)( (&|and) [a-z]+)*( officer| off\M\.?|\M)?)' THEN 10
    WHEN held ~ '\m(ceo|(chief|principal) exec(utive|\M\.?)|chair(man|woman|person)?|cob|president|pres)\M' THEN 8
    WHEN is_officer THEN 6
    WHEN is_director THEN 5
    ELSE 0
  END
  FROM (
    SELECT regexp_replace(regexp_replace(lower(coalesce(officer_title, '')),
      '\m(vice|v\.)[ -]*(president|pres\M\.?|chair(man|woman|person)?)', 'vp', 'g'),
      '\m(deputy|assistant|asst\.?|former|retired|emeritus)[ -]+[^,;/&]*|chair(man|woman|person)?[ -]+emeritus', '', 'g') AS held
  ) AS title
$$;

-- The Congress of a date sits from January 3 of an odd year (20th Amendment).
CREATE FUNCTION disclosed_congress_start(day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN extract(year FROM day)::int % 2 = 0 THEN make_date(extract(year FROM day)::int - 1, 1, 3)
    WHEN day < make_date(extract(year FROM day)::int, 1, 3) THEN make_date(extract(year FROM day)::int - 2, 1, 3)
    ELSE make_date(extract(year FROM day)::int, 1, 3)
  END
$$;

-- First and last bar of every series.
CREATE VIEW price_series_span AS
  SELECT s.id, s.symbol, s.provider, s.adjusted, span.first_on, span.last_on
  FROM price_series s
  CROSS JOIN LATERAL (SELECT min(date) AS first_on, max(date) AS last_on FROM price_bars WHERE series_id = s.id) AS span
  WHERE span.first_on IS NOT NULL;

-- The one series that a symbol's returns come from: adjusted, not more than a year behind the symbol's newest bar, then the
-- one that reaches back furthest, then the newest, then by provider name.
CREATE VIEW best_series AS
  SELECT DISTINCT ON (symbol) symbol, id, provider, first_on, last_on
  FROM (SELECT *, max(last_on) OVER (PARTITION BY symbol) AS newest_on FROM price_series_span WHERE adjusted) AS span
  ORDER BY symbol, (last_on >= newest_on - 365) DESC, first_on, last_on DESC, provider COLLATE "C";
