-- The index over the lists holds more columns: a change of one of them is noted too.
CREATE OR REPLACE TRIGGER insider_trades_change_noted BEFORE UPDATE ON "insider_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_insider_trade', true) IS DISTINCT FROM '100000'
    AND (OLD.id, OLD.filed_on, OLD.superseded_by_id, OLD.is_derivative, OLD.transaction_code, OLD.company_cik,
    OLD.ticker_as_filed, OLD.insider_cik, OLD.owner_names, OLD.accession_number, OLD.value, OLD.price, OLD.traded_on,
    OLD.last_modified, OLD.title, OLD.is_director, OLD.is_officer, OLD.is_ten_percent_owner, OLD.signal_score,
    OLD.signal_tier, OLD.signal_direction, OLD.is_10b5_1, OLD.form_type, OLD.acquired_disposed, OLD.security_class,
    OLD.ownership, OLD.filing_delay_days)
    IS DISTINCT FROM (NEW.id, NEW.filed_on, NEW.superseded_by_id, NEW.is_derivative, NEW.transaction_code, NEW.company_cik,
    NEW.ticker_as_filed, NEW.insider_cik, NEW.owner_names, NEW.accession_number, NEW.value, NEW.price, NEW.traded_on,
    NEW.last_modified, NEW.title, NEW.is_director, NEW.is_officer, NEW.is_ten_percent_owner, NEW.signal_score,
    NEW.signal_tier, NEW.signal_direction, NEW.is_10b5_1, NEW.form_type, NEW.acquired_disposed, NEW.security_class,
    NEW.ownership, NEW.filing_delay_days))
  EXECUTE FUNCTION disclosed_note_trade('insider_trade');
CREATE OR REPLACE TRIGGER politician_trades_change_noted BEFORE UPDATE ON "politician_trades"
  FOR EACH ROW WHEN (current_setting('disclosed.noted_politician_trade', true) IS DISTINCT FROM '100000'
    AND (OLD.id, OLD.filed_on, OLD.superseded_by_id, OLD.is_late, OLD.is_committee_trade, OLD.party, OLD.chamber, OLD.trade_type,
    OLD.bioguide_id, OLD.ticker, OLD.company_cik, OLD.amount_low, OLD.amount_high, OLD.amount_mid, OLD.delay_days,
    OLD.traded_on, OLD.last_modified, OLD.owner, OLD.asset_type, OLD.security_class, OLD.state, OLD.sector, OLD.industry,
    OLD.committee_matches, OLD.date_quality)
    IS DISTINCT FROM (NEW.id, NEW.filed_on, NEW.superseded_by_id, NEW.is_late, NEW.is_committee_trade, NEW.party, NEW.chamber, NEW.trade_type,
    NEW.bioguide_id, NEW.ticker, NEW.company_cik, NEW.amount_low, NEW.amount_high, NEW.amount_mid, NEW.delay_days,
    NEW.traded_on, NEW.last_modified, NEW.owner, NEW.asset_type, NEW.security_class, NEW.state, NEW.sector, NEW.industry,
    NEW.committee_matches, NEW.date_quality))
  EXECUTE FUNCTION disclosed_note_trade('politician_trade');
CREATE OR REPLACE TRIGGER clusters_change_noted BEFORE UPDATE ON "clusters"
  FOR EACH ROW WHEN ((OLD.latest_filed_on, OLD.transaction_code, OLD.company_cik, OLD.size, OLD.start_on, OLD.total_value,
    OLD.max_signal_score)
    IS DISTINCT FROM (NEW.latest_filed_on, NEW.transaction_code, NEW.company_cik, NEW.size, NEW.start_on, NEW.total_value,
    NEW.max_signal_score))
  EXECUTE FUNCTION disclosed_note_cluster();
