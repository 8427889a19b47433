// Executes a persisted document by its hash. Documents are parsed and validated once per process, and executed in one
// snapshot. This is the only way from the REST facade to the data.
import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse, validate } from "graphql";
import { AppError, asAppError } from "../errors.ts";
import type { TradeIndexPort } from "../fast/index/index.ts";
import type { Cancellation, CountedTotals, Execute, Executed, FairTurns } from "../ports.ts";
import type { Replicas } from "../store/connections/replicas.ts";
import { inSnapshot } from "../store/connections/snapshot.ts";
import type { Store } from "../store/store.ts";
import { createContext, type GraphPrincipal } from "./context.ts";
import { type RowPlan, rowPlans } from "./row-plan.ts";
import { type DirectReads, RowRunner } from "./row-runner.ts";
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

  /** Executes on one server; undefined if its version is older than `atLeast`. */
  async function responseFrom(
    server: Store,
    { run, plan, index, variables, account, cancellation, totals, atLeast = 0n, limitMs }: WorkOnServer,
  ): Promise<Executed | undefined> {
    if (direct && plan) {
      const runnerContext = { store: server, direct, index, principal: reader, today: today() };
      const response = await runner.attempt(runnerContext, { plan, run }, { variables, atLeast, cancellation });
      if (response) return response;
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
  async function responseFromReplica(hash: string, question: Work): Promise<Executed | undefined> {
    if (!replicas || replicas.live.has(hash)) return undefined;
    const announced = replicas.dataVersion.current();
    if (announced === undefined) return undefined;
    const atLeast = newestOf(newestGiven, announced, question.variables.dataVersion);
    const read = (server: Store) => responseFrom(server, { ...question, atLeast, limitMs: timeoutMs / 2 });
    return await replicas.servers.attempt(atLeast, read, question.cancellation?.signal());
  }

  return async (hash, variables, principal, cancellation, totals) => {
    const document = documents.get(hash);
    if (!document) throw new AppError("internal", undefined, { cause: new Error(`no persisted document ${hash}`) });
    const { run, planFor } = document;
    const account = principal?.accountId;
    const plan = planFor(variables);
    const question = { run, plan, index: index && findOnce(index), variables, account, cancellation, totals };
    try {
      const response =
        (await responseFromReplica(hash, question)) ?? (await responseFrom(store, { ...question, limitMs: timeoutMs }));
      if (!response) throw new Error("the primary is older than any version");
      if (replicas) newestGiven = newestOf(newestGiven, response.dataVersion);
      return response;
    } catch (error) {
      throw asAppError(error);
    }
  };
}

interface Work {
  run: Run;
  /** the plan for execution from rows, if possible */
  plan: RowPlan | undefined;
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
