// Executes a persisted document by its hash. Documents are parsed and validated once per process, and executed in one
// snapshot. This is the only way from the REST facade to the data.
import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse, validate } from "graphql";
import { AppError, asAppError } from "../errors.ts";
import type { TradeIndexPort } from "../fast/index/index.ts";
import type { Cancellation, CountedTotals, Execute, FairTurns, QueryResult, RowReads } from "../ports/execution.ts";
import type { Replicas } from "../store/connections/replicas.ts";
import type { Store } from "../store/store.ts";
import { inSnapshot } from "../store/store.ts";
import { compiled, createContext, type GraphPrincipal, interpreted, type Run } from "./context.ts";
import { type DirectReads, type FoundTrades, type RowPlan, RowRunner, rowPlans } from "./row-runner.ts";
import { schema } from "./schema.ts";

export interface ExecutorOptions {
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: () => string;
  /** timeout of one operation, STATEMENT_TIMEOUT_MS */
  timeoutMs?: number;
  /** how long an operation may wait for a database connection */
  maxWaitMs?: number;
  /** documents are compiled instead of interpreted, COMPILED_QUERIES */
  compiledQueries?: boolean;
  /** finds the rows of a page of a list; without it PostgreSQL does */
  index?: TradeIndexPort | undefined;
  /** reads trades by id without Prisma and without a transaction, where that is enough, DIRECT_READS */
  direct?: DirectReads | undefined;
  /** fair share of the store among accounts; without it a snapshot begins immediately */
  share?: Pick<FairTurns, "run"> | undefined;
  /** read replicas of the store, DATABASE_REPLICA_URLS */
  replicas?: ReplicaReads | undefined;
  /** as whom documents are executed; default: `reader` */
  role?: "reader" | "visitor";
}

interface ReplicaReads {
  servers: Replicas;
  /** the newest data version that was announced to this process: no response may be older */
  dataVersion: { current(): string | undefined };
  /** documents, by hash, whose data change without a new data version: only the primary executes them */
  live: ReadonlySet<string>;
}

/**
 * Creates `Execute` over a store. Throws if a document does not fit the schema. A call gives no partial result: it
 * rejects with the AppError of a resolver, with AppError("unavailable") for an outage, and with AppError("internal")
 * and its cause for every other failure.
 */
