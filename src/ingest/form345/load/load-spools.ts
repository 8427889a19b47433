// Loads filings in bulk, for a backfill into an empty store that is large enough that dropping and recreating indexes
// costs less than maintaining them. Spooled filings are loaded by COPY into the tables without their indexes, and by
// set-based statements for everything else, in one transaction. The result is identical to that of the ordinary load,
// row by row; a test compares the two.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { markStored } from "../../../store/listings.ts";
import { copyHead, copyTail, withoutIndexes } from "../../../store/sql/bulk-load.ts";
import { documentKey, rowId } from "../../../store/sql/row-id.ts";
import type { Store } from "../../../store/store.ts";
import { inLoad, type Load } from "../../../store/transaction.ts";
import { refreshCompanies } from "../../companies/load.ts";
import { storeSymbols } from "../../edgar/symbols.ts";
import type { LoadCounts } from "../../loader.ts";
import type { IngestContext } from "../../source.ts";
import { settleAllAmendments } from "../amendments/settle.ts";
import { form345 } from "../index.ts";
import { isDataError, type Loadable, refuseRecords } from "./load-batches.ts";
import { columnsOf, FilingSpool, type Spooled, type SpooledTable, spooledTables } from "./spool.ts";

// Resolves two documents whose ids share their 45 bits, among rows that are stored but have no primary key yet: the
// rows of the later document get a salt, as in the ordinary load.
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

/** counts are of trades; in an empty store all of them are new */
export interface BulkResult extends LoadCounts {
  /** seconds */
  copied: Record<SpooledTable, number>;
  /** seconds from the start until all rows, indexes and keys exist, and until amendments are linked too */
  indexed: number;
  settled: number;
}

/** True if a bulk load is possible: no filing is stored. */
async function isEmpty(client: Pick<PoolClient, "query">): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    "SELECT NOT EXISTS (SELECT FROM filings) AND NOT EXISTS (SELECT FROM insider_trades) AS empty",
  );
  return rows[0]?.empty ?? false;
}

/**
 * Loads the spools, whose accession numbers must be distinct. Returns null, and changes nothing, if the store is not
 * empty.
 */
export async function loadSpools(store: Pick<Store, "pool">, spools: Spooled[]): Promise<BulkResult | null> {
  return await inLoad(store, form345.loader, async (client, load) => {
    if (!(await isEmpty(client))) return null;
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    const copied = await withoutIndexes(
      client,
      [...spooledTables],
      async () => {
        const each = { filings: 0, filing_owners: 0, insider_trades: 0, holdings: 0 };
        for (const table of spooledTables) {
          const before = seconds();
          await copyTable(client, table, spools);
          each[table] = seconds() - before;
        }
        await storeInsiders(client);
        await storeCompanies(client);
        return each;
      },
      async (table) => {
        if (table === "insider_trades") await resolveClashes(client);
      },
    );
    const indexed = seconds();
    // autovacuum analyzes only after the transaction; the tables with rebuilt indexes have been analyzed already
    await client.query("ANALYZE companies");
    await settleCompanies(client, spools);
    // no caller has seen the rows yet, so no history is written
    await settleAllAmendments(client, { has: () => true });
    await noteChanges(client, load);
    await markListed(client);
    const trades = spools.reduce((sum, { counts }) => sum + counts.insider_trades, 0);
    return { new: trades, amended: 0, unchanged: 0, copied, indexed, settled: seconds() };
  });
}

async function copyTable(client: PoolClient, table: SpooledTable, spools: Spooled[]): Promise<void> {
  const names = columnsOf(table).map(({ name }) => `"${name}"`);
  const command = `COPY ${table} (${names.join(", ")}) FROM STDIN (FORMAT binary, FREEZE)`;
  await pipeline(Readable.from(blocks(table, spools)), client.query(copyFrom(command)));
}

async function* blocks(table: SpooledTable, spools: Spooled[]): AsyncGenerator<Buffer> {
  yield copyHead;
  for (const { paths } of spools) yield* createReadStream(paths[table], { highWaterMark: 1 << 20 });
  yield copyTail;
}

