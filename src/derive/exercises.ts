// Links the two halves of an exercise or conversion, one row in each table of a form, and marks exercises whose owner
// sold shares of the company on the same day (docs/guides/outcomes-and-signal.md).
import type { PoolClient } from "pg";
import { makeTable, type Step } from "./step.ts";

/** SEC codes of exercises and conversions of derivatives. */
const isExercise = "t.transaction_code IN ('M', 'X', 'C', 'O')";
/** An open-market or private sale; shares withheld for tax (F) and shares returned to the issuer (D) do not count. */
const isSale = "t.transaction_code = 'S' AND NOT t.is_derivative AND t.superseded_by_id IS NULL";

/** Writes exercise_pair_id and exercise_and_sale of the exercises in scope. */
export const deriveExercises: Step = async ({ client, everything }) => {
  await prepareRows(client, everything);
  await preparePairs(client);
  await prepareSales(client);
  const { rowCount } = await client.query(`
    UPDATE insider_trades t
    SET exercise_pair_id = w.pair_id, exercise_and_sale = w.with_sale, last_modified = statement_timestamp()
    FROM (
      SELECT r.id, p.pair_id, CASE WHEN r.traded_on IS NOT NULL THEN s.id IS NOT NULL END AS with_sale
      FROM exercise_rows r LEFT JOIN exercise_pairs p USING (id) LEFT JOIN exercise_sales s USING (id)
    ) AS w
    WHERE w.id = t.id AND (t.exercise_pair_id, t.exercise_and_sale) IS DISTINCT FROM (w.pair_id, w.with_sale)`);
  return (rowCount ?? 0) + (await clearOthers(client, everything));
};

/** exercise_rows: exercises in scope; in an incremental derivation also those on the day of a sale in scope. */
async function prepareRows(client: PoolClient, everything: boolean): Promise<void> {
  const ids = `JOIN (
      SELECT id FROM derive_rows
      UNION SELECT found.id FROM (
        SELECT DISTINCT t.company_cik, t.traded_on FROM derive_rows JOIN insider_trades t USING (id) WHERE t.transaction_code = 'S' AND NOT t.is_derivative
      ) AS sold
      CROSS JOIN LATERAL (
        SELECT t.id FROM insider_trades t WHERE t.company_cik = sold.company_cik AND t.traded_on = sold.traded_on AND ${isExercise} OFFSET 0
      ) AS found
    ) AS scope USING (id)`;
  // from the view of the non-derivative half: disposing of a derivative means acquiring shares
  const gained = `CASE t.acquired_disposed WHEN CASE WHEN t.is_derivative THEN 'D' ELSE 'A' END THEN true
    WHEN CASE WHEN t.is_derivative THEN 'A' ELSE 'D' END THEN false END`;
  await makeTable(
    client,
    "exercise_rows",
    `SELECT t.id, t.accession_number, t.company_cik, t.traded_on, t.is_derivative, t.row_index, t.transaction_code AS code,
       CASE WHEN t.is_derivative THEN t.underlying_shares ELSE t.shares END AS quantity, t.shares AS stated, ${gained} AS gained,
       t.ownership, t.nature_of_ownership AS nature
     FROM insider_trades t ${everything ? "" : ids}
     WHERE ${isExercise}`,
    { keys: "id" },
  );
}

/** Columns in which two halves agree, in addition to form, date and number: from the strictest to none. */
const commonColumns = ["code, gained, ownership, nature", "code, gained, ownership", "gained", "'any'"];
/**
 * The number that must be equal in both halves, and the columns that must be equal, in the order in which they are
 * tried. Most filers state the underlying shares. Some state them wrongly but with a correct number of derivatives, and
 * some omit the fraction in one half: then all columns have to agree.
 */
const pairingRules: [quantity: string, columns: string][] = [
  ...commonColumns.map((columns): [string, string] => ["r.quantity", columns]),
  ["r.stated", commonColumns[0] as string],
  ["floor(r.quantity)", commonColumns[0] as string],
];

/** exercise_pairs(id, pair_id), in both directions. Rows with equal values are paired in the order of the form. */
async function preparePairs(client: PoolClient): Promise<void> {
  await makeTable(client, "exercise_pairs", "SELECT 0::bigint AS id, 0::bigint AS pair_id WHERE false", { keys: "id" });
  for (const [quantity, columns] of pairingRules) {
    const alike = `r.accession_number, r.traded_on, ${quantity}, ${columns}`;
    await client.query(`
      WITH placed AS (
        SELECT r.id, r.is_derivative, dense_rank() OVER (ORDER BY ${alike}) AS alike,
          row_number() OVER (PARTITION BY ${alike}, r.is_derivative ORDER BY r.row_index) AS place
        FROM exercise_rows r
        WHERE ${quantity} > 0 AND r.traded_on IS NOT NULL AND NOT EXISTS (SELECT FROM exercise_pairs p WHERE p.id = r.id)
      ), paired AS (
        SELECT d.id, n.id AS pair_id FROM placed d JOIN placed n USING (alike, place) WHERE d.is_derivative AND NOT n.is_derivative
      )
      INSERT INTO exercise_pairs SELECT id, pair_id FROM paired UNION ALL SELECT pair_id, id FROM paired`);
    await client.query("ANALYZE exercise_pairs");
  }
}

/** exercise_sales(id): exercises with a sale by one of the form's owners on the same day, in any form. */
async function prepareSales(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "exercise_days",
    "SELECT DISTINCT company_cik, traded_on FROM exercise_rows WHERE traded_on IS NOT NULL",
  );
  await makeTable(
    client,
    "exercise_sellers",
    `SELECT DISTINCT d.company_cik, d.traded_on, o.insider_cik
     FROM exercise_days d
     JOIN insider_trades t ON t.company_cik = d.company_cik AND t.traded_on = d.traded_on AND ${isSale}
     JOIN filing_owners o ON o.accession_number = t.accession_number`,
    { keys: "company_cik, traded_on" },
  );
  await makeTable(
    client,
    "exercise_sales",
    `SELECT DISTINCT r.id
     FROM exercise_rows r
     JOIN filing_owners o USING (accession_number)
     JOIN exercise_sellers s USING (company_cik, traded_on, insider_cik)`,
    { keys: "id" },
  );
}

/** Clears the columns of rows that are no longer exercises because their code was corrected. */
async function clearOthers(client: PoolClient, everything: boolean): Promise<number> {
  const { rowCount } = await client.query(`
    UPDATE insider_trades t SET exercise_pair_id = NULL, exercise_and_sale = NULL, last_modified = statement_timestamp()
    ${everything ? "" : "FROM derive_rows r"}
    WHERE ${everything ? "" : "r.id = t.id AND "}NOT (${isExercise}) AND (t.exercise_pair_id IS NOT NULL OR t.exercise_and_sale IS NOT NULL)`);
  return rowCount ?? 0;
}
