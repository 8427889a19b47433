// Resolves two documents whose ids share their 45 bits, among rows that are stored but have no primary key yet: the
// rows of the later document get a salt, as in the ordinary load.
import type { PoolClient } from "pg";
import { documentKey, rowId } from "../../../store/row-id.ts";

interface Clashing {
  accession: string;
  isDerivative: boolean;
  rowIndex: number;
  id: string;
}

/**
 * Among rows with the same id, all but those of the first document get new ids, until no id in insider_trades occurs
 * twice.
 */
export async function resolveClashes(client: PoolClient): Promise<void> {
  for (let salt = 1; ; salt++) {
    const { rows } = await client.query<Clashing>(clashing);
    if (rows.length === 0) return;
    const moved = rows.map((row) => {
      const key = documentKey.insider(row.accession, row.isDerivative);
      return { ...row, id: String(rowId(key, row.rowIndex, salt)) };
    });
    await client.query(move, [JSON.stringify(moved)]);
  }
}

const clashing = `
  SELECT accession_number AS accession, is_derivative AS "isDerivative", row_index AS "rowIndex", id
  FROM (
    SELECT *, row_number() OVER (PARTITION BY id ORDER BY accession_number, is_derivative) AS place
    FROM insider_trades JOIN (SELECT id FROM insider_trades GROUP BY id HAVING count(*) > 1) twice USING (id)
  ) t WHERE place > 1`;

// deleted and inserted, not updated: after an update within a page, PostgreSQL would not use the indexes created next
// until the end of the transaction, and the rest of the load would run without them
const move = `
  WITH gone AS (
    DELETE FROM insider_trades t
    USING jsonb_to_recordset($1::jsonb) AS m(id bigint, accession text, "isDerivative" boolean, "rowIndex" int)
    WHERE t.accession_number = m.accession AND t.is_derivative = m."isDerivative" AND t.row_index = m."rowIndex"
    RETURNING t AS row, m.id
  )
  INSERT INTO insider_trades SELECT (jsonb_populate_record(gone.row, jsonb_build_object('id', gone.id))).* FROM gone`;