/** Stores the owners, with the name in their newest filing. */
async function storeInsiders(client: PoolClient): Promise<void> {
  await client.query(`
    INSERT INTO insiders AS i (cik, name)
    SELECT DISTINCT ON (o.insider_cik) o.insider_cik, o.name_as_filed
    FROM filing_owners o JOIN filings f USING (accession_number)
    ORDER BY o.insider_cik, f.filed_on DESC, f.accession_number DESC
    ON CONFLICT (cik) DO UPDATE SET name = excluded.name, updated_at = now() WHERE i.name <> excluded.name`);
}

/** Stores every issuer, so that filings can reference it; settleCompanies sets its name. */
async function storeCompanies(client: PoolClient): Promise<void> {
  await client.query(`
    INSERT INTO companies (cik, name) SELECT DISTINCT ON (company_cik) company_cik, issuer_name_as_filed FROM filings
    ON CONFLICT (cik) DO NOTHING`);
}

/**
 * Sets symbols, names and industries of the issuers. Each issuer's filings are looked up, which needs the indexes of
 * filings.
 */
async function settleCompanies(client: PoolClient, spools: Spooled[]): Promise<void> {
  const { rows: symbols } = await client.query<{ cik: string; raw: string; first: string; last: string }>(`
    SELECT company_cik AS cik, ticker_as_filed AS raw, min(filed_on) AS first, max(filed_on) AS last
    FROM filings WHERE ticker_as_filed IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 4, 2`);
  await storeSymbols(
    client,
    symbols.flatMap(({ cik, raw, first, last }) =>
      [first, last].map((on) => ({ cik, raw, on, source: "form345" as const })),
    ),
  );
  const { rows: companies } = await client.query<{ cik: string }>("SELECT DISTINCT company_cik AS cik FROM filings");
  await refreshCompanies(client, [
    ...companies.map(({ cik }) => ({ cik, sicCode: null, on: "" })),
    ...spools.flatMap(({ industries }) => [...industries].map(([cik, industry]) => ({ cik, ...industry }))),
  ]);
}

async function noteChanges(client: PoolClient, load: Load): Promise<void> {
  const { rows } = await client.query<{ cik: string; from: string }>(
    `SELECT company_cik AS cik, min(filed_on) AS "from" FROM filings GROUP BY 1`,
  );
  for (const { cik, from } of rows) load.changed({ kind: "company", cik, from });
}

const documentsPerBatch = 50_000;

/** Marks listed documents that are stored now. */
async function markListed(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT document_id AS id FROM listed_documents WHERE source = 'form345' AND NOT stored",
  );
  for (let at = 0; at < rows.length; at += documentsPerBatch)
    await markStored(
      client,
      "form345",
      rows.slice(at, at + documentsPerBatch).map(({ id }) => id),
    );
}

/** About three thousand filings; below that, the ordinary load is as fast. */
const minBytes = 8 * 1024 * 1024;

/**
 * Loads the filings that `read` yields (`bytes` is the size of their tables) and returns true. Returns false if the
 * ordinary load has to do it: the store is not empty, the data are small, an accession number occurs twice, or
 * PostgreSQL rejects a value, because only the ordinary load can isolate the bad record. Counts records and quarantines
 * refused ones at the end.
 */
export async function loadInBulk(
  read: () => AsyncIterable<Loadable[]>,
  bytes: number,
  context: IngestContext,
  min = minBytes,
): Promise<boolean> {
  if (bytes < min || !(await isEmpty(context.store.pool))) return false;
  const spool = new FilingSpool();
  try {
    const seen = new Set<string>();
    const withRefusals: Loadable[] = [];
    for await (const filings of read()) {
      for (const one of filings) {
        if (seen.has(one.filing.accessionNumber)) return false;
        seen.add(one.filing.accessionNumber);
        spool.add(one);
        if (one.filing.refused.length > 0) withRefusals.push(one);
      }
    }
    const result = await loadSpools(context.store, [spool.finish()]);
    if (!result) return false;
    context.count(result);
    await refuseRecords(withRefusals, context);
    return true;
  } catch (error) {
    if (isDataError(error)) return false;
    throw error;
  } finally {
    spool.close();
  }
}
