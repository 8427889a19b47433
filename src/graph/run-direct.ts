// The fast way to an answer: without a transaction, from the trade index and rows by id. It is an attempt: where anything else is
// needed, or the data have moved on meanwhile, there is no answer here, and the plain path gives it.
import { AppError, asAppError } from "../errors.ts";
import { NotDirect, NotNow, OperationTrades } from "../store/direct/operation-trades.ts";
import type { RowCache } from "../store/direct/row-cache.ts";
import type { Store } from "../store/store.ts";
import type { TradeIndexPort } from "../trade-index/ask.ts";
import { createContext, type GraphPrincipal } from "./context.ts";
import type { Leaving } from "./executor.ts";
import { directLoaders, noDb } from "./loaders/direct-loaders.ts";
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

/** Remembers what the plain path said of the newest version, and tries to answer from it. */
export class DirectRunner {
  #known: SnapshotVersion | undefined;
  /** documents, with what is attached to their rows, that ask for more than can be read directly, as this version has shown */
  #beyond = new WeakMap<Run, Set<string>>();

  learn({ dataVersion, asOf, sample }: SnapshotVersion): void {
    if (this.#known?.dataVersion === dataVersion) return;
    this.#known = { dataVersion, asOf, sample };
    this.#beyond = new WeakMap();
  }

  /** The answer, or undefined where the plain path has to give it. Rejects when the database is away or nobody waits any more. */
  async attempt(
    { store, direct, index, principal, today }: Surroundings,
    run: Run,
    variables: Record<string, unknown>,
    leaving?: Leaving,
  ): Promise<(SnapshotVersion & { data: unknown }) | undefined> {
    const known = this.#known;
    if (!known || known.dataVersion !== direct.dataVersion.current()) return undefined;
    if (this.#beyond.get(run)?.has(partsOf(variables))) return undefined;
    const { dataVersion: version } = known;
    const trades = new OperationTrades(store, { version, cache: direct.cache, leaving });
    const snapshot = { version, index, trades };
    const context = createContext(noDb, principal, today, {}, snapshot, directLoaders(trades));
    const { data, errors } = await run(context, variables);
    if (leaving?.isOver) throw new AppError("unavailable");
    if (!errors?.length) return { data, ...known };
    const causes = errors.map((error) => error.originalError ?? error);
    const outage = causes.find((cause) => !(cause instanceof NotDirect) && asAppError(cause).code === "unavailable");
    // to ask once more would keep the caller waiting for the same
    if (outage) throw outage;
    if (causes.some((cause) => cause instanceof NotDirect && !(cause instanceof NotNow))) this.#note(run, variables);
    return undefined;
  }

  #note(run: Run, variables: Record<string, unknown>): void {
    const noted = this.#beyond.get(run) ?? new Set();
    this.#beyond.set(run, noted.add(partsOf(variables)));
  }
}

/** Which parts of a document are wanted: its directives go by flags. */
const partsOf = (variables: Record<string, unknown>): string =>
  Object.keys(variables)
    .filter((name) => variables[name] === true)
    .join(" ");
