// Runs a persisted document by its hash: parsed and checked once a process, executed in one snapshot. This is the only way
// from the REST facade to the data.
import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse, validate } from "graphql";
import { AppError, asAppError } from "../errors.ts";
import type { FairShare } from "../fair-share.ts";
import type { TradeIndexPort } from "../fast/index/index.ts";
import type { Cancellation, CountedTotals } from "../ports.ts";
import type { Replicas } from "../store/replicas.ts";
import type { Store } from "../store/store.ts";
import { createContext, type GraphPrincipal } from "./context.ts";
import { type RowPlan, rowPlans } from "./row-plan.ts";
import { type DirectReads, RowRunner } from "./row-runner.ts";
import { compiled, interpreted, type Run } from "./run-document.ts";
import { schema } from "./schema.ts";
import { inSnapshot, type SnapshotVersion } from "./snapshot.ts";

export interface ExecutorOptions {
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: () => string;
  /** for one operation, STATEMENT_TIMEOUT_MS */
  timeoutMs?: number;
  /** how long an operation may wait for a database connection */
  maxWaitMs?: number;
  /** documents are compiled and not interpreted, COMPILED_QUERIES */
  compiledQueries?: boolean;
  /** says which rows a page of a list holds; without it PostgreSQL does */
  index?: TradeIndexPort | undefined;
  /** trades are read by id without Prisma and a transaction where that is enough, DIRECT_READS */
  direct?: DirectReads | undefined;
  /** the turns of the caller's account on the store; without it a snapshot is begun at once */
  share?: Pick<FairShare, "run"> | undefined;
  /** servers that follow the store's, DATABASE_REPLICA_URLS */
  replicas?: ReplicaReads | undefined;
}

interface ReplicaReads {
  servers: Replicas;
  /** the newest data version that this process has heard of: no answer may be older */
  dataVersion: { current(): string | undefined };
  /** documents, by hash, that show what changes without a new data version: the primary alone knows it */
  live: ReadonlySet<string>;
}

export interface ExecutionResult extends SnapshotVersion {
  data: unknown;
}

/**
 * `principal` is the caller of the facade; a caller that reaches a persisted document there reads as `reader`. The running
 * statement ends when the request is cancelled. Operations that read one list in turn share `totals`, so that it is counted once.
 */
export type Execute = (
  hash: string,
  variables: Record<string, unknown>,
  principal?: { accountId: string },
  cancellation?: Cancellation,
  totals?: CountedTotals,
) => Promise<ExecutionResult>;

const reader: GraphPrincipal = { role: "reader" };

/**
 * Execute over a store. Throws at once when a document does not fit the schema. The result of a call is all or nothing: an
 * AppError of a resolver comes out as it is, an outage as AppError("unavailable"), every other failure as AppError("internal")
 * with its cause.
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
  // the announcement of a version may come after an answer that shows it
  let newestGiven = 0n;

  /** From one server; undefined where it has not reached `atLeast`, the oldest version that will do. */
  async function answerFrom(
    server: Store,
    { run, plan, index, variables, account, cancellation, totals, atLeast = 0n, limitMs }: WorkOnServer,
  ): Promise<ExecutionResult | undefined> {
    if (direct && plan) {
      const around = { store: server, direct, index, principal: reader, today: today() };
      const answer = await runner.attempt(around, { plan, run }, variables, cancellation);
      if (answer && BigInt(answer.dataVersion) >= atLeast) return answer;
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

  /** From a replica, where one will do. It has half the time, so that the primary can still answer in its place. */
  async function answerFromReplica(hash: string, question: Work): Promise<ExecutionResult | undefined> {
    if (!replicas || replicas.live.has(hash)) return undefined;
    const heard = replicas.dataVersion.current();
    if (heard === undefined) return undefined;
    const atLeast = newestOf(newestGiven, heard, question.variables.dataVersion);
    const read = (server: Store) => answerFrom(server, { ...question, atLeast, limitMs: timeoutMs / 2 });
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
      const answer =
        (await answerFromReplica(hash, question)) ?? (await answerFrom(store, { ...question, limitMs: timeoutMs }));
      if (!answer) throw new Error("the primary is older than any version");
      if (replicas) newestGiven = newestOf(newestGiven, answer.dataVersion);
      return answer;
    } catch (error) {
      throw asAppError(error);
    }
  };
}

interface Work {
  run: Run;
  /** how the document is answered from rows, where it can be */
  plan: RowPlan | undefined;
  index: TradeIndexPort | undefined;
  variables: Record<string, unknown>;
  /** whose turn a snapshot takes */
  account: string | undefined;
  cancellation: Cancellation | undefined;
  totals: CountedTotals | undefined;
}

interface WorkOnServer extends Work {
  limitMs: number;
  /** the oldest version that will do */
  atLeast?: bigint;
}

function totalsAt(totals: CountedTotals, version: string): Map<string, number> {
  const known = totals.get(version) ?? new Map<string, number>();
  totals.set(version, known);
  return known;
}

/** The index, for one operation: a question that it was asked before is not asked again. */
function findOnce(index: TradeIndexPort): TradeIndexPort {
  const answers = new Map<string, ReturnType<TradeIndexPort["find"]>>();
  return {
    find(question, page, version) {
      const name = JSON.stringify([question, page, version]);
      const answer = answers.get(name) ?? index.find(question, page, version);
      answers.set(name, answer);
      return answer;
    },
  };
}

/** The greatest of the versions; one that is absent counts as none. */
function newestOf(version: bigint, ...others: unknown[]): bigint {
  let newest = version;
  for (const other of others) if (typeof other === "string" && BigInt(other) > newest) newest = BigInt(other);
  return newest;
}

/** Parses and validates one document; throws an Error that names what does not fit. */
export function checkedDocument(against: GraphQLSchema, text: string): DocumentNode {
  const document = parse(text);
  const [problem] = validate(against, document);
  if (problem) throw new Error(`a persisted document does not fit the schema: ${problem.message}`);
  return document;
}

/** What a resolver threw; of several failures an AppError speaks first. */
function failure(errors: readonly GraphQLError[]): unknown {
  const causes = errors.map((error) => error.originalError ?? error);
  return causes.find((cause) => cause instanceof AppError) ?? causes[0];
}
