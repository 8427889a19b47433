// The trades of one operation and the rows joined to them, all of one data version.
import type { TradeFootnotes } from "../../store/lists/insider-trades.ts";
import type { Store } from "../../store/store.ts";
import {
  insiderTradesAlone,
  type JoinedFootnotes,
  type JoinedInsiderTrade,
  type JoinedPoliticianTrade,
  joinedFootnotes,
  joinedInsiderTrades,
  joinedPoliticianTrades,
  politicianTradesAlone,
  stampsOf,
  type TradeId,
} from "./joined-trades.ts";
import { TradeReader } from "./trade-reader.ts";

/** The rows of each kind that a statement reads. */
interface Rows {
  insider: JoinedInsiderTrade;
  insiderAlone: Pick<JoinedInsiderTrade, "trade">;
  politician: JoinedPoliticianTrade;
  politicianAlone: Pick<JoinedPoliticianTrade, "trade">;
  footnotes: JoinedFootnotes;
}

interface Readers {
  rows: { [K in keyof Rows]: TradeReader<Rows[K]> };
  stamps: Record<Exclude<keyof Rows, "footnotes">, TradeReader<TradeId>>;
}

export type TradeKind = "insiderTrades" | "politicianTrades";

/** Creates the readers of a store: one for each kind, shared by all callers. */
export const tradeReaders = (store: Pick<Store, "pool" | "cancel">): Readers => ({
  rows: {
    insider: new TradeReader(store, joinedInsiderTrades),
    insiderAlone: new TradeReader(store, insiderTradesAlone),
    politician: new TradeReader(store, joinedPoliticianTrades),
    politicianAlone: new TradeReader(store, politicianTradesAlone),
    footnotes: new TradeReader(store, joinedFootnotes),
  },
  stamps: {
    insider: new TradeReader(store, stampsOf(joinedInsiderTrades)),
    insiderAlone: new TradeReader(store, stampsOf(insiderTradesAlone)),
    politician: new TradeReader(store, stampsOf(joinedPoliticianTrades)),
    politicianAlone: new TradeReader(store, stampsOf(politicianTradesAlone)),
  },
});

interface Reads {
  version: string;
  /** whether the operation needs what is joined to its trades */
  joined: boolean;
  /** tells when the request is cancelled */
  cancellation?: { signal(): AbortSignal } | undefined;
}

export class OperationTrades {
  readonly #readers: Readers;
  readonly #reads: Reads;
  readonly #insiderTrades: bigint[] = [];
  #stamps: ReadonlyMap<number, string> = new Map();
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
    const found = await this.#byId(this.#reads.joined ? "insider" : "insiderAlone", ids);
    for (const row of found ?? []) {
      this.#insiderTrades.push(row.trade.id);
      if (!("company" in row)) continue;
      this.#companies.set(row.company.cik, row.company);
      this.#filings.set(row.filing.accessionNumber, row);
    }
    return found?.map(({ trade }) => trade);
  }

  /** The existing congressional trades, in the order of the ids; undefined as above. */
  async politicianTrades(ids: readonly bigint[]): Promise<JoinedPoliticianTrade["trade"][] | undefined> {
    const found = await this.#byId(this.#reads.joined ? "politician" : "politicianAlone", ids);
    for (const row of found ?? []) {
      if (!("report" in row)) continue;
      this.#politicians.set(row.politician.bioguideId, row.politician);
      this.#reports.set(row.report.id, row.report);
    }
    return found?.map(({ trade }) => trade);
  }

  /** The stamps of the trades that were read. */
  get stamps(): ReadonlyMap<number, string> {
    return this.#stamps;
  }

  /** The stamps of trades, which are not read; undefined as above. */
  async stampsOf(kind: TradeKind, ids: readonly bigint[]): Promise<ReadonlyMap<number, string> | undefined> {
    const { joined, version, cancellation } = this.#reads;
    const name = `${kind === "insiderTrades" ? "insider" : "politician"}${joined ? "" : "Alone"}` as const;
    const read = await this.#readers.stamps[name].read(ids, cancellation?.signal());
    return read.version === version ? read.stamps : undefined;
  }

  /** Reads the footnotes of the insider trades read before; false where the store has another version. */
  async readFootnotes(): Promise<boolean> {
    const found = await this.#byId("footnotes", this.#insiderTrades);
    for (const { trade, footnotes } of found ?? []) this.#footnotes.set(trade.id, { tradeId: trade.id, footnotes });
    return found !== undefined;
  }

  /** The rows in the order of the ids; undefined where the store has another version. */
  async #byId<K extends keyof Rows>(kind: K, ids: readonly bigint[]): Promise<Rows[K][] | undefined> {
    const { version, cancellation } = this.#reads;
    const read = await this.#readers.rows[kind].read(ids, cancellation?.signal());
    if (read.version !== version) return undefined;
    if (kind !== "footnotes") this.#stamps = read.stamps;
    return ids.flatMap((id) => read.rows.get(id) ?? []);
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
