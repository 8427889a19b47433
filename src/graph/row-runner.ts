// The fast path of an execution: from the trade index and rows by id, without a transaction. All rows are read before
// the document runs; if that is not possible, nothing has run yet, and the document runs in a snapshot.
import { AppError } from "../errors.ts";
import type { TradeIndexPort } from "../fast/index/index.ts";
import { OperationTrades, type TradeKind, tradeReaders } from "../fast/rows/index.ts";
import type { Cancellation, FoundRows, RowStamps, SnapshotVersion } from "../ports/execution.ts";
import type { Store } from "../store/store.ts";
import type { GraphContext, GraphPrincipal } from "./context.ts";
import { listsReadBy, rowKinds } from "./lists.ts";
import type { RowPlan } from "./row-plan.ts";
import type { Run } from "./run-document.ts";

export interface DirectReads {
  /** the current data version, if it is known without a query */
  dataVersion: { current(): string | undefined };
}

/** The rows of a document's root field, and of which kind they are. */
export interface FoundTrades extends FoundRows {
  kind: TradeKind;
}

/** The rows to read, of the version at which they were found, and until when. */
interface RowsWanted {
  found: FoundTrades;
  ids: readonly number[];
  cancellation: Cancellation | undefined;
}

const reader: GraphPrincipal = { role: "reader" };

/** Executes documents that need only trades, at the version of the last snapshot. */
export class RowRunner {
  #known: SnapshotVersion | undefined;
  readonly #readers = new WeakMap<Store, ReturnType<typeof tradeReaders>>();

  learn({ dataVersion, asOf, sample }: SnapshotVersion): void {
    if (this.#known?.dataVersion !== dataVersion) this.#known = { dataVersion, asOf, sample };
  }

  /**
   * The rows of the document's root field. Undefined if a snapshot is needed: the version is unknown or older than
   * `atLeast`, or the index does not have the page.
   */
  async find(
    { direct, index }: { direct: DirectReads; index: TradeIndexPort | undefined },
    plan: RowPlan,
    { variables, atLeast }: { variables: Record<string, unknown>; atLeast: bigint },
  ): Promise<FoundTrades | undefined> {
    const known = this.#known;
    if (!known || known.dataVersion !== direct.dataVersion.current() || BigInt(known.dataVersion) < atLeast)
      return undefined;
    let found: Pick<FoundTrades, "kind" | "ids" | "total"> | undefined;
    const one = (kind: TradeKind) => ({
      load: async (id: bigint) => {
        found = { kind, ids: [Number(id)], total: null };
      },
    });
    const lists = listsReadBy(async (question, { dataVersion, ...page }) => {
      const kind = rowKinds[question.list];
      const listed = await index?.find(question, page, dataVersion ?? known.dataVersion);
      if (listed && kind !== "clusters") found = { kind, ...listed };
      return null;
    });
    const loaders = { insiderTrade: one("insiderTrades"), politicianTrade: one("politicianTrades") };
    await plan.resolveRoot({ lists, loaders }, variables);
    return found?.ids.every(Number.isSafeInteger) ? { ...found, ...known } : undefined;
  }

  /** The stamps of the rows; undefined where the store has another version. */
  async stamps(store: Store, plan: RowPlan, wanted: RowsWanted): Promise<RowStamps | undefined> {
    return await this.#tradesOf(store, plan, wanted).stampsOf(wanted.found.kind, wanted.ids.map(BigInt));
  }

  /** The document's data with these of the found rows; undefined where the store has another version. */
  async read(
    store: Store,
    { plan, run, variables }: { plan: RowPlan; run: Run; variables: Record<string, unknown> },
    wanted: RowsWanted,
  ): Promise<{ data: unknown; stamps: RowStamps } | undefined> {
    const { found, ids, cancellation } = wanted;
    const trades = this.#tradesOf(store, plan, wanted);
    const nodes = await trades[found.kind](ids.map(BigInt));
    if (nodes === undefined || (plan.footnotes && !(await trades.readFootnotes()))) return undefined;
    if (cancellation?.isOver) throw new AppError("unavailable");
    const root = found.total === null ? (nodes[0] ?? null) : { total: found.total, nodes };
    // the plan guarantees that nothing else of the context is used: no row depends on today's date
    const context = { ...contextOf(trades, root), principal: reader, ports: {} } as unknown as GraphContext;
    const { data, errors } = await run(context, variables);
    const [error] = errors ?? [];
    if (error) throw error.originalError ?? error;
    return { data, stamps: trades.stamps };
  }

  /** What is joined to a trade is read with its footnotes too, because its stamp tells of both. */
  #tradesOf(store: Store, { joined, footnotes }: RowPlan, { found, cancellation }: RowsWanted): OperationTrades {
    const reads = { version: found.dataVersion, joined: joined || footnotes, cancellation };
    return new OperationTrades(this.#readersOf(store), reads);
  }

  #readersOf(store: Store) {
    const known = this.#readers.get(store) ?? tradeReaders(store);
    this.#readers.set(store, known);
    return known;
  }
}

/** Lists and loaders for the execution: the root field and everything below it are already read. */
function contextOf(trades: OperationTrades, root: unknown) {
  const ready = { load: () => root };
  return {
    lists: listsReadBy(() => root),
    loaders: {
      insiderTrade: ready,
      politicianTrade: ready,
      company: { load: (cik: string) => trades.company(cik) },
      filing: { load: (accessionNumber: string) => trades.filing(accessionNumber) },
      owners: { load: (accessionNumber: string) => trades.owners(accessionNumber) },
      footnotes: { load: (id: bigint) => trades.footnotes(id) },
      politician: { load: (bioguideId: string) => trades.politician(bioguideId) },
      report: { load: (id: string) => trades.report(id) },
    },
  };
}
