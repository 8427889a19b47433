// A transaction as stored: one property per column of insider_trades that comes from the filing.
import type { SecurityClass } from "../../security-class.ts";

export interface TradeRow {
  accession_number: string;
  is_derivative: boolean;
  row_index: number;
  company_cik: string;
  insider_cik: string;
  filed_on: string;
  traded_on: string | null;
  form_type: string;
  transaction_code: string;
  acquired_disposed: string | null;
  security_title: string;
  security_class: SecurityClass;
  shares: string | null;
  price: string | null;
  value: string | null;
  shares_owned_after: string | null;
  value_owned_after: string | null;
  delta_own_pct: number | null;
  ownership: string | null;
  nature_of_ownership: string | null;
  exercise_price: string | null;
  exercisable_on: string | null;
  expires_on: string | null;
  underlying_title: string | null;
  underlying_shares: string | null;
  is_10b5_1: boolean | null;
  is_amendment: boolean;
  filing_delay_days: number | null;
  ticker_as_filed: string | null;
  title: string | null;
  is_director: boolean;
  is_officer: boolean;
  is_ten_percent_owner: boolean;
  footnote_ids: string[];
  owner_names: string;
  content_hash: string;
}
