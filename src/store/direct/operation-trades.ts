// The insider trades of one operation, and what belongs to them, all of one data version. Whatever else is asked for, or another
// version, ends the attempt, and the plain path answers.
import type { JoinedTrade } from "./joined-trades.ts";
import type { RowCache } from "./row-cache.ts";
import type { TradeReader } from "./trade-reader.ts";

/** The attempt is over; the plain path can answer. */
export class NotDirect extends Error {
  override name = "NotDirect";
}

interface Reads {
  version: string;
  cache: RowCache;
  reader: TradeReader;
  /** nobody waits any more */
  signal?: AbortSignal | undefined;
}

export class OperationTrades {
  readonly #reads: Reads;
  readonly #companies = new Map<string, JoinedTrade["company"]>();
  readonly #filings = new Map<string, JoinedTrade>();

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  /** The trades that exist, in the order of the ids. @throws NotDirect where the store has moved on */
  async byId(ids: readonly bigint[]): Promise<JoinedTrade["trade"][]> {
    const { version, cache } = this.#reads;
    const known = ids.map((id) => cache.get(version, id));
    const missing = ids.filter((_, at) => known[at] === undefined);
    const read = missing.length > 0 ? await this.#read(missing) : undefined;
    const found = ids.flatMap((id, at) => known[at] ?? read?.get(id) ?? []);
    for (const joined of found) {
      this.#companies.set(joined.company.cik, joined.company);
      this.#filings.set(joined.filing.accessionNumber, joined);
    }
    return found.map(({ trade }) => trade);
  }

  async #read(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, JoinedTrade>> {
    const { version, cache, reader, signal } = this.#reads;
    const read = await reader.read(ids, signal);
    if (read.version !== version) throw new NotDirect();
    cache.set(
      version,
      ids.flatMap((id) => read.rows.get(id) ?? []),
    );
    return read.rows;
  }

  /** The issuer of a trade that was read. @throws NotDirect for any other */
  company(cik: string): JoinedTrade["company"] {
    return among(this.#companies, cik);
  }

  /** The filing of a trade that was read. @throws NotDirect for any other */
  filing(accessionNumber: string): JoinedTrade["filing"] {
    return among(this.#filings, accessionNumber).filing;
  }

  /** The owners of that filing in the form's order. @throws NotDirect for any other */
  owners(accessionNumber: string): JoinedTrade["owners"] {
    return among(this.#filings, accessionNumber).owners;
  }
}

function among<Key, Value>(known: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = known.get(key);
  if (value === undefined) throw new NotDirect();
  return value;
}
