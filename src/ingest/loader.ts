// How records come into the store: the four steps that every loader consists of, and what runs them. ADR 0048 says why these.
import type { PoolClient } from "pg";
import type { LoaderName } from "../sources.ts";
import { inLoad, type Load } from "../store/loading.ts";
import type { Store } from "../store/store.ts";

/** How many records were new, changed what was stored, or changed nothing. */
export interface LoadCounts {
  new: number;
  amended: number;
  unchanged: number;
}

/** What a load is going to write, and what becomes of its records by that. */
export interface Comparison {
  counts: LoadCounts;
}

/**
 * Brings one kind of record into the store. Loading the same again changes nothing and counts everything as unchanged. Only `store` writes
 * to what callers can read; the others may fill working tables of the transaction.
 */
export interface Loader<Records, Prepared, Found, Compared extends Comparison, Result extends object = object> {
  /** whose turn the load takes (`loader` of the source's record) */
  name: LoaderName;
  /** The records as the store would hold them: with their ids and digests, each once. */
  prepare(client: PoolClient, records: Records): Prepared | Promise<Prepared>;
  /** What the store holds of them now. */
  find(client: PoolClient, prepared: Prepared): Promise<Found>;
  /** Counts what is new, amended and unchanged, and says what has to be written. */
  compare(prepared: Prepared, found: Found): Compared;
  /** Writes it, and tells the load what has to be derived again or has become visible. Returns what else its caller has to know. */
  store(client: PoolClient, compared: Compared, load: Load): Promise<Result>;
}

/** Loads records in a transaction of their own. Throws what a step or the database throws; nothing is changed then. */
export async function runLoader<Records, Prepared, Found, Compared extends Comparison, Result extends object>(
  store: Pick<Store, "pool">,
  loader: Loader<Records, Prepared, Found, Compared, Result>,
  records: Records,
): Promise<LoadCounts & Result> {
  return await inLoad(store, loader.name, (client, load) => loadWithin(client, load, loader, records));
}

/** The same as a part of a load that has begun. */
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
