// The digest of a trade row as filed (insider_trades.content_hash): an ingestion with the same digest changes nothing.
import { hash } from "node:crypto";
import { tradeTypes } from "./store-trades.ts";
import type { TradeRow } from "./trade-row.ts";

/** 128 bits of SHA-256 over the columns as filed: pairs of name and value as JSON, ordered by name. */
export function digest(row: TradeRow): string {
  let json = "";
  for (const [column, head] of digestedColumns) json += head + JSON.stringify(row[column]);
  return hash("sha256", `${json}]]`, "hex").slice(0, 32);
}

/** All but the id, the digest and what is computed from the others, in the order of their names. */
const computed = ["id", "content_hash", "security_class", "is_plan_unclear", "title_as_filed"];
const digested = tradeTypes.names.filter((name) => !computed.includes(name)).sort();

const digestedColumns = (digested as (keyof TradeRow)[]).map(
  (column, place) => [column, `${place === 0 ? "[" : "],"}["${column}",`] as const,
);
