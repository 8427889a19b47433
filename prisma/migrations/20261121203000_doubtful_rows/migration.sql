-- What the page of data quality counts and lists (src/store/statistics/doubtful-rows.ts): few rows among millions.
CREATE INDEX "insider_trades_doubtful" ON "insider_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND NOT "is_derivative"
    AND ("traded_on" IS NULL OR "filing_delay_days" < 0 OR "filing_delay_days" > 1826
      OR ("transaction_code" IN ('P', 'S') AND ("price" IS NULL OR "price" = 0)));
CREATE INDEX "politician_trades_doubtful" ON "politician_trades" ("filed_on" DESC, "id" DESC)
  WHERE "superseded_by_id" IS NULL AND "date_quality" <> 'ok';
