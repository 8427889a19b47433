// Loads filings into the store, each batch in one transaction. Real submissions and sample data use the same function.
// Idempotent: a row with an unchanged digest is not written; the earlier version of a changed row is saved in
// row_history.
import type { PoolClient } from "pg";
import { addDays } from "../../../lib/calendar-date.ts";
import { markStored } from "../../../store/listings.ts";
import { documentKey, rowId } from "../../../store/sql/row-id.ts";
import type { Store } from "../../../store/store.ts";
import { type LoadCounts, type Loader, runLoader } from "../../loader.ts";
import { settleAmendmentsOf } from "../amendments/settle.ts";
import { form345 } from "../index.ts";
import type { FilingRecord, FilingToLoad } from "../read/record.ts";
import { type HoldingRow, holdingRows, storeHoldings } from "./holdings.ts";
import { storeCompanies, storeFilings, storeInsiders } from "./store-filings.ts";
import {
  type ComparedTrades,
  compareTrades,
  findTrades,
  type IdentifiedTrade,
  type KnownTrade,
  type StoredTrades,
  storeTrades,
  type TradeKey,
  type TradeRow,
} from "./store-trades.ts";
import { tradeRows } from "./trade-rows.ts";

// The start of the period that a batch of filings affects: per company the earliest filing date of anything that it
// changes, so that the derivation can skip earlier filings.

/** The earliest filing date (YYYY-MM-DD) by company CIK. */
class AffectedSince {
  readonly #days = new Map<string, string>();

  /**
   * That of the batch and of stored filings with the same accession numbers. Must be called before anything is
   * stored.
   */
  static async ofBatch(client: PoolClient, filings: FilingToLoad[]): Promise<AffectedSince> {
    const affected = new AffectedSince();
    const { rows } = await client.query<{ cik: string; filedOn: string }>(
      `SELECT company_cik AS cik, min(filed_on) AS "filedOn" FROM filings WHERE accession_number = ANY($1) GROUP BY 1`,
      [filings.map(({ filing }) => filing.accessionNumber)],
    );
    for (const { cik, filedOn } of rows) affected.add(cik, filedOn);
    for (const { filing } of filings) affected.add(filing.issuer.cik, filing.filedOn);
    return affected;
  }

  add(cik: string, filedOn: string): void {
    const known = this.#days.get(cik);
    if (known === undefined || filedOn < known) this.#days.set(cik, filedOn);
  }

  /** undefined: the company is not in the batch */
  of(cik: string): string | undefined {
    return this.#days.get(cik);
  }
}

const filingsInTransaction = 500;
/** number of days around a trade whose prices are compared with its own (src/derive/price-quality.ts) */
const priceWindowDays = 30;
/** earlier dates are typing errors, so no days before them are read */
const firstYear = "1900-01-01";

/**
 * Loads filings in batches of 500, each in one transaction, and counts their transactions. Rethrows database errors;
 * earlier batches are retained.
 */
export async function loadFilings(store: Store, filings: FilingToLoad[]): Promise<LoadCounts> {
  const total: LoadCounts = { new: 0, unchanged: 0, amended: 0 };
  for (const batch of batches(filings)) {
    const result = await runLoader(store, filingsLoader, batch);
    for (const outcome of ["new", "unchanged", "amended"] as const) total[outcome] += result[outcome];
  }
  return total;
}

/**
 * Slices of at most 500 filings without duplicate accession numbers: the second occurrence must be compared with the
 * stored first one.
 */
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

interface PreparedFilings {
  filings: FilingToLoad[];
  accessions: string[];
  trades: IdentifiedTrade[];
  holdings: HoldingRow[];
  /** all transactions of the batch, including those of filings that the store has from a better source */
  transactions: number;
}

interface FoundFilings {
  trades: KnownTrade[];
  affectedSince: AffectedSince;
}

interface ComparedFilings extends PreparedFilings {
  counts: LoadCounts;
  compared: ComparedTrades;
  affectedSince: AffectedSince;
}

