// The digest of a trade row as filed (insider_trades.content_hash): an ingestion with the same digest changes nothing.
import { hash } from "node:crypto";
import type { TradeRow } from "./trade-row.ts";

/** 128 bits of SHA-256 over the columns as filed: pairs of name and value as JSON, ordered by name. */
export function digest(row: TradeRow): string {
  let json = "";
  for (const [column, head] of digestedColumns) json += head + JSON.stringify(row[column]);
  return hash("sha256", `${json}]]`, "hex").slice(0, 32);
}

/** all but what is computed from them, in the order of the digest */
const digested: Record<Exclude<keyof TradeRow, "content_hash" | "security_class">, true> = {
  accession_number: true,
  acquired_disposed: true,
  company_cik: true,
  delta_own_pct: true,
  exercisable_on: true,
  exercise_price: true,
  expires_on: true,
  filed_on: true,
  filing_delay_days: true,
  footnote_ids: true,
  form_type: true,
  insider_cik: true,
  is_10b5_1: true,
  is_amendment: true,
  is_derivative: true,
  is_director: true,
  is_officer: true,
  is_ten_percent_owner: true,
  nature_of_ownership: true,
  owner_names: true,
  ownership: true,
  price: true,
  row_index: true,
  security_title: true,
  shares: true,
  shares_owned_after: true,
  ticker_as_filed: true,
  title: true,
  traded_on: true,
  transaction_code: true,
  underlying_shares: true,
  underlying_title: true,
  value: true,
  value_owned_after: true,
};

const digestedColumns = (Object.keys(digested) as (keyof typeof digested)[]).map(
  (column, place) => [column, `${place === 0 ? "[" : "],"}["${column}",`] as const,
);
