// The fast path of an execution: without a transaction, from the trade index and rows by id. All rows are read before the document
// runs; where that cannot be done, nothing has run yet, and the document runs in a snapshot.
import { AppError } from "../errors.ts";
import type { Question, TradeIndexPort } from "../fast/index/index.ts";
import type { RowCache } from "../fast/rows/index.ts";
import { OperationTrades, tradeReaders } from "../fast/rows/index.ts";
import type { Cancellation } from "../ports.ts";
import type { Store } from "../store/store.ts";
import type { GraphContext, GraphPrincipal } from "./context.ts";
import { listsAnsweredBy } from "./lists.ts";
import type { RowPlan } from "./row-plan.ts";
import type { Run } from "./run-document.ts";
import type { SnapshotVersion } from "./snapshot.ts";

export interface DirectReads {
  cache: RowCache;
  /** the data version that readers see now, where it is known without asking */
  dataVersion: { current(): string | undefined };
}

interface Surroundings {
  store: Store;
  direct: DirectReads;
  index: TradeIndexPort | undefined;
  principal: GraphPrincipal;
  today: string;
}

/** Remembers what snapshots have shown of the newest version, and answers documents that need only trades. */
export class RowRunner {
  #known: SnapshotVersion | undefined;
  readonly #readers = new WeakMap<Store, ReturnType<typeof tradeReaders>>();

  learn({ dataVersion, asOf, sample }: SnapshotVersion): void {
    if (this.#known?.dataVersion !== dataVersion) this.#known = { dataVersion, asOf, sample };
  }

  /**
   * The result; undefined where a snapshot has to give it: the version is not known, the index does not know the page, or the rows
   * are of another version. Rejects when the database is away or the caller is gone.
   */
  async attempt(
    { store, direct, index, principal, today }: Surroundings,
    { plan, run }: { plan: RowPlan; run: Run },
    variables: Record<string, unknown>,
    cancellation?: Cancellation,
  ): Promise<(SnapshotVersion & { data: unknown }) | undefined> {
    const known = this.#known;
    if (!known || known.dataVersion !== direct.dataVersion.current()) return undefined;
    const { dataVersion: version } = known;
    const trades = new OperationTrades(this.#readersOf(store), { version, cache: direct.cache, cancellation });
    const root = await plan.resolveRoot(readsOf(trades, { version, index }), variables);
    if (root === undefined || (plan.footnotes && !(await trades.readFootnotes()))) return undefined;
    if (cancellation?.isOver) throw new AppError("unavailable");
    // the plan promises that nothing else of the context is used
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

/** What the root field is read with; what cannot be read is undefined. */
function readsOf(trades: OperationTrades, { version, index }: { version: string; index: TradeIndexPort | undefined }) {
  return {
    lists: listsAnsweredBy(async (question, { dataVersion, ...page }) => {
      const found = await index?.find(question, page, dataVersion ?? version);
      const nodes = found && (await rowsById(trades, question.list, found.ids.map(BigInt)));
      return nodes && { total: found.total, nodes };
    }),
    loaders: {
      insiderTrade: { load: async (id: bigint) => firstOf(await trades.insiderTrades([id])) },
      politicianTrade: { load: async (id: bigint) => firstOf(await trades.politicianTrades([id])) },
    },
  };
}

const firstOf = <Row>(rows: Row[] | undefined): Row | null | undefined => rows && (rows[0] ?? null);

function rowsById(trades: OperationTrades, list: Question["list"], ids: bigint[]): Promise<unknown[] | undefined> {
  switch (list) {
    case "insiderTrades":
      return trades.insiderTrades(ids);
    case "politicianTrades":
    case "lateFilings":
      return trades.politicianTrades(ids);
    case "clusters":
      return Promise.resolve(undefined);
  }
}

/** What the document runs with: its root field was read before, and so was everything below it. */
function contextOf(trades: OperationTrades, root: unknown) {
  const ready = { load: () => root };
  return {
    lists: listsAnsweredBy(() => root),
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
