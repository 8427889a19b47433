// The rows of an export: read from one snapshot, by a cursor, with the same document and the same projection as a
// response of the REST API, so that the two cannot differ.
import { loadRoutes } from "../../rest/all-routes.ts";
import type { RowReader } from "../../rest/all-rows.ts";
import type { DetailRoute, ListRoute } from "../../rest/define-route.ts";
import { rowsOf } from "../../rest/envelope.ts";
import type { Row } from "../../rest/fields.ts";
import { tags } from "../../rest/openapi/text.ts";
import { readParameters } from "../../rest/params/parameter.ts";
import type { Vocabulary } from "../../rest/ports.ts";
import { compiled, createContext, type Run } from "../graph/context.ts";
import { checkedDocument } from "../graph/executor.ts";
import { schema } from "../graph/schema.ts";
import { dayMs } from "../lib/calendar-date.ts";
import type { SnapshotVersion } from "../ports/execution.ts";
import { countOf, idsInOrder } from "../store/lists/page.ts";
import type { Db, Store } from "../store/store.ts";
import { inSnapshot } from "../store/store.ts";
import { type Noun, type NounOptions, nouns } from "./nouns.ts";

/** Rows in memory at one time. */
const batchSize = 1000;

export type ExportRoute = ListRoute | DetailRoute;

/** The route whose responses the noun's rows have the form of. */
export async function routeOf(noun: Noun): Promise<ExportRoute> {
  const route = (await loadRoutes()).find(({ operationId }) => operationId === noun.operationId);
  if (!route || "account" in route) throw new Error(`${noun.operationId} is not a route with rows`);
  return route;
}

/** The rows of one snapshot, in the list's order. */
export interface ExportedRows {
  snapshot: SnapshotVersion;
  rows: RowReader;
}

interface ReadingOptions {
  today: string;
  vocabulary: Vocabulary;
  signal?: AbortSignal | undefined;
}

/**
 * Gives `use` all rows of one snapshot, which lasts until it resolves. Rejects as `use` does; reading a batch rejects
 * when the signal is aborted.
 */
export async function withRows<Result>(
  store: Store,
  name: keyof typeof nouns,
  wanted: NounOptions,
  options: ReadingOptions,
  use: (rows: ExportedRows) => Promise<Result>,
): Promise<Result> {
  const reading = { ...(await documentOf(name)), wanted, ...options };
  const { noun } = reading;
  // an export has no real time limit; a day is the timeout for a server that hangs
  const limits = { timeoutMs: dayMs, maxWaitMs: 10_000, signal: options.signal };
  return await inSnapshot(store, limits, async (db, snapshot) => {
    const selection = noun.selection(wanted);
    const total = await countOf(db, selection);
    const ids = idsInOrder<bigint | string>(db, selection, batchSize);
    const read = async () => {
      options.signal?.throwIfAborted();
      return await rowsById(db, reading, (await ids.next()).value ?? []);
    };
    return await use({ snapshot, rows: { total, from: 0, end: total, batchSize, read } });
  });
}

/** A noun with its route and its compiled document. */
interface CompiledNoun {
  noun: Noun;
  route: ExportRoute;
  run: Run;
}

async function documentOf(name: keyof typeof nouns): Promise<CompiledNoun> {
  const noun = nouns[name];
  if (!noun) throw new Error(`there is no export of ${name}`);
  const route = await routeOf(noun);
  return { noun, route, run: compiled(schema, checkedDocument(schema, route.document)) };
}

/** Rows of a list by their ids, as the list's route gives them; a row that does not exist is left out. */
export type RowsById = (list: string, ids: readonly bigint[], today: string) => Promise<Row[]>;

/** time limit of one reading of rows by their ids */
const byIdLimits = { timeoutMs: 10_000, maxWaitMs: 10_000 };

/** Reads at the newest data version. A list's document is compiled when it is first needed. */
export function openRowsById(store: Store, vocabulary: Vocabulary): RowsById {
  const documents = new Map<string, Promise<CompiledNoun>>();
  return async (list, ids, today) => {
    const found = documents.get(list) ?? documentOf(list);
    documents.set(list, found);
    const reading = { ...(await found), wanted: {}, today, vocabulary };
    return await inSnapshot(store, byIdLimits, (db) => rowsById(db, reading, [...ids]));
  };
}

interface Reading extends CompiledNoun {
  wanted: NounOptions;
  today: string;
  vocabulary: Vocabulary;
}

async function rowsById(db: Db, reading: Reading, ids: (bigint | string)[]): Promise<Row[]> {
  const { noun, wanted } = reading;
  if ("lists" in noun) {
    const query = new URLSearchParams(noun.query(wanted)).toString();
    return await execute(db, reading, { path: {}, query }, noun.lists(db, ids));
  }
  const rows: Row[] = [];
  for (const id of ids)
    rows.push(...(await execute(db, reading, { path: { [noun.idParameter]: String(id) }, query: "" })));
  return rows;
}

async function execute(
  db: Db,
  { route, run, today, vocabulary }: Reading,
  given: { path: Record<string, string>; query: string },
  lists: ReturnType<Extract<Noun, { lists: unknown }>["lists"]> = {},
): Promise<Row[]> {
  const params = readParameters(route.params, given, { vocabulary, today });
  const variables = route.variables(params);
  const context = createContext(db, { role: "reader" }, today);
  const result = await run({ ...context, lists: { ...context.lists, ...lists } }, variables);
  if (result.errors?.[0]) throw result.errors[0].originalError ?? result.errors[0];
  const rows = rowsOf(route, result.data as Row) ?? [];
  return rows.map((row) => route.item.project(row, { vocabulary, variables }));
}

// The statute's note, which accompanies congressional data.

/** Null for a route without such data. */
export const termsOf = ({ tag }: ExportRoute): string | null =>
  tag === "Congress" ? (tags.find(({ name }) => name === "Congress")?.description ?? null) : null;
