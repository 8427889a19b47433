-- A derivation of everything writes a third of all insider trades anew. What each of those rows costs beside itself:

-- The call of a trigger that from the 100,000th row of a transaction on notes nothing: its condition says so without the call.
CREATE OR REPLACE TRIGGER insider_trades_noted BEFORE INSERT OR DELETE ON "insider_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_insider_trade', true) IS DISTINCT FROM '100000')
  EXECUTE FUNCTION disclosed_note_trade('insider_trade');
CREATE OR REPLACE TRIGGER insider_trades_change_noted BEFORE UPDATE ON "insider_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_insider_trade', true) IS DISTINCT FROM '100000'
    AND (OLD.id, OLD.filed_on, OLD.superseded_by_id, OLD.is_derivative, OLD.transaction_code, OLD.company_cik, OLD.ticker_as_filed,
    OLD.insider_cik, OLD.owner_names, OLD.accession_number, OLD.value, OLD.price, OLD.traded_on, OLD.last_modified)
    IS DISTINCT FROM (NEW.id, NEW.filed_on, NEW.superseded_by_id, NEW.is_derivative, NEW.transaction_code, NEW.company_cik, NEW.ticker_as_filed,
    NEW.insider_cik, NEW.owner_names, NEW.accession_number, NEW.value, NEW.price, NEW.traded_on, NEW.last_modified))
  EXECUTE FUNCTION disclosed_note_trade('insider_trade');

CREATE OR REPLACE TRIGGER politician_trades_noted BEFORE INSERT OR DELETE ON "politician_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_politician_trade', true) IS DISTINCT FROM '100000')
  EXECUTE FUNCTION disclosed_note_trade('politician_trade');
CREATE OR REPLACE TRIGGER politician_trades_change_noted BEFORE UPDATE ON "politician_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_politician_trade', true) IS DISTINCT FROM '100000'
    AND (OLD.id, OLD.filed_on, OLD.superseded_by_id, OLD.is_late, OLD.is_committee_trade, OLD.party, OLD.chamber, OLD.trade_type,
    OLD.bioguide_id, OLD.ticker, OLD.company_cik, OLD.amount_low, OLD.amount_high, OLD.amount_mid, OLD.delay_days, OLD.traded_on, OLD.last_modified)
    IS DISTINCT FROM (NEW.id, NEW.filed_on, NEW.superseded_by_id, NEW.is_late, NEW.is_committee_trade, NEW.party, NEW.chamber, NEW.trade_type,
    NEW.bioguide_id, NEW.ticker, NEW.company_cik, NEW.amount_low, NEW.amount_high, NEW.amount_mid, NEW.delay_days, NEW.traded_on, NEW.last_modified))
  EXECUTE FUNCTION disclosed_note_trade('politician_trade');

-- An entry in each of nine indexes: PostgreSQL spares them where no indexed value has changed and the page has room for the new row. The
-- time of the last change is in the smaller kind of index that does not count for this (from PostgreSQL 16 on), and pages are filled to
-- two thirds, which is where they are after the first derivation anyway.
DROP INDEX "insider_trades_last_modified_idx";
CREATE INDEX "insider_trades_last_modified_idx" ON "insider_trades" USING brin ("last_modified") WITH (pages_per_range = 32, autosummarize = on);
ALTER TABLE "insider_trades" SET (fillfactor = 65);
