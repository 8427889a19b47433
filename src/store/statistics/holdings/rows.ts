// The rows of forms about the positions of one insider or in one company: transactions and holdings in one list.
import type { SecurityClass } from "../../../domain/security-class.ts";
import { type Db, Prisma } from "../../store.ts";
import type { LedgerRow } from "./ledger.ts";

/** Dates are YYYY-MM-DD, numbers decimal text as filed. */
export interface PositionRow extends LedgerRow {
  /** null for a holding */
  tradeId: bigint | null;
  companyCik: string;
  /** the first listed owner */
  insiderCik: string;
  formType: string;
  securityClass: SecurityClass | null;
  code: string | null;
  valueAfter: string | null;
  exercisePrice: string | null;
  expiresOn: string | null;
}

/** All rows of forms with the insider as an owner, first or joint. */
export const rowsOfInsider = (db: Db, cik: string): Promise<PositionRow[]> =>
  readRows(
    db,
    Prisma.sql`t.accession_number IN (SELECT accession_number FROM filing_owners WHERE insider_cik = ${cik})`,
  );

/** All rows of forms about the company. */
export const rowsOfCompany = (db: Db, cik: string): Promise<PositionRow[]> =>
  readRows(db, Prisma.sql`t.company_cik = ${cik}`);

async function readRows(db: Db, isWanted: Prisma.Sql): Promise<PositionRow[]> {
  return await db.$queryRaw<PositionRow[]>`
    WITH wanted AS (
      SELECT t.id, t.accession_number, t.row_index, t.is_derivative, coalesce(t.traded_on, t.filed_on) AS on_day, t.filed_on,
        t.acquired_disposed, t.shares, t.shares_owned_after AS after, t.value_owned_after AS value_after, t.ownership,
        t.nature_of_ownership, t.security_title, t.security_class, t.company_cik, t.insider_cik, t.form_type, t.transaction_code,
        t.exercise_price, t.expires_on, t.footnote_ids, t.superseded_by_id IS NOT NULL AS is_superseded
      FROM insider_trades t WHERE ${isWanted}
      UNION ALL
      SELECT NULL, t.accession_number, t.row_index, t.is_derivative, t.stated_on, t.filed_on, NULL, NULL, t.shares, t.value, t.ownership,
        t.nature_of_ownership, t.security_title, t.security_class, t.company_cik, t.insider_cik, t.form_type, NULL, t.exercise_price,
        t.expires_on, t.footnote_ids, false
      FROM holdings t WHERE ${isWanted}
    )
    SELECT t.id AS "tradeId", t.id IS NOT NULL AS "isTransaction", t.accession_number AS "accessionNumber", t.row_index AS "rowIndex",
      t.is_derivative AS "isDerivative", t.on_day::text AS "on", t.filed_on::text AS "filedOn", t.acquired_disposed AS "acquiredDisposed",
      t.shares::text, t.after::text, t.value_after::text AS "valueAfter", t.ownership, t.nature_of_ownership AS "natureOfOwnership",
      t.security_title AS "securityTitle", t.security_class AS "securityClass", t.company_cik AS "companyCik", t.insider_cik AS "insiderCik", t.form_type AS "formType",
      t.transaction_code AS code, t.exercise_price::text AS "exercisePrice", t.expires_on::text AS "expiresOn",
      t.is_superseded AS "isSuperseded", forms.owners,
      coalesce((SELECT string_agg(forms.footnotes ->> n.id, ' ' ORDER BY n.place)
        FROM unnest(t.footnote_ids) WITH ORDINALITY AS n(id, place)), '') AS notes
    FROM wanted t
    JOIN (
      SELECT f.accession_number, f.footnotes, (SELECT count(*)::int FROM filing_owners o WHERE o.accession_number = f.accession_number) AS owners
      FROM filings f WHERE f.accession_number IN (SELECT accession_number FROM wanted)
    ) AS forms USING (accession_number)`;
}
