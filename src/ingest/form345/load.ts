// Filings -> the store, a batch in one transaction. The same door for real submissions and for the sample data. Idempotent:
// a row whose digest is known already is left alone; one whose content changed keeps its earlier version in row_history.
import type { PoolClient } from "pg";
import { documentKey, rowId } from "../../store/row-id.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { FilingRecord } from "./record.ts";
import { storeCompanies, storeFilings, storeInsiders } from "./store-filings.ts";
import { storeRestatements } from "./store-restatements.ts";
import { storeTrades } from "./store-trades.ts";
import { type TradeRow, tradeRows } from "./trade-rows.ts";

/** A filing with the raw file that it came from (source_files.sha256), where there is one. */
export interface FilingToLoad {
  filing: FilingRecord;
  sha256?: string;
  /** where the publisher has it; default: EDGAR's page of the accession */
  sourceUrl?: string;
}

export interface LoadResult {
  /** transactions by what became of them */
  new: number;
  unchanged: number;
  amended: number;
  /** companies of which anything changed, so that derivations can follow */
  companies: string[];
}

const filingsInTransaction = 500;

/** Loads filings in batches of 500, each in one transaction. Throws what the database throws; earlier batches stay. */
export async function loadFilings(store: Store, filings: FilingToLoad[]): Promise<LoadResult> {
  const total: LoadResult = { new: 0, unchanged: 0, amended: 0, companies: [] };
  for (const batch of batches(filings)) {
    const result = await inTransaction(store, async (client) => {
      // one loader at a time: two runs would deadlock over companies and owners that they share
      await client.query("SELECT pg_advisory_xact_lock(hashtext('disclosed:form345'))");
      return await loadBatch(client, batch);
    });
    add(total, result);
  }
  return total;
}

/** Slices of at most 500 filings in which no accession stands twice: its second appearance has to see the first one stored. */
function batches(filings: FilingToLoad[]): FilingToLoad[][] {
  const result: FilingToLoad[][] = [];
  let seen = new Set<string>();
  for (const one of filings) {
    const current = result.at(-1);
    if (current && current.length < filingsInTransaction && !seen.has(one.filing.accessionNumber)) current.push(one);
    else {
      result.push([one]);
      seen = new Set();
    }
    seen.add(one.filing.accessionNumber);
  }
  return result;
}

async function loadBatch(client: PoolClient, batch: FilingToLoad[]): Promise<LoadResult> {
  const filings = await withBestFilingDate(client, batch);
  await storeCompanies(client, filings);
  await storeInsiders(client, filings);
  const changedFilings = await storeFilings(client, filings);
  const rows = filings.flatMap(({ filing }) => tradeRows(filing));
  const accessions = filings.map(({ filing }) => filing.accessionNumber);
  const stored = await storeTrades(client, accessions, await withIds(client, rows));
  const restated = await storeRestatements(client, [...stored.new, ...stored.amended], new Set(stored.new));
  const companies = new Set([...changedFilings, ...stored.companies, ...restated]);
  return {
    new: stored.new.length,
    amended: stored.amended.length,
    unchanged: rows.length - stored.new.length - stored.amended.length,
    companies: [...companies],
  };
}

const trust = { header: 2, index: 1, option: 0 };

/** A filing date from the submission's header beats one from an index, and that one beats `--filed`, in whatever order they come. */
async function withBestFilingDate(client: PoolClient, batch: FilingToLoad[]): Promise<FilingToLoad[]> {
  const { rows } = await client.query<{
    accession: string;
    filedOn: string;
    filedOnSource: FilingRecord["filedOnSource"];
  }>(
    `SELECT accession_number AS accession, filed_on AS "filedOn", filed_on_source AS "filedOnSource"
     FROM filings WHERE accession_number = ANY($1)`,
    [batch.map(({ filing }) => filing.accessionNumber)],
  );
  const known = new Map(rows.map(({ accession, ...date }) => [accession, date]));
  return batch.map((one) => {
    const date = known.get(one.filing.accessionNumber);
    if (!date || trust[date.filedOnSource] <= trust[one.filing.filedOnSource]) return one;
    return { ...one, filing: { ...one.filing, ...date } };
  });
}

/** Gives rows their ids; another document with the same 45 bits (one chance in millions) makes the later one take a salt. */
async function withIds(client: PoolClient, rows: TradeRow[]): Promise<(TradeRow & { id: string })[]> {
  let pending = rows.map((row) => ({ ...row, id: idOf(row, 0) }));
  const done: typeof pending = [];
  for (let salt = 1; pending.length > 0; salt++) {
    const { rows: taken } = await client.query<{ id: string; owner: string }>(
      `SELECT id, concat(accession_number, is_derivative::text) AS owner FROM insider_trades WHERE id = ANY($1::bigint[])`,
      [pending.map((row) => row.id)],
    );
    const owners = new Map(taken.map(({ id, owner }) => [id, owner]));
    for (const row of done) owners.set(row.id, ownerOf(row));
    const free: typeof pending = [];
    const clashing: typeof pending = [];
    for (const row of pending) {
      const owner = owners.get(row.id);
      const target = owner === undefined || owner === ownerOf(row) ? free : clashing;
      owners.set(row.id, owner ?? ownerOf(row));
      target.push(row);
    }
    done.push(...free);
    pending = clashing.map((row) => ({ ...row, id: idOf(row, salt) }));
  }
  return done;
}

function ownerOf(row: TradeRow): string {
  return `${row.accession_number}${row.is_derivative}`;
}

function idOf(row: TradeRow, salt: number): string {
  return String(rowId(documentKey.insider(row.accession_number, row.is_derivative), row.row_index, salt));
}

function add(total: LoadResult, result: LoadResult): void {
  total.new += result.new;
  total.unchanged += result.unchanged;
  total.amended += result.amended;
  total.companies = [...new Set([...total.companies, ...result.companies])];
}
