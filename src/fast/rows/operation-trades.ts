// The trades of one operation and the rows joined to them, all of one data version.
import type { TradeFootnotes } from "../../store/lists/footnotes.ts";
import type { Store } from "../../store/store.ts";
import { joinedFootnotes } from "./joined-footnotes.ts";
import { type JoinedInsiderTrade, joinedInsiderTrades } from "./joined-insider-trades.ts";
import { type JoinedPoliticianTrade, joinedPoliticianTrades } from "./joined-politician-trades.ts";
import type { CachedRows, Kind, RowCache } from "./row-cache.ts";
import { TradeReader } from "./trade-reader.ts";

type Readers = { [K in Kind]: TradeReader<CachedRows[K]> };

/** Creates the readers of a store: one for each kind, shared by all callers. */
export const tradeReaders = (store: Pick<Store, "pool" | "cancel">): Readers => ({
  insider: new TradeReader(store, joinedInsiderTrades),
  politician: new TradeReader(store, joinedPoliticianTrades),
  footnotes: new TradeReader(store, joinedFootnotes),
});

interface Reads {
  version: string;
  cache: RowCache;
  /** tells when the request is cancelled */
  cancellation?: { signal(): AbortSignal } | undefined;
}

export class OperationTrades {
  readonly #readers: Readers;
  readonly #reads: Reads;
  readonly #insiderTrades: bigint[] = [];
  readonly #footnotes = new Map<bigint, TradeFootnotes>();
  readonly #companies = new Map<string, JoinedInsiderTrade["company"]>();
  readonly #filings = new Map<string, JoinedInsiderTrade>();
  readonly #politicians = new Map<string, JoinedPoliticianTrade["politician"]>();
  readonly #reports = new Map<string, JoinedPoliticianTrade["report"]>();

  constructor(readers: Readers, reads: Reads) {
    this.#readers = readers;
    this.#reads = reads;
  }

  /** The existing insider trades, in the order of the ids; undefined where the store has another version. */
  async insiderTrades(ids: readonly bigint[]): Promise<JoinedInsiderTrade["trade"][] | undefined> {
    const found = await this.#byId("insider", ids);
    for (const joined of found ?? []) {
      this.#insiderTrades.push(joined.trade.id);
      this.#companies.set(joined.company.cik, joined.company);
      this.#filings.set(joined.filing.accessionNumber, joined);
    }
    return found?.map(({ trade }) => trade);
  }

  /** The existing congressional trades, in the order of the ids; undefined as above. */
  async politicianTrades(ids: readonly bigint[]): Promise<JoinedPoliticianTrade["trade"][] | undefined> {
    const found = await this.#byId("politician", ids);
    for (const { politician, report } of found ?? []) {
      this.#politicians.set(politician.bioguideId, politician);
      this.#reports.set(report.id, report);
    }
    return found?.map(({ trade }) => trade);
  }

  /** Reads the footnotes of the insider trades read before; false where the store has another version. */
  async readFootnotes(): Promise<boolean> {
    const found = await this.#byId("footnotes", this.#insiderTrades);
    for (const { trade, footnotes } of found ?? []) this.#footnotes.set(trade.id, { tradeId: trade.id, footnotes });
    return found !== undefined;
  }

  async #byId<K extends Kind>(kind: K, ids: readonly bigint[]): Promise<CachedRows[K][] | undefined> {
    const { version, cache } = this.#reads;
    const known = ids.map((id) => cache.get(kind, version, id));
    const missing = ids.filter((_, at) => known[at] === undefined);
    const read = missing.length > 0 ? await this.#read(kind, missing) : new Map<bigint, CachedRows[K]>();
    return read && ids.flatMap((id, at) => known[at] ?? read.get(id) ?? []);
  }

  async #read<K extends Kind>(
    kind: K,
    ids: readonly bigint[],
  ): Promise<ReadonlyMap<bigint, CachedRows[K]> | undefined> {
    const { version, cache, cancellation } = this.#reads;
    const read = await this.#readers[kind].read(ids, cancellation?.signal());
    if (read.version !== version) return undefined;
    const rows = ids.flatMap((id) => read.rows.get(id) ?? []);
    cache.set(kind, version, rows);
    return read.rows;
  }

  /** The issuer of an insider trade that was read; null for any other company. */
  company(cik: string): JoinedInsiderTrade["company"] | null {
    return this.#companies.get(cik) ?? null;
  }

  /** The filing of an insider trade that was read; null for any other. */
  filing(accessionNumber: string): JoinedInsiderTrade["filing"] | null {
    return this.#filings.get(accessionNumber)?.filing ?? null;
  }

  /** The owners of that filing in the form's order. */
  owners(accessionNumber: string): JoinedInsiderTrade["owners"] {
    return this.#filings.get(accessionNumber)?.owners ?? [];
  }

  /** The footnotes of an insider trade, where they were read. */
  footnotes(id: bigint): TradeFootnotes | null {
    return this.#footnotes.get(id) ?? null;
  }

  /** The member of a congressional trade that was read; null for any other. */
  politician(bioguideId: string): JoinedPoliticianTrade["politician"] | null {
    return this.#politicians.get(bioguideId) ?? null;
  }

  /** The report of a congressional trade that was read; null for any other. */
  report(id: string): JoinedPoliticianTrade["report"] | null {
    return this.#reports.get(id) ?? null;
  }
}
