// Two documents whose ids share their 45 bits, among rows that are stored already but have no primary key yet: the later
// document's row takes a salt, as in the ordinary load.
import type { PoolClient } from "pg";
import { documentKey, rowId } from "../../../store/row-id.ts";

interface Clashing {
  accession: string;
  isDerivative: boolean;
  rowIndex: number;
  id: string;
}

/** Of rows with one id all but the first document's get new ones, until no id of insider_trades stands twice. */
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

// written anew, not updated: a row that is updated within its page has the indexes that are made next wait for the transaction's end,
// and the rest of the load would do without them
const move = `
  WITH gone AS (
    DELETE FROM insider_trades t
    USING jsonb_to_recordset($1::jsonb) AS m(id bigint, accession text, "isDerivative" boolean, "rowIndex" int)
    WHERE t.accession_number = m.accession AND t.is_derivative = m."isDerivative" AND t.row_index = m."rowIndex"
    RETURNING t AS row, m.id
  )
  INSERT INTO insider_trades SELECT (jsonb_populate_record(gone.row, jsonb_build_object('id', gone.id))).* FROM gone`;
