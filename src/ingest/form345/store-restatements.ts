// Brings superseded_by_id to what the rows in the store say, for the trades that a batch touched.
import type { PoolClient } from "pg";
import type { TradeKey } from "./store-trades.ts";
import { findRestatements, type RestatableRow } from "./supersede.ts";

interface StoredRow extends Omit<RestatableRow, "id"> {
  id: string;
  supersededById: string | null;
  /** rows with one key may restate one another */
  key: string;
}

/**
 * Looks at every trade that shares company, trade date, code and table with one of `touched` (row ids), or with what stood at
 * `left` before, where an amendment is or was among them. Returns the rows that changed, by company and filing date. `inserted`
 * are rows that no caller has seen yet: they get no history.
 */
export async function storeRestatements(
  client: PoolClient,
  touched: string[],
  inserted: Pick<ReadonlySet<string>, "has">,
  left: TradeKey[] = [],
): Promise<{ cik: string; filedOn: string }[]> {
  const { rows } = await client.query<StoredRow>(select, [touched, JSON.stringify(left)]);
  const wanted = new Map<string, string>();
  for (const group of groupBy(rows).values()) {
    const restated = findRestatements(group.map((row) => ({ ...row, id: BigInt(row.id) })));
    for (const [id, by] of restated) wanted.set(String(id), String(by));
  }
  const changed = rows.filter((row) => (wanted.get(row.id) ?? null) !== row.supersededById);
  if (changed.length === 0) return [];
  await client.query(keepHistory, [changed.map((row) => row.id).filter((id) => !inserted.has(id))]);
  const ids = changed.map((row) => row.id);
  const { rows: updated } = await client.query<{ cik: string; filedOn: string }>(update, [
    ids,
    ids.map((id) => wanted.get(id) ?? null),
  ]);
  return updated;
}

function groupBy(rows: StoredRow[]): Map<string, StoredRow[]> {
  const groups = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const group = groups.get(row.key);
    if (group) group.push(row);
    else groups.set(row.key, [row]);
  }
  return groups;
}

const isOfKey = `a.company_cik = k.company_cik AND a.traded_on = k.traded_on AND a.transaction_code = k.transaction_code
      AND a.is_derivative = k.is_derivative`;

// LIMIT and OFFSET have each look-up made by its index: of four columns together the planner knows so little that it would read all trades
const select = `
  WITH touched AS (
    SELECT DISTINCT company_cik, traded_on, transaction_code, is_derivative
    FROM insider_trades WHERE id = ANY($1::bigint[]) AND traded_on IS NOT NULL
    UNION SELECT * FROM jsonb_to_recordset($2::jsonb)
      AS l(company_cik text, traded_on date, transaction_code text, is_derivative boolean)
  )
  SELECT t.id, t.accession_number AS "accessionNumber", t.row_index AS "rowIndex", t.filed_on AS "filedOn",
    t.is_amendment AS "isAmendment", t.form_type AS "formType", f.original_submitted_on AS "originalSubmittedOn",
    t.security_title AS "securityTitle", t.ownership, t.shares::text, t.price::text,
    t.superseded_by_id AS "supersededById",
    concat_ws('|', t.company_cik, t.traded_on, t.transaction_code, t.is_derivative) AS key,
    (SELECT array_agg(o.insider_cik) FROM filing_owners o WHERE o.accession_number = t.accession_number) AS owners
  FROM touched k
  CROSS JOIN LATERAL (
    SELECT 1 FROM insider_trades a WHERE ${isOfKey} AND (a.is_amendment OR a.superseded_by_id IS NOT NULL) LIMIT 1
  ) AS restated
  CROSS JOIN LATERAL (SELECT * FROM insider_trades a WHERE ${isOfKey} OFFSET 0) AS t
  CROSS JOIN LATERAL (SELECT original_submitted_on FROM filings WHERE accession_number = t.accession_number OFFSET 0) AS f`;

const keepHistory = `
  INSERT INTO row_history (kind, row_id, reason, before)
  SELECT 'insider_trade', t.id, 'an amendment restates it, or no longer does', to_jsonb(t)
  FROM insider_trades t WHERE t.id = ANY($1::bigint[])`;

const update = `
  UPDATE insider_trades t SET superseded_by_id = w.by, last_modified = statement_timestamp()
  FROM unnest($1::bigint[], $2::bigint[]) AS w(id, by)
  WHERE t.id = w.id RETURNING t.company_cik AS cik, t.filed_on AS "filedOn"`;
