// Converts a filing to rows of holdings, as filed, and writes them.
import { hash } from "node:crypto";
import type { PoolClient } from "pg";
import { titleClass } from "../../../domain/security-class.ts";
import { recordColumns, upsert } from "../../../store/sql/columns.ts";
import type { StoredRow } from "../../../store/stored-models.ts";
import type { FilingRecord } from "../read/record.ts";
import { plain } from "./trade-rows.ts";

/** `stated_on` is the period of the report, else the filing date. */
export type HoldingRow = StoredRow<"Holding">;

/** The holdings of a filing, in the order of its tables. */
export function holdingRows(filing: FilingRecord): HoldingRow[] {
  const [insider] = filing.owners;
  if (!insider) throw new Error(`filing ${filing.accessionNumber} has no owner`);
  return filing.holdings.map((holding) => {
    const row: HoldingRow = {
      accession_number: filing.accessionNumber,
      is_derivative: holding.isDerivative,
      row_index: holding.rowIndex,
      company_cik: filing.issuer.cik,
      insider_cik: insider.cik,
      filed_on: filing.filedOn,
      stated_on: filing.periodOfReport ?? filing.filedOn,
      form_type: filing.formType,
      security_title: holding.securityTitle,
      security_class: null,
      shares: plain(holding.sharesOwnedAfter),
      value: plain(holding.valueOwnedAfter),
      ownership: holding.ownership,
      nature_of_ownership: holding.natureOfOwnership,
      exercise_price: plain(holding.exercisePrice),
      exercisable_on: holding.exercisableOn,
      expires_on: holding.expiresOn,
      underlying_title: holding.underlyingTitle,
      underlying_shares: plain(holding.underlyingShares),
      footnote_ids: holding.footnoteIds,
      content_hash: "",
    };
    row.content_hash = hash("sha256", JSON.stringify(row), "hex").slice(0, 32);
    // judged, not filed: no part of the digest
    row.security_class = titleClass(holding.securityTitle, holding.isDerivative, filing.issuer);
    return row;
  });
}

export const holdingTypes = recordColumns("Holding");

const keys = ["accession_number", "is_derivative", "row_index"];

/**
 * Writes new and changed holdings, and deletes those that the filings of the batch (`accessions`, including filings
 * without a holding) no longer contain. Returns true if anything has changed.
 */
export async function storeHoldings(client: PoolClient, accessions: string[], rows: HoldingRow[]): Promise<boolean> {
  const removed = await client.query(remove, [accessions, JSON.stringify(rows)]);
  const written = rows.length > 0 ? await client.query(upsertHoldings, [JSON.stringify(rows)]) : null;
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

const upsertHoldings = upsert(holdingTypes, keys, { where: "holdings.content_hash <> excluded.content_hash" });