const filingsLoader: Loader<FilingToLoad[], PreparedFilings, FoundFilings, ComparedFilings> = {
  name: form345.loader,
  async prepare(client, batch) {
    const filings = await withBestFilingDate(client, await withoutStoredDocuments(client, batch));
    return {
      filings,
      accessions: filings.map(({ filing }) => filing.accessionNumber),
      trades: await withIds(
        client,
        filings.flatMap(({ filing }) => tradeRows(filing)),
      ),
      holdings: filings.flatMap(({ filing }) => holdingRows(filing)),
      transactions: batch.reduce((sum, { filing }) => sum + filing.transactions.length, 0),
    };
  },
  find: async (client, { filings, accessions }) => ({
    trades: await findTrades(client, accessions),
    affectedSince: await AffectedSince.ofBatch(client, filings),
  }),
  compare(prepared, { trades, affectedSince }) {
    const compared = compareTrades(prepared.trades, trades);
    const [fresh, amended] = [compared.fresh.length, compared.amended.length];
    const counts = { new: fresh, amended, unchanged: prepared.transactions - fresh - amended };
    return { ...prepared, counts, compared, affectedSince };
  },
  async store(client, { filings, accessions, holdings, compared, affectedSince }, load) {
    await storeCompanies(client, filings);
    await storeInsiders(client, filings);
    const written = await storeFilings(client, filings);
    if (written.filled.accepted.length > 0) load.visible();
    await markStored(client, form345.name, accessions);
    if (await storeHoldings(client, accessions, holdings)) load.visible();
    const stored = await storeTrades(client, compared);
    const changedRows = [...compared.fresh, ...compared.amended];
    const changedForms = [...new Set([...written.changed, ...changedRows.map((row) => row.accession_number)])];
    const further = [
      ...written.renamed,
      ...written.moved,
      ...written.filled.reclassified,
      ...(await updateDependents(client, stored, changedForms)),
    ];
    for (const { cik, filedOn } of further) affectedSince.add(cik, filedOn);
    addDaysOfPrices(affectedSince, stored.left);
    const touched = further.map(({ cik }) => cik);
    for (const cik of new Set([...written.companies, ...stored.companies, ...touched]))
      load.changed({ kind: "company", cik, from: affectedSince.of(cik) });
    for (const cik of written.leftOwners) load.changed({ kind: "insider", cik });
    return {};
  },
};

/** Updates rows that depend on the stored filings and rows. Returns them by company and filing date. */
async function updateDependents(
  client: PoolClient,
  stored: StoredTrades,
  accessions: string[],
): Promise<{ cik: string; filedOn: string }[]> {
  const companies = [...new Set(stored.left.map((key) => key.company_cik))];
  const restated = await settleAmendmentsOf(client, { accessions, companies }, new Set(stored.new));
  return [...restated, ...stored.freed, ...(await exercisesOnDaysOf(client, stored.left))];
}

/** Adds the days whose prices were compared with the rows at their old dates. */
function addDaysOfPrices(affectedSince: AffectedSince, left: TradeKey[]): void {
  for (const { company_cik, traded_on } of left)
    if (traded_on !== null)
      affectedSince.add(company_cik, traded_on < firstYear ? traded_on : addDays(traded_on, -priceWindowDays));
}

/** Exercises on a day from which a sale was removed: they may no longer be an exercise and sale. */
async function exercisesOnDaysOf(client: PoolClient, left: TradeKey[]): Promise<{ cik: string; filedOn: string }[]> {
  const sales = left.filter((key) => key.transaction_code === "S");
  if (sales.length === 0) return [];
  const { rows } = await client.query<{ cik: string; filedOn: string }>(
    `SELECT t.company_cik AS cik, min(t.filed_on) AS "filedOn"
     FROM unnest($1::text[], $2::date[]) AS s(cik, traded_on)
     JOIN insider_trades t ON t.company_cik = s.cik AND t.traded_on = s.traded_on AND t.exercise_and_sale
     GROUP BY t.company_cik`,
    [sales.map((sale) => sale.company_cik), sales.map((sale) => sale.traded_on)],
  );
  return rows;
}

/** Removes filings of a data set from the batch if the store has their document. */
async function withoutStoredDocuments(client: PoolClient, batch: FilingToLoad[]): Promise<FilingToLoad[]> {
  const fromDataSets = batch.filter(({ loadedFrom }) => loadedFrom === "data_set");
  if (fromDataSets.length === 0) return batch;
  const { rows } = await client.query<{ accession: string }>(
    `SELECT accession_number AS accession FROM filings WHERE accession_number = ANY($1) AND loaded_from = 'document'`,
    [fromDataSets.map(({ filing }) => filing.accessionNumber)],
  );
  const known = new Set(rows.map(({ accession }) => accession));
  return batch.filter(({ loadedFrom, filing }) => loadedFrom !== "data_set" || !known.has(filing.accessionNumber));
}

const datePriority = { header: 3, index: 2, data_set: 1, option: 0 };

/**
 * Uses the filing date with the highest priority, in whatever order they are loaded: the submission's header, then an
 * index, a data set, and `--filed`.
 */
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
    if (!date || datePriority[date.filedOnSource] <= datePriority[one.filing.filedOnSource]) return one;
    return { ...one, filing: { ...one.filing, ...date } };
  });
}

/** Assigns row ids. If another document has the same 45 bits (one chance in millions), the later one gets a salt. */
async function withIds(client: PoolClient, rows: TradeRow[]): Promise<IdentifiedTrade[]> {
  let pending = rows.map((row) => ({ ...row, id: idOf(row, 0) }));
  const done: typeof pending = [];
  for (let salt = 1; pending.length > 0; salt++) {
    const { rows: existing } = await client.query<{ id: string; owner: string }>(
      `SELECT id, concat(accession_number, is_derivative::text) AS owner FROM insider_trades WHERE id = ANY($1::bigint[])`,
      [pending.map((row) => row.id)],
    );
    const owners = new Map(existing.map(({ id, owner }) => [id, owner]));
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
