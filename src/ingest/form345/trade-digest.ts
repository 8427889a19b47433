// The digest of a trade row as filed (insider_trades.content_hash): an ingestion that sees the same digest changes nothing.
import { hash } from "node:crypto";
import type { TradeRow } from "./trade-row.ts";

/** 128 bits of SHA-256 over the columns as filed: pairs of name and value as JSON, in the order of the names. */
export function digest(row: TradeRow): string {
  let json = "";
  for (const [column, head] of digestedColumns) json += head + JSON.stringify(row[column]);
  return hash("sha256", `${json}]]`, "hex").slice(0, 32);
}

const digestedColumns = (
  [
    "accession_number",
    "acquired_disposed",
    "company_cik",
    "delta_own_pct",
    "exercisable_on",
    "exercise_price",
    "expires_on",
    "filed_on",
    "filing_delay_days",
    "footnote_ids",
    "form_type",
    "insider_cik",
    "is_10b5_1",
    "is_amendment",
    "is_derivative",
    "is_director",
    "is_officer",
    "is_ten_percent_owner",
    "nature_of_ownership",
    "owner_names",
    "ownership",
    "price",
    "row_index",
    "security_title",
    "shares",
    "shares_owned_after",
    "ticker_as_filed",
    "title",
    "traded_on",
    "transaction_code",
    "underlying_shares",
    "underlying_title",
    "value",
    "value_owned_after",
  ] as const satisfies Exclude<keyof TradeRow, "content_hash" | "security_class">[]
).map((column, place) => [column, `${place === 0 ? "[" : "],"}["${column}",`] as const);
