// The four steps of every loader, which write records to the store, and the function that runs them. ADR 0048 gives the
// reasons.
import type { PoolClient } from "pg";
import type { LoaderName } from "../sources/sources.ts";
import type { Store } from "../store/store.ts";
import { inLoad, type Load } from "../store/transaction.ts";

/** How many records were new, changed what was stored, or changed nothing. */
export interface LoadCounts {
  new: number;
  amended: number;
  unchanged: number;
}

/** The rows that a load will write, and the resulting counts. */
export interface Comparison {
  counts: LoadCounts;
}

/**
 * Loads one kind of record into the store. Loading the same records again changes nothing and counts them all as
 * unchanged. Only `store` writes to tables that callers can read; the other steps may fill temporary tables of the
 * transaction.
 */
export interface Loader<Records, Prepared, Found, Compared extends Comparison, Result extends object = object> {
  /** name of the lock that the load takes (`loader` of the source's record) */
  name: LoaderName;
  /** The records as they would be stored: with their ids and digests, each once. */
  prepare(client: PoolClient, records: Records): Prepared | Promise<Prepared>;
  /** Reads the stored rows of these records. */
  find(client: PoolClient, prepared: Prepared): Promise<Found>;
  /** Counts what is new, amended and unchanged, and returns what has to be written. */
  compare(prepared: Prepared, found: Found): Compared;
  /**
   * Writes the rows, and registers with the load what must be derived again or has become visible. Returns other
   * results that the caller needs.
   */
  store(client: PoolClient, compared: Compared, load: Load): Promise<Result>;
}

/**
 * Loads records in a transaction of their own. Rethrows errors of a step or of the database; nothing is changed then.
 */
export async function runLoader<Records, Prepared, Found, Compared extends Comparison, Result extends object>(
  store: Pick<Store, "pool">,
  loader: Loader<Records, Prepared, Found, Compared, Result>,
  records: Records,
): Promise<LoadCounts & Result> {
  return await inLoad(store, loader.name, (client, load) => loadWithin(client, load, loader, records));
}

/** The same inside a load that has already begun. */
export async function loadWithin<Records, Prepared, Found, Compared extends Comparison, Result extends object>(
  client: PoolClient,
  load: Load,
  loader: Loader<Records, Prepared, Found, Compared, Result>,
  records: Records,
): Promise<LoadCounts & Result> {
  const prepared = await loader.prepare(client, records);
  const compared = loader.compare(prepared, await loader.find(client, prepared));
  return { ...compared.counts, ...(await loader.store(client, compared, load)) };
}
