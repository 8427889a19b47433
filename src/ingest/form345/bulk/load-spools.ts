// Spooled filings -> an empty store: COPY into the tables without their indexes, everything else set-based, in one
// transaction. The result is that of the ordinary load, row by row; a test holds the two against each other.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { copyHead, copyTail } from "../../../store/binary-copy.ts";
import { withIndexesAside } from "../../../store/indexes-aside.ts";
import { markStored } from "../../../store/listings.ts";
import { inLoad, type Load } from "../../../store/loading.ts";
import type { Store } from "../../../store/store.ts";
import { refreshCompanies } from "../../companies/refresh.ts";
import { storeSymbols } from "../../edgar/symbols.ts";
import type { LoadCounts } from "../../loader.ts";
import { form345 } from "../index.ts";
import { storeRestatements } from "../store-restatements.ts";
import { resolveClashes } from "./clashes.ts";
import { columnsOf, type Spooled, type SpooledTable, spooledTables } from "./spool.ts";

/** counts are of trades; into an empty store all of them are new */
export interface BulkResult extends LoadCounts {
  /** seconds */
  copied: Record<SpooledTable, number>;
  /** seconds from the begin until everything is there with indexes and keys, and until amendments are settled too */
  indexed: number;
  settled: number;
}

/** Whether a bulk load is possible: no filing is there yet. */
export async function isEmpty(client: Pick<PoolClient, "query">): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    "SELECT NOT EXISTS (SELECT FROM filings) AND NOT EXISTS (SELECT FROM insider_trades) AS empty",
  );
  return rows[0]?.empty ?? false;
}

/** Loads the spools, whose accessions are all different. Null when the store is not empty; then nothing was done. */
export async function loadSpools(store: Pick<Store, "pool">, spools: Spooled[]): Promise<BulkResult | null> {
  return await inLoad(store, form345.loader, async (client, load) => {
    if (!(await isEmpty(client))) return null;
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    const copied = await withIndexesAside(
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
    // PostgreSQL's own look comes after the transaction; that at the tables that were filled came with their indexes
    await client.query("ANALYZE companies");
    await settleCompanies(client, spools);
    await restate(client);
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

/** Owners with the name of their newest filing. */
async function storeInsiders(client: PoolClient): Promise<void> {
  await client.query(`
    INSERT INTO insiders AS i (cik, name)
    SELECT DISTINCT ON (o.insider_cik) o.insider_cik, o.name_as_filed
    FROM filing_owners o JOIN filings f USING (accession_number)
    ORDER BY o.insider_cik, f.filed_on DESC, f.accession_number DESC
    ON CONFLICT (cik) DO UPDATE SET name = excluded.name, updated_at = now() WHERE i.name <> excluded.name`);
}

/** Every issuer, so that filings may refer to it; settleCompanies says what it is called. */
async function storeCompanies(client: PoolClient): Promise<void> {
  await client.query(`
    INSERT INTO companies (cik, name) SELECT DISTINCT ON (company_cik) company_cik, issuer_name_as_filed FROM filings
    ON CONFLICT (cik) DO NOTHING`);
}

/** Symbols, names and industries of the issuers. Each is looked up among its filings, which takes their indexes. */
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

const amendmentsAtOnce = 5000;

/** What amendments restate. No caller has seen the rows yet, so they get no history. Rows that are matched together come together. */
async function restate(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM insider_trades WHERE is_amendment ORDER BY company_cik, transaction_code, is_derivative, id",
  );
  for (let at = 0; at < rows.length; at += amendmentsAtOnce) {
    const ids = rows.slice(at, at + amendmentsAtOnce).map(({ id }) => id);
    await storeRestatements(client, ids, { has: () => true });
  }
}

async function noteChanges(client: PoolClient, load: Load): Promise<void> {
  const { rows } = await client.query<{ cik: string; from: string }>(
    `SELECT company_cik AS cik, min(filed_on) AS "from" FROM filings GROUP BY 1`,
  );
  for (const { cik, from } of rows) load.changed({ kind: "company", cik, from });
}

const documentsAtOnce = 50_000;

/** What the listings name is in the store now. */
async function markListed(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT document_id AS id FROM listed_documents WHERE source = 'form345' AND NOT stored",
  );
  for (let at = 0; at < rows.length; at += documentsAtOnce)
    await markStored(
      client,
      "form345",
      rows.slice(at, at + documentsAtOnce).map(({ id }) => id),
    );
}
