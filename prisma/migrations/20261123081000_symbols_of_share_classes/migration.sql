-- `ticker` of a row is the symbol of its own class of shares, and a symbol that a filing mistyped finds nothing of another company's.

-- Which symbols the SEC's own lists give a company, and in which place.
ALTER TABLE "company_tickers" ADD COLUMN "listed_on" DATE, ADD COLUMN "listed_place" INTEGER;
UPDATE "company_tickers" SET "listed_on" = "last_seen_on", "listed_place" = CASE "source" WHEN 'companies' THEN 0 ELSE 1 END
  WHERE "source" IN ('companies', 'companies-listed');

-- The current symbol of the row's own security, where it is another than the company's; the next derivation fills it.
ALTER TABLE "insider_trades" ADD COLUMN "own_ticker" TEXT;

-- Symbols that only filings of a company name, while the SEC's lists give them to another one: that one bore it already when the first
-- such filing came, or the company's filings name another symbol before and after.
CREATE VIEW mistyped_symbols AS
  SELECT h.company_cik, h.symbol
  FROM company_tickers h
  WHERE h.listed_on IS NULL AND EXISTS (
    SELECT FROM company_tickers o
    WHERE o.symbol = h.symbol AND o.company_cik <> h.company_cik AND o.listed_on IS NOT NULL
      AND (h.first_seen_on BETWEEN o.first_seen_on AND o.last_seen_on OR EXISTS (
        SELECT FROM company_tickers s
        WHERE s.company_cik = h.company_cik AND s.symbol <> h.symbol AND s.first_seen_on <= h.first_seen_on
          AND s.last_seen_on >= h.last_seen_on)));

-- Every symbol of every company, its current (or last) one marked, without mistyped ones: those above, and where no list tells those that
-- another company has as its current symbol. Seen dates are null where only the company's own row names it.
CREATE OR REPLACE VIEW company_symbols AS
  SELECT h.company_cik, h.symbol, (h.symbol = c.ticker) IS TRUE AS is_current, h.first_seen_on, h.last_seen_on, h.listed_on
  FROM company_tickers h JOIN companies c ON c.cik = h.company_cik
  WHERE h.listed_on IS NOT NULL OR (
    NOT EXISTS (SELECT FROM mistyped_symbols m WHERE m.company_cik = h.company_cik AND m.symbol = h.symbol)
    AND (c.ticker IS NOT DISTINCT FROM h.symbol OR NOT EXISTS (
      SELECT FROM companies o JOIN company_tickers b ON b.company_cik = o.cik AND b.symbol = o.ticker
      JOIN company_tickers s ON s.company_cik = h.company_cik AND s.symbol <> h.symbol
      WHERE b.symbol = h.symbol AND o.cik <> h.company_cik
        AND h.first_seen_on BETWEEN b.first_seen_on AND b.last_seen_on
        AND s.first_seen_on <= h.first_seen_on AND s.last_seen_on >= h.last_seen_on)))
  UNION ALL
  SELECT c.cik, c.ticker, true, NULL, NULL, NULL
  FROM companies c
  WHERE c.ticker IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM company_tickers h WHERE h.company_cik = c.cik AND h.symbol = c.ticker);

-- Pairs of symbols that a company bears side by side, for longer than after a renaming (90 days) or in one list of the SEC: different
-- securities, of which neither is priced by the other's series.
CREATE VIEW parallel_symbols AS
  SELECT a.company_cik, a.symbol, b.symbol AS other
  FROM company_symbols a JOIN company_symbols b ON b.company_cik = a.company_cik AND b.symbol <> a.symbol
  WHERE least(a.last_seen_on, b.last_seen_on) - greatest(a.first_seen_on, b.first_seen_on) > 90 OR a.listed_on = b.listed_on;

-- The price factor of the signal takes the series of the row's own symbol alone: the formula is another one.
ALTER TABLE "insider_trades" ALTER COLUMN "signal_version" SET DEFAULT '5';

-- Tickers, signals and outcomes of stored rows follow: a new series of the benchmark makes the next derivation one of everything.
INSERT INTO "pending_derivations" ("kind", "key", "from_on")
SELECT 'prices', 'SPY', NULL WHERE EXISTS (SELECT FROM "insider_trades") OR EXISTS (SELECT FROM "politician_trades")
ON CONFLICT ("kind", "key") DO UPDATE SET "from_on" = NULL;
