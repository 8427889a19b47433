// Executes a persisted document by its hash. Documents are parsed and validated once per process, and executed in one
// snapshot. This is the only way from the REST facade to the data.
import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse, validate } from "graphql";
import { AppError, asAppError } from "../errors.ts";
import type { TradeIndexPort } from "../fast/index/index.ts";
import type { Cancellation, CountedTotals, Execute, FairTurns, QueryResult } from "../ports/execution.ts";
import type { Replicas } from "../store/connections/replicas.ts";
import { inSnapshot } from "../store/connections/snapshot.ts";
import type { Store } from "../store/store.ts";
import { createContext, type GraphPrincipal } from "./context.ts";
import { type RowPlan, rowPlans } from "./row-plan.ts";
import { type DirectReads, type FoundTrades, RowRunner } from "./row-runner.ts";
import { compiled, interpreted, type Run } from "./run-document.ts";
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
}

interface ReplicaReads {
  servers: Replicas;
  /** the newest data version that was announced to this process: no response may be older */
  dataVersion: { current(): string | undefined };
  /** documents, by hash, whose data change without a new data version: only the primary executes them */
  live: ReadonlySet<string>;
}

const reader: GraphPrincipal = { role: "reader" };

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
  }: ExecutorOptions,
): Execute {
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

  const runnerOn = (server: Store) => ({ store: server, principal: reader, today: today() });

  /** Executes on one server; undefined if its version is older than `atLeast`. */
  async function responseFrom(
    server: Store,
    { run, plan, found, index, variables, account, cancellation, totals, atLeast = 0n, limitMs }: WorkOnServer,
  ): Promise<QueryResult | undefined> {
    if (direct && plan && found && BigInt(found.dataVersion) >= atLeast) {
      const data = await runner.read(runnerOn(server), { plan, run, variables }, found, cancellation);
      const { dataVersion, asOf, sample } = found;
      if (data !== undefined) return { data, dataVersion, asOf, sample };
    }
    const limits = { timeoutMs: limitMs, maxWaitMs, signal: cancellation?.signal() };
    const read = () =>
      inSnapshot(server, limits, async (db, version) => {
        if (BigInt(version.dataVersion) < atLeast) return undefined;
        const { dataVersion } = version;
        const known = { version: dataVersion, index, totals: totals && totalsAt(totals, dataVersion) };
        const result = await run(createContext(db, reader, today(), {}, known), variables);
        if (result.errors?.length) throw failure(result.errors);
        runner.learn(version);
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

  function prepared(hash: string, variables: Record<string, unknown>) {
    const document = documents.get(hash);
    if (!document) throw new AppError("internal", undefined, { cause: new Error(`no persisted document ${hash}`) });
    const { run, planFor } = document;
    return { run, plan: planFor(variables), variables };
  }

  async function find({ plan, variables, index }: Pick<Work, "plan" | "variables" | "index">) {
    if (!direct || !plan) return undefined;
    const announced = newestOf(newestGiven, replicas?.dataVersion.current());
    return await runner.find({ direct, index }, plan, { variables, atLeast: announced });
  }

  /** variables of calls for which the index had no page a moment ago: it is not asked again for the same call */
  const lacking = new WeakSet<object>();

  const execute: Execute = async (hash, variables, principal, cancellation, totals) => {
    const document = prepared(hash, variables);
    const asked = index && !lacking.has(variables) ? findOnce(index) : undefined;
    const work = { ...document, index: asked, account: principal?.accountId, cancellation, totals };
    try {
      return await response(hash, { ...work, found: await find(work) });
    } catch (error) {
      throw asAppError(error);
    }
  };
  if (!direct) return execute;
  execute.rows = {
    async find(hash, variables) {
      const asked: TradeIndexPort | undefined = index && {
        async find(...question) {
          const found = await index.find(...question);
          if (!found) lacking.add(variables);
          return found;
        },
      };
      try {
        return await find({ ...prepared(hash, variables), index: asked });
      } catch (error) {
        throw asAppError(error);
      }
    },
    async read(hash, variables, found, cancellation) {
      const { run, plan } = prepared(hash, variables);
      const read = async (server: Store) =>
        plan && (await runner.read(runnerOn(server), { plan, run, variables }, found as FoundTrades, cancellation));
      try {
        const atLeast = BigInt(found.dataVersion);
        return (await replicas?.servers.attempt(atLeast, read, cancellation?.signal())) ?? (await read(store));
      } catch (error) {
        throw asAppError(error);
      }
    },
  };
  return execute;
}

interface Work {
  run: Run;
  /** the plan for execution from rows, if possible, and the rows */
  plan: RowPlan | undefined;
  found: FoundTrades | undefined;
  index: TradeIndexPort | undefined;
  variables: Record<string, unknown>;
  /** the account whose turn a snapshot needs */
  account: string | undefined;
  cancellation: Cancellation | undefined;
  totals: CountedTotals | undefined;
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
