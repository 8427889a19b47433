// The people of blocks: the filers of an ownership chain that report one purchase or sale on a form each are one person.
import type { PoolClient } from "pg";
import { findAlike, ownersOfForms } from "./alike-rows.ts";
import { makeTable } from "./step.ts";

/**
 * derive_block_people(company_cik, code, traded_on, filed_on, ended_on, owners): the owners of a block's forms together,
 * from a filing date on and until another one, null: today. A block is known when the second of its forms is filed and
 * a large holder is among the owners, and until one of its rows is superseded: signals use what was known on a day.
 * From derive_trades.
 */
export async function prepareBlockPeople(client: PoolClient): Promise<void> {
  await findAlike(client, "people_rows", {
    from: "derive_trades d JOIN insider_trades t USING (id)",
    where: "NOT d.in_plan",
  });
  await makeTable(
    client,
    "derive_block_people",
    `WITH forms AS (${ownersOfForms("people_rows")}), filed AS (
       SELECT r.alike, r.accession_number, d.company_cik, d.code, d.traded_on, d.filed_on, d.ended_on
       FROM people_rows r JOIN derive_trades d USING (id)
     ), moments AS (
       SELECT alike, moment, lead(moment) OVER (PARTITION BY alike ORDER BY moment) AS ended_on
       FROM (SELECT alike, filed_on AS moment FROM filed UNION SELECT alike, ended_on FROM filed WHERE ended_on IS NOT NULL) AS m
     )
     SELECT f.company_cik, f.code, f.traded_on, m.moment AS filed_on, m.ended_on, array_agg(DISTINCT owner) AS owners
     FROM moments m
     JOIN filed f ON f.alike = m.alike AND f.filed_on <= m.moment AND (f.ended_on IS NULL OR f.ended_on > m.moment)
     JOIN forms p ON p.accession_number = f.accession_number
     CROSS JOIN unnest(p.owners) AS owner
     GROUP BY m.alike, m.moment, m.ended_on, f.company_cik, f.code, f.traded_on
     HAVING count(DISTINCT p.owners) > 1 AND bool_or(p.has_large)`,
  );
}
