-- What an index over the lists has to read again: each transaction notes which rows of which list it changed, whoever writes.
CREATE TABLE "list_changes" (
    "position" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "row_id" BIGINT,
    "day" DATE,
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "noted_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "list_changes_pkey" PRIMARY KEY ("position")
);
CREATE INDEX "list_changes_xid_idx" ON "list_changes"("xid");
CREATE INDEX "list_changes_noted_at_idx" ON "list_changes"("noted_at");

-- Notes a row with the day that it was listed by until now. From the 100,000th of a transaction on it is one note for all rows.
CREATE FUNCTION disclosed_note_change(of_kind text, of_row bigint, of_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counter text := 'disclosed.noted_' || of_kind;
  noted int := coalesce(nullif(current_setting(counter, true), ''), '0')::int;
BEGIN
  IF noted >= 100000 THEN
    RETURN;
  END IF;
  PERFORM set_config(counter, (noted + 1)::text, true);
  INSERT INTO list_changes (kind, row_id, day)
  VALUES (of_kind, CASE WHEN noted < 99999 THEN of_row END, CASE WHEN noted < 99999 THEN of_day END);
END
$$;

-- Any row of a list; once a transaction is enough.
CREATE FUNCTION disclosed_note_all() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counter text := 'disclosed.noted_' || TG_ARGV[0];
BEGIN
  IF coalesce(nullif(current_setting(counter, true), ''), '0')::int < 100000 THEN
    PERFORM set_config(counter, '100000', true);
    INSERT INTO list_changes (kind) VALUES (TG_ARGV[0]);
  END IF;
  RETURN COALESCE(NEW, OLD);
END
$$;

CREATE FUNCTION disclosed_note_trade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM disclosed_note_change(TG_ARGV[0], OLD.id, OLD.filed_on);
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.id <> OLD.id) THEN
    PERFORM disclosed_note_change(TG_ARGV[0], NEW.id, NULL);
  END IF;
  RETURN COALESCE(NEW, OLD);
END
$$;

CREATE FUNCTION disclosed_note_cluster() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM disclosed_note_change('cluster', NEW.id, NULL);
  ELSE
    PERFORM disclosed_note_change('cluster', OLD.id, OLD.latest_filed_on);
  END IF;
  RETURN COALESCE(NEW, OLD);
END
$$;

-- The trades of a filing whose owners change; a filing that comes in has none yet.
CREATE FUNCTION disclosed_note_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM disclosed_note_change('insider_trade', t.id, t.filed_on)
  FROM insider_trades t
  WHERE t.accession_number = CASE WHEN TG_OP = 'DELETE' THEN OLD.accession_number ELSE NEW.accession_number END;
  RETURN COALESCE(NEW, OLD);
END
$$;

-- Before the row, not after it: notes of millions of updates would wait in memory.
CREATE TRIGGER insider_trades_noted BEFORE INSERT OR DELETE ON "insider_trades"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_trade('insider_trade');
CREATE TRIGGER insider_trades_change_noted BEFORE UPDATE ON "insider_trades"
  FOR EACH ROW WHEN ((OLD.id, OLD.filed_on, OLD.superseded_by_id, OLD.is_derivative, OLD.transaction_code, OLD.company_cik, OLD.ticker_as_filed,
    OLD.insider_cik, OLD.owner_names, OLD.accession_number, OLD.value, OLD.price, OLD.traded_on, OLD.last_modified)
    IS DISTINCT FROM (NEW.id, NEW.filed_on, NEW.superseded_by_id, NEW.is_derivative, NEW.transaction_code, NEW.company_cik, NEW.ticker_as_filed,
    NEW.insider_cik, NEW.owner_names, NEW.accession_number, NEW.value, NEW.price, NEW.traded_on, NEW.last_modified))
  EXECUTE FUNCTION disclosed_note_trade('insider_trade');
CREATE TRIGGER insider_trades_emptied AFTER TRUNCATE ON "insider_trades"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('insider_trade');

