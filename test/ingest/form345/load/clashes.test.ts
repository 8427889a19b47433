// Two of four million documents may share the 45 bits of their rows' ids. Here the second document's row gets the id of
// the first one's, in tables as a bulk load has them: filled, and without indexes.
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { resolveClashes } from "../../../../src/ingest/form345/load/load-spools.ts";
import { withoutIndexes } from "../../../../src/store/sql/bulk-load.ts";
import { documentKey, rowId } from "../../../../src/store/sql/row-id.ts";
import { inTransaction } from "../../../../src/store/transaction.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";

const tables = ["filings", "filing_owners", "insider_trades"];
const accession = (number: number) => `0000000000-24-${String(number).padStart(6, "0")}`;
const first = accession(1);
const second = accession(2);
const idOf = (number: string, salt?: number) => String(rowId(documentKey.insider(number, false), 0, salt));

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

/** Stores filings of one trade each; the second one's trade has the id of the first one's. */
async function fill(client: PoolClient, count: number): Promise<void> {
  await client.query("INSERT INTO companies (cik, name) VALUES ('0000000001', 'Invented Inc')");
  await client.query("INSERT INTO insiders (cik, name) VALUES ('0000000002', 'Doe Jane')");
  const accessions = Array.from({ length: count }, (_, at) => accession(at + 1));
  await client.query(
    `INSERT INTO filings (accession_number, form_type, filed_on, filed_on_source, company_cik, issuer_name_as_filed, source_url)
     SELECT a, '4', '2024-01-02', 'header', '0000000001', 'Invented Inc', 'https://example.invalid' FROM unnest($1::text[]) AS a`,
    [accessions],
  );
  await client.query(
    `INSERT INTO insider_trades (id, accession_number, is_derivative, row_index, company_cik, insider_cik, filed_on, traded_on, form_type,
       transaction_code, security_title, shares, price, is_amendment, is_director, is_officer, is_ten_percent_owner, footnote_ids,
       owner_names, content_hash)
     SELECT id, a, false, 0, '0000000001', '0000000002', '2024-01-02', date '2000-01-01' + number::int, '4', 'P', 'Common', 12345678901234567890.123456, 1.10,
       false, true, false, false, '{F1,F2}', 'doe jane', a
     FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS t (a, id, number)`,
    [accessions, accessions.map((each) => (each === second ? idOf(first) : idOf(each)))],
  );
}

it("the later document's row gets another id and keeps its values, and new indexes are used at once", async () => {
  await inTransaction(store, async (client) => {
    await withoutIndexes(
      client,
      tables,
      () => fill(client, 5000),
      async (table) => {
        if (table === "insider_trades") await resolveClashes(client);
      },
    );
    const { rows } = await client.query<{ id: string; accession: string; shares: string; notes: string[] }>(
      `SELECT id::text, accession_number AS accession, shares::text, footnote_ids AS notes FROM insider_trades
       WHERE accession_number = ANY($1) ORDER BY accession_number`,
      [[first, second]],
    );
    const values = { shares: "12345678901234567890.123456", notes: ["F1", "F2"] };
    expect(rows).toEqual([
      { id: idOf(first), accession: first, ...values },
      { id: idOf(second, 1), accession: second, ...values },
    ]);
    expect((await client.query("SELECT 1 FROM insider_trades")).rowCount).toBe(5000);
    const plan = await client.query<{ "QUERY PLAN": string }>(
      "EXPLAIN SELECT id FROM insider_trades WHERE company_cik = '0000000001' AND traded_on = '2001-01-01'",
    );
    expect(plan.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("insider_trades_company_cik_traded_on_idx");
  });
});
