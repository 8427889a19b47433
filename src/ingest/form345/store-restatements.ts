// Updates superseded_by_id from the stored rows, for the trades that a batch changed.
import type { PoolClient } from "pg";
import type { RestatableRow } from "./restatable-row.ts";
import type { TradeKey } from "./store-trades.ts";
import { findRestatements } from "./supersede.ts";

interface StoredRow extends Omit<RestatableRow, "id"> {
  id: string;
  supersededById: string | null;
  /** rows with the same key may restate one another */
  key: string;
}

/**
 * Matches the amendments of each company, code and table that `touched` rows (ids) may restate or be restated by, and
 * those of the keys in `left`, which changed rows had before. Returns the rows that changed, by company and filing
 * date. `inserted` are rows that no caller has seen yet: no history is written for them.
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

const isOfKey =
  "a.company_cik = k.company_cik AND a.transaction_code = k.transaction_code AND a.is_derivative = k.is_derivative";

// the same condition as in the index insider_trades_amending
const amending = "(a.is_amendment OR a.superseded_by_id IS NOT NULL)";

/**
 * Maximum days between the two trade dates if the amendment does not name the form that it amends: a year may be
 * mistyped.
 */
const maxDaysApart = 366;

/**
 * The rows of a group: its amendments and the rows restated so far, the rows of their trade dates, and the rows of the
 * forms that they name as amended, or rows of nearby trade dates if they name none. A touched row that no amendment can
 * restate has no group.
 *
 * LIMIT and OFFSET force an index lookup for each row: the planner has no statistics on these columns together and
 * would read all trades.
 */
const select = `
  WITH keys AS MATERIALIZED (
    SELECT DISTINCT k.company_cik, k.transaction_code, k.is_derivative
    FROM insider_trades k CROSS JOIN LATERAL (
      SELECT 1 FROM insider_trades a CROSS JOIN LATERAL (SELECT original_submitted_on FROM filings WHERE accession_number = a.accession_number OFFSET 0) AS f
      WHERE ${isOfKey} AND ${amending} AND (a.id = k.id OR a.traded_on = k.traded_on
        OR (a.is_amendment AND coalesce(f.original_submitted_on, k.filed_on) = k.filed_on)) LIMIT 1
    ) AS meant
    WHERE k.id = ANY($1::bigint[])
    UNION SELECT company_cik, transaction_code, is_derivative FROM jsonb_to_recordset($2::jsonb)
      AS l(company_cik text, transaction_code text, is_derivative boolean)
  ), amending AS MATERIALIZED (
    SELECT k.*, a.id, a.traded_on, a.is_amendment, f.original_submitted_on
    FROM keys k
    CROSS JOIN LATERAL (SELECT * FROM insider_trades a WHERE ${isOfKey} AND ${amending} OFFSET 0) AS a
    CROSS JOIN LATERAL (SELECT original_submitted_on FROM filings WHERE accession_number = a.accession_number OFFSET 0) AS f
  ), dates AS (
    SELECT DISTINCT company_cik, transaction_code, is_derivative, traded_on AS from_on, traded_on AS to_on FROM amending WHERE is_amendment
    UNION SELECT company_cik, transaction_code, is_derivative, traded_on - ${maxDaysApart}, traded_on + ${maxDaysApart}
      FROM amending WHERE is_amendment AND original_submitted_on IS NULL
  ), forms AS (
    SELECT DISTINCT company_cik, transaction_code, is_derivative, original_submitted_on AS filed_on FROM amending WHERE is_amendment
  ), wanted AS (
    SELECT id FROM amending
    UNION SELECT a.id FROM dates k CROSS JOIN LATERAL (
      SELECT id FROM insider_trades a WHERE ${isOfKey} AND a.traded_on BETWEEN k.from_on AND k.to_on OFFSET 0) AS a
    UNION SELECT a.id FROM forms k
      CROSS JOIN LATERAL (SELECT accession_number FROM filings f WHERE f.company_cik = k.company_cik AND f.filed_on = k.filed_on OFFSET 0) AS f
      CROSS JOIN LATERAL (SELECT id FROM insider_trades a WHERE a.accession_number = f.accession_number AND ${isOfKey} OFFSET 0) AS a
  )
  SELECT t.id, t.accession_number AS "accessionNumber", t.row_index AS "rowIndex", t.filed_on AS "filedOn", t.traded_on AS "tradedOn",
    t.is_amendment AS "isAmendment", t.form_type AS "formType", f.original_submitted_on AS "originalSubmittedOn",
    t.security_title AS "securityTitle", t.ownership, t.shares::text, t.price::text,
    t.superseded_by_id AS "supersededById", concat_ws('|', t.company_cik, t.transaction_code, t.is_derivative) AS key,
    (SELECT array_agg(o.insider_cik) FROM filing_owners o WHERE o.accession_number = t.accession_number) AS owners
  FROM wanted
  CROSS JOIN LATERAL (SELECT * FROM insider_trades WHERE id = wanted.id OFFSET 0) AS t
  CROSS JOIN LATERAL (SELECT original_submitted_on FROM filings WHERE accession_number = t.accession_number OFFSET 0) AS f`;

const keepHistory = `
  INSERT INTO row_history (kind, row_id, reason, before)
  SELECT 'insider_trade', t.id, 'an amendment restates it, or no longer does', to_jsonb(t)
  FROM insider_trades t WHERE t.id = ANY($1::bigint[])`;

const update = `
  UPDATE insider_trades t SET superseded_by_id = w.by, last_modified = statement_timestamp()
  FROM unnest($1::bigint[], $2::bigint[]) AS w(id, by)
  WHERE t.id = w.id RETURNING t.company_cik AS cik, t.filed_on AS "filedOn"`;
