// Trade rows of a batch -> insider_trades. What the store holds already is compared by digest; a changed row keeps its id, and
// its earlier version goes to row_history.
import type { PoolClient } from "pg";
import type { TradeRow } from "./trade-rows.ts";

export interface StoredTrades {
  /** ids */
  new: string[];
  amended: string[];
  /** companies of new, amended and removed rows */
  companies: string[];
}

type Row = TradeRow & { id: string };

/** `accessions` are all filings of the batch, those without a transaction too: rows of theirs that are gone are removed. */
export async function storeTrades(client: PoolClient, accessions: string[], rows: Row[]): Promise<StoredTrades> {
  const { rows: known } = await client.query<{ id: string; content_hash: string; company_cik: string }>(
    "SELECT id, content_hash, company_cik FROM insider_trades WHERE accession_number = ANY($1)",
    [accessions],
  );
  const hashes = new Map(known.map((row) => [row.id, row.content_hash]));
  const fresh = rows.filter((row) => !hashes.has(row.id));
  const amended = rows.filter((row) => hashes.has(row.id) && hashes.get(row.id) !== row.content_hash);
  const present = new Set(rows.map((row) => row.id));
  const gone = known.filter((row) => !present.has(row.id));
  if (amended.length + gone.length > 0) {
    const ids = [...amended, ...gone].map((row) => row.id);
    await client.query(keepHistory, [ids]);
    await client.query("DELETE FROM insider_trades WHERE id = ANY($1::bigint[])", [gone.map((row) => row.id)]);
  }
  if (fresh.length + amended.length > 0) await client.query(upsert, [JSON.stringify([...fresh, ...amended])]);
  return {
    new: fresh.map((row) => row.id),
    amended: amended.map((row) => row.id),
    companies: [...new Set([...fresh, ...amended, ...gone].map((row) => row.company_cik))],
  };
}

const keepHistory = `
  INSERT INTO row_history (kind, row_id, reason, before)
  SELECT 'insider_trade', t.id, 'the filing was ingested with another content', to_jsonb(t)
  FROM insider_trades t WHERE t.id = ANY($1::bigint[])`;

const types = `id bigint, accession_number text, is_derivative boolean, row_index int, company_cik text, insider_cik text,
  filed_on date, traded_on date, form_type text, transaction_code text, acquired_disposed text, security_title text,
  shares numeric, price numeric, value numeric, shares_owned_after numeric, value_owned_after numeric,
  delta_own_pct double precision, ownership text, nature_of_ownership text, exercise_price numeric, exercisable_on date,
  expires_on date, underlying_title text, underlying_shares numeric, is_10b5_1 boolean, is_amendment boolean,
  filing_delay_days int, ticker_as_filed text, title text, is_director boolean, is_officer boolean,
  is_ten_percent_owner boolean, footnote_ids text[], owner_names text, content_hash text`;

const columns = types.split(",").map((column) => column.trim().split(" ")[0] ?? "");

const upsert = `
  INSERT INTO insider_trades (${columns.join(", ")})
  SELECT ${columns.join(", ")} FROM jsonb_to_recordset($1::jsonb) AS x(${types})
  ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}, last_modified = now()`;
