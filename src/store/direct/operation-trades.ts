// The trades of one operation, and what belongs to them, all of one data version. Whatever else is asked for, or another version,
// ends the attempt, and the plain path answers.
import type { Pool } from "pg";
import type { Store } from "../store.ts";
import { type JoinedInsiderTrade, joinedInsiderTrades } from "./joined-insider-trades.ts";
import { type JoinedPoliticianTrade, joinedPoliticianTrades } from "./joined-politician-trades.ts";
import type { Kept, Kind, RowCache } from "./row-cache.ts";
import { TradeReader } from "./trade-reader.ts";

/** The attempt is over; the plain path can answer. */
export class NotDirect extends Error {
  override name = "NotDirect";
}

/** The same may be read directly another time: the store has moved on, or the index does not know the page. */
export class NotNow extends NotDirect {
  override name = "NotNow";
}

type Readers = { [K in Kind]: TradeReader<Kept[K]> };
const readers = new WeakMap<Pool, Readers>();

/** The readers of a store; there is one for each kind, whoever asks. */
function readersOf(store: Pick<Store, "pool" | "cancel">): Readers {
  const known = readers.get(store.pool) ?? {
    insider: new TradeReader(store, joinedInsiderTrades),
    politician: new TradeReader(store, joinedPoliticianTrades),
  };
  readers.set(store.pool, known);
  return known;
}

interface Reads {
  version: string;
  cache: RowCache;
  /** whether nobody waits any more */
  leaving?: { signal(): AbortSignal } | undefined;
}

export class OperationTrades {
  readonly #readers: Readers;
  readonly #reads: Reads;
  readonly #companies = new Map<string, JoinedInsiderTrade["company"]>();
  readonly #filings = new Map<string, JoinedInsiderTrade>();
  readonly #politicians = new Map<string, JoinedPoliticianTrade["politician"]>();
  readonly #reports = new Map<string, JoinedPoliticianTrade["report"]>();

  constructor(store: Pick<Store, "pool" | "cancel">, reads: Reads) {
    this.#readers = readersOf(store);
    this.#reads = reads;
  }

  /** The insider trades that exist, in the order of the ids. @throws NotNow */
  async insiderTrades(ids: readonly bigint[]): Promise<JoinedInsiderTrade["trade"][]> {
    const found = await this.#byId("insider", ids);
    for (const joined of found) {
      this.#companies.set(joined.company.cik, joined.company);
      this.#filings.set(joined.filing.accessionNumber, joined);
    }
    return found.map(({ trade }) => trade);
  }

  /** The congressional trades that exist, in the order of the ids. @throws NotNow */
  async politicianTrades(ids: readonly bigint[]): Promise<JoinedPoliticianTrade["trade"][]> {
    const found = await this.#byId("politician", ids);
    for (const { politician, report } of found) {
      this.#politicians.set(politician.bioguideId, politician);
      this.#reports.set(report.id, report);
    }
    return found.map(({ trade }) => trade);
  }

  async #byId<K extends Kind>(kind: K, ids: readonly bigint[]): Promise<Kept[K][]> {
    const { version, cache } = this.#reads;
    const known = ids.map((id) => cache.get(kind, version, id));
    const missing = ids.filter((_, at) => known[at] === undefined);
    const read = missing.length > 0 ? await this.#read(kind, missing) : undefined;
    return ids.flatMap((id, at) => known[at] ?? read?.get(id) ?? []);
  }

  async #read<K extends Kind>(kind: K, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Kept[K]>> {
    const { version, cache, leaving } = this.#reads;
    const read = await this.#readers[kind].read(ids, leaving?.signal());
    if (read.version !== version) throw new NotNow();
    const rows = ids.flatMap((id) => read.rows.get(id) ?? []);
    cache.set(kind, version, rows);
    return read.rows;
  }

  /** The issuer of an insider trade that was read. @throws NotDirect for any other */
  company(cik: string): JoinedInsiderTrade["company"] {
    return among(this.#companies, cik);
  }

  /** The filing of an insider trade that was read. @throws NotDirect for any other */
  filing(accessionNumber: string): JoinedInsiderTrade["filing"] {
    return among(this.#filings, accessionNumber).filing;
  }

  /** The owners of that filing in the form's order. @throws NotDirect for any other */
  owners(accessionNumber: string): JoinedInsiderTrade["owners"] {
    return among(this.#filings, accessionNumber).owners;
  }

  /** The member of a congressional trade that was read. @throws NotDirect for any other */
  politician(bioguideId: string): JoinedPoliticianTrade["politician"] {
    return among(this.#politicians, bioguideId);
  }

  /** The report of a congressional trade that was read. @throws NotDirect for any other */
  report(id: string): JoinedPoliticianTrade["report"] {
    return among(this.#reports, id);
  }
}

function among<Key, Value>(known: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = known.get(key);
  if (value === undefined) throw new NotDirect();
  return value;
}