export function createExecutor(
  store: Store,
  persistedDocuments: ReadonlyMap<string, string>,
  {
    today,
    timeoutMs = 10_000,
    maxWaitMs = 5_000,
    compiledQueries = true,
    index,
    direct,
    share,
    replicas,
    role = "reader",
  }: ExecutorOptions,
): Execute {
  const principal: GraphPrincipal = { role };
  const prepare = compiledQueries ? compiled : interpreted;
  const documents = new Map(
    [...persistedDocuments].map(([hash, text]) => {
      const document = checkedDocument(schema, text);
      return [hash, { run: prepare(schema, document), planFor: rowPlans(schema, document) }];
    }),
  );
  const runner = new RowRunner();
  // a response may have a newer version than the last announced one
  let newestGiven = 0n;

  /** Executes on one server; undefined if its version is older than `atLeast`. */
  async function responseFrom(
    server: Store,
    { run, plan, found, index, variables, account, cancellation, totals, atLeast = 0n, limitMs }: WorkOnServer,
  ): Promise<QueryResult | undefined> {
    if (direct && plan && found && BigInt(found.dataVersion) >= atLeast) {
      const read = await runner.read(server, { plan, run, variables }, { found, ids: found.ids, cancellation });
      const { dataVersion, asOf, sample } = found;
      if (read) return { data: read.data, dataVersion, asOf, sample };
    }
    const limits = { timeoutMs: limitMs, maxWaitMs, signal: cancellation?.signal() };
    const read = () =>
      inSnapshot(server, limits, async (db, version) => {
        if (BigInt(version.dataVersion) < atLeast) return undefined;
        const { dataVersion } = version;
        const known = { version: dataVersion, index, totals: totals && totalsAt(totals, dataVersion) };
        const result = await run(createContext(db, principal, today(), {}, known), variables);
        if (result.errors?.length) throw failure(result.errors);
        if (direct) runner.learn(version);
        return { data: result.data, ...version };
      });
    return await (share && account !== undefined ? share.run(account, read, cancellation) : read());
  }

  /**
   * Executes on a replica, if one has the version. It gets half the time, so that the primary can still execute
   * instead.
   */
  async function responseFromReplica(hash: string, work: Work): Promise<QueryResult | undefined> {
    if (!replicas || replicas.live.has(hash)) return undefined;
    const announced = replicas.dataVersion.current();
    if (announced === undefined) return undefined;
    const atLeast = newestOf(newestGiven, announced, work.variables.dataVersion);
    const read = (server: Store) => responseFrom(server, { ...work, atLeast, limitMs: timeoutMs / 2 });
    return await replicas.servers.attempt(atLeast, read, work.cancellation?.signal());
  }

  async function response(hash: string, work: Work): Promise<QueryResult> {
    const response =
      (await responseFromReplica(hash, work)) ?? (await responseFrom(store, { ...work, limitMs: timeoutMs }));
    if (!response) throw new Error("the primary is behind the requested data version");
    if (replicas) newestGiven = newestOf(newestGiven, response.dataVersion);
    return response;
  }

  function workOf(hash: string, variables: Record<string, unknown>, { account, cancellation, totals }: Call): Work {
    const document = documents.get(hash);
    if (!document) throw new AppError("internal", undefined, { cause: new Error(`no persisted document ${hash}`) });
    const plan = direct && document.planFor(variables);
    return { run: document.run, plan, variables, index: index && findOnce(index), account, cancellation, totals };
  }

  async function find({ plan, variables, index }: Work): Promise<FoundTrades | undefined> {
    if (!direct || !plan) return undefined;
    const announced = newestOf(newestGiven, replicas?.dataVersion.current());
    return await runner.find({ direct, index }, plan, { variables, atLeast: announced });
  }

  /** Reads of found rows: on a replica that has their version, else on the primary. */
  function readsOf({ plan, run, variables, cancellation }: Work, found: FoundTrades): RowReads {
    const atLeast = BigInt(found.dataVersion);
    const onServer = async <Result>(read: (server: Store) => Promise<Result | undefined>) =>
      (await replicas?.servers.attempt(atLeast, read, cancellation?.signal())) ?? (await read(store));
    const wanted = (ids: readonly number[]) => ({ found, ids, cancellation });
    return {
      stamps: async (ids) => plan && (await onServer((server) => runner.stamps(server, plan, wanted(ids)))),
      rows: async (ids) =>
        plan && (await onServer((server) => runner.read(server, { plan, run, variables }, wanted(ids)))),
    };
  }

  const execute: Execute = async (hash, variables, principal, cancellation, totals) => {
    try {
      const work = workOf(hash, variables, { account: principal?.accountId, cancellation, totals });
      return await response(hash, { ...work, found: await find(work) });
    } catch (error) {
      throw asAppError(error);
    }
  };
  if (direct)
    execute.fromRows = async ({ hash, variables, accountId, cancellation }, make) => {
      try {
        const work = workOf(hash, variables, { account: accountId, cancellation });
        const found = await find(work);
        const made = found && (await make(found, readsOf(work, found)));
        return made === undefined ? { result: await response(hash, work) } : { made };
      } catch (error) {
        throw asAppError(error);
      }
    };
  return execute;
}

interface Call {
  /** the account whose turn a snapshot needs */
  account: string | undefined;
  cancellation: Cancellation | undefined;
  totals?: CountedTotals | undefined;
}

interface Work extends Call {
  run: Run;
  /** the plan for execution from rows, if possible, and the rows */
  plan: RowPlan | undefined;
  found?: FoundTrades | undefined;
  index: TradeIndexPort | undefined;
  variables: Record<string, unknown>;
}

interface WorkOnServer extends Work {
  limitMs: number;
  /** the oldest acceptable data version */
  atLeast?: bigint;
}

function totalsAt(totals: CountedTotals, version: string): Map<string, number> {
  const known = totals.get(version) ?? new Map<string, number>();
  totals.set(version, known);
  return known;
}

/** The index for one operation: repeated queries return the first result. */
function findOnce(index: TradeIndexPort): TradeIndexPort {
  const responses = new Map<string, ReturnType<TradeIndexPort["find"]>>();
  return {
    find(question, page, version) {
      const name = JSON.stringify([question, page, version]);
      const response = responses.get(name) ?? index.find(question, page, version);
      responses.set(name, response);
      return response;
    },
  };
}

/** The greatest of the versions; absent ones are ignored. */
function newestOf(version: bigint, ...others: unknown[]): bigint {
  let newest = version;
  for (const other of others) if (typeof other === "string" && BigInt(other) > newest) newest = BigInt(other);
  return newest;
}

/** Parses and validates one document; throws an Error with the first problem. */
export function checkedDocument(against: GraphQLSchema, text: string): DocumentNode {
  const document = parse(text);
  const [problem] = validate(against, document);
  if (problem) throw new Error(`a persisted document does not fit the schema: ${problem.message}`);
  return document;
}

/** The error of a resolver; of several errors the first AppError, else the first one. */
function failure(errors: readonly GraphQLError[]): unknown {
  const causes = errors.map((error) => error.originalError ?? error);
  return causes.find((cause) => cause instanceof AppError) ?? causes[0];
}