CREATE TRIGGER filing_owners_noted BEFORE INSERT OR DELETE ON "filing_owners"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_owner();
CREATE TRIGGER filing_owners_change_noted BEFORE UPDATE ON "filing_owners"
  FOR EACH ROW WHEN ((OLD.ordinal, OLD.insider_cik) IS DISTINCT FROM (NEW.ordinal, NEW.insider_cik))
  EXECUTE FUNCTION disclosed_note_owner();

CREATE TRIGGER politician_trades_noted BEFORE INSERT OR DELETE ON "politician_trades"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_trade('politician_trade');
CREATE TRIGGER politician_trades_change_noted BEFORE UPDATE ON "politician_trades"
  FOR EACH ROW WHEN ((OLD.id, OLD.filed_on, OLD.superseded_by_id, OLD.is_late, OLD.is_committee_trade, OLD.party, OLD.chamber, OLD.trade_type,
    OLD.bioguide_id, OLD.ticker, OLD.company_cik, OLD.amount_low, OLD.amount_high, OLD.amount_mid, OLD.delay_days, OLD.traded_on, OLD.last_modified)
    IS DISTINCT FROM (NEW.id, NEW.filed_on, NEW.superseded_by_id, NEW.is_late, NEW.is_committee_trade, NEW.party, NEW.chamber, NEW.trade_type,
    NEW.bioguide_id, NEW.ticker, NEW.company_cik, NEW.amount_low, NEW.amount_high, NEW.amount_mid, NEW.delay_days, NEW.traded_on, NEW.last_modified))
  EXECUTE FUNCTION disclosed_note_trade('politician_trade');
CREATE TRIGGER politician_trades_emptied AFTER TRUNCATE ON "politician_trades"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('politician_trade');

CREATE TRIGGER clusters_noted BEFORE INSERT OR DELETE ON "clusters"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_cluster();
CREATE TRIGGER clusters_change_noted BEFORE UPDATE ON "clusters"
  FOR EACH ROW WHEN ((OLD.latest_filed_on, OLD.transaction_code, OLD.company_cik, OLD.size)
    IS DISTINCT FROM (NEW.latest_filed_on, NEW.transaction_code, NEW.company_cik, NEW.size))
  EXECUTE FUNCTION disclosed_note_cluster();
CREATE TRIGGER clusters_emptied AFTER TRUNCATE ON "clusters"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('cluster');

-- After the row: a symbol that is seen again is no change.
CREATE TRIGGER companies_noted AFTER INSERT OR DELETE ON "companies"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_all('vocabulary');
CREATE TRIGGER companies_change_noted BEFORE UPDATE ON "companies"
  FOR EACH ROW WHEN ((OLD.name, OLD.ticker, OLD.sector, OLD.industry) IS DISTINCT FROM (NEW.name, NEW.ticker, NEW.sector, NEW.industry))
  EXECUTE FUNCTION disclosed_note_all('vocabulary');
CREATE TRIGGER companies_emptied AFTER TRUNCATE ON "companies"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('vocabulary');
CREATE TRIGGER company_tickers_noted AFTER INSERT OR DELETE ON "company_tickers"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_all('vocabulary');
CREATE TRIGGER company_tickers_emptied AFTER TRUNCATE ON "company_tickers"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('vocabulary');
CREATE TRIGGER politicians_noted AFTER INSERT OR DELETE ON "politicians"
  FOR EACH ROW EXECUTE FUNCTION disclosed_note_all('vocabulary');
CREATE TRIGGER politicians_change_noted BEFORE UPDATE ON "politicians"
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name)
  EXECUTE FUNCTION disclosed_note_all('vocabulary');
CREATE TRIGGER politicians_emptied AFTER TRUNCATE ON "politicians"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_note_all('vocabulary');

-- What an index has long taken in is let go of with the next version.
CREATE OR REPLACE FUNCTION disclosed_bump_data_version() RETURNS bigint LANGUAGE sql AS $$
  DELETE FROM list_changes WHERE noted_at < now() - interval '1 day';
  UPDATE data_version SET version = version + 1, as_of = now() WHERE id = 1 RETURNING version
$$;
