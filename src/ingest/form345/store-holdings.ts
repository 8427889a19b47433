// Writes holding rows of a batch to holdings. A row is identified by its index in the filing; stored rows are compared
// by digest.
import type { PoolClient } from "pg";
import { loadNew, recordColumns } from "../column-types.ts";
import type { HoldingRow } from "./holding-rows.ts";

export const holdingTypes = recordColumns("Holding");

const keys = ["accession_number", "is_derivative", "row_index"];

/**
 * Writes new and changed holdings, and deletes those that the filings of the batch (`accessions`, including filings
 * without a holding) no longer contain. Returns true if anything has changed.
 */
export async function storeHoldings(client: PoolClient, accessions: string[], rows: HoldingRow[]): Promise<boolean> {
  const removed = await client.query(remove, [accessions, JSON.stringify(rows)]);
  const written = rows.length > 0 ? await client.query(upsert, [JSON.stringify(rows)]) : null;
  return (removed.rowCount ?? 0) + (written?.rowCount ?? 0) > 0;
}

/** Writes holdings that are not stored yet, and does not change the others. Returns true if there were any. */
export async function addHoldings(client: PoolClient, rows: HoldingRow[]): Promise<boolean> {
  if (rows.length === 0) return false;
  const { rowCount } = await client.query(`${holdingTypes.insert} ON CONFLICT (${keys.join(", ")}) DO NOTHING`, [
    JSON.stringify(rows),
  ]);
  return (rowCount ?? 0) > 0;
}

const remove = `
  DELETE FROM holdings h WHERE h.accession_number = ANY($1) AND NOT EXISTS (
    SELECT FROM jsonb_to_recordset($2::jsonb) AS x(accession_number text, is_derivative boolean, row_index int)
    WHERE (x.accession_number, x.is_derivative, x.row_index) = (h.accession_number, h.is_derivative, h.row_index))`;

const upsert = `${holdingTypes.insert}
  ON CONFLICT (${keys.join(", ")}) DO UPDATE SET ${loadNew(holdingTypes.names.filter((name) => !keys.includes(name)))}
  WHERE holdings.content_hash <> excluded.content_hash`;
