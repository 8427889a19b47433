-- Every symbol of every company, its current (or last) one marked; seen dates are null where only the company's own row names it.
CREATE VIEW company_symbols AS
  SELECT h.company_cik, h.symbol, (h.symbol = c.ticker) IS TRUE AS is_current, h.first_seen_on, h.last_seen_on
  FROM company_tickers h JOIN companies c ON c.cik = h.company_cik
  UNION ALL
  SELECT c.cik, c.ticker, true, NULL, NULL
  FROM companies c
  WHERE c.ticker IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM company_tickers h WHERE h.company_cik = c.cik AND h.symbol = c.ticker);
