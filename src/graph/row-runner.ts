// The fast path of an execution: from the trade index and rows by id, without a transaction. All rows are read before
// the document runs; if that is not possible, nothing has run yet, and the document runs in a snapshot.
import { AppError } from "../errors.ts";
import type { TradeIndexPort } from "../fast/index/index.ts";
import type { RowCache } from "../fast/rows/index.ts";
import { OperationTrades, tradeReaders } from "../fast/rows/index.ts";
import type { Cancellation, Executed, SnapshotVersion } from "../ports.ts";
import type { Store } from "../store/store.ts";
import type { GraphContext, GraphPrincipal } from "./context.ts";
import { listsReadBy, rowsById } from "./lists.ts";
import type { RowPlan } from "./row-plan.ts";
import type { Run } from "./run-document.ts";

export interface DirectReads {
  cache: RowCache;
  /** the current data version, if it is known without a query */
  dataVersion: { current(): string | undefined };
}

interface RunnerContext {
  store: Store;
  direct: DirectReads;
  index: TradeIndexPort | undefined;
  principal: GraphPrincipal;
  today: string;
}

interface RowWork {
  variables: Record<string, unknown>;
  /** the oldest acceptable data version */
  atLeast: bigint;
  cancellation: Cancellation | undefined;
}

/** Executes documents that need only trades, at the version of the last snapshot. */
export class RowRunner {
  #known: SnapshotVersion | undefined;
  readonly #readers = new WeakMap<Store, ReturnType<typeof tradeReaders>>();

  learn({ dataVersion, asOf, sample }: SnapshotVersion): void {
    if (this.#known?.dataVersion !== dataVersion) this.#known = { dataVersion, asOf, sample };
  }

  /**
   * The result; undefined if a snapshot is needed: the version is unknown or older than `atLeast`, the index does not
   * have the page, or the rows are of another version. Rejects if the database is unavailable or the request is cancelled.
   */
  async attempt(
    { store, direct, index, principal, today }: RunnerContext,
    { plan, run }: { plan: RowPlan; run: Run },
    { variables, atLeast, cancellation }: RowWork,
  ): Promise<Executed | undefined> {
    const known = this.#known;
    if (!known || known.dataVersion !== direct.dataVersion.current()) return undefined;
    if (BigInt(known.dataVersion) < atLeast) return undefined;
    const { dataVersion: version } = known;
    const { joined } = plan;
    const trades = new OperationTrades(this.#readersOf(store), { version, cache: direct.cache, joined, cancellation });
    const root = await plan.resolveRoot(readsOf(trades, { version, index }), variables);
    if (root === undefined || (plan.footnotes && !(await trades.readFootnotes()))) return undefined;
    if (cancellation?.isOver) throw new AppError("unavailable");
    // the plan guarantees that nothing else of the context is used
    const context = { ...contextOf(trades, root), principal, today, ports: {} } as unknown as GraphContext;
    const { data, errors } = await run(context, variables);
    const [error] = errors ?? [];
    if (error) throw error.originalError ?? error;
    return { data, ...known };
  }

  #readersOf(store: Store) {
    const known = this.#readers.get(store) ?? tradeReaders(store);
    this.#readers.set(store, known);
    return known;
  }
}

/** Lists and loaders for the root field; a row that cannot be read this way is undefined. */
function readsOf(trades: OperationTrades, { version, index }: { version: string; index: TradeIndexPort | undefined }) {
  const readers = {
    insiderTrades: (ids: bigint[]) => trades.insiderTrades(ids),
    politicianTrades: (ids: bigint[]) => trades.politicianTrades(ids),
    clusters: () => undefined,
  };
  return {
    lists: listsReadBy(async (question, { dataVersion, ...page }) => {
      const found = await index?.find(question, page, dataVersion ?? version);
      const nodes = found && (await rowsById<unknown>(readers, question.list, found.ids));
      return nodes && { total: found.total, nodes };
    }),
    loaders: {
      insiderTrade: { load: async (id: bigint) => firstOf(await trades.insiderTrades([id])) },
      politicianTrade: { load: async (id: bigint) => firstOf(await trades.politicianTrades([id])) },
    },
  };
}

const firstOf = <Row>(rows: Row[] | undefined): Row | null | undefined => rows && (rows[0] ?? null);

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
