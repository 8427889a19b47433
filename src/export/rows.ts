// The rows of an export: read from one snapshot, by a cursor, with the same document and the same projection as a
// response of the REST API, so that the two cannot differ.
import type { DetailRoute, ListRoute } from "../../rest/define-route.ts";
import type { Row } from "../../rest/fields.ts";
import { tags } from "../../rest/openapi/text.ts";
import { readParameters } from "../../rest/params/read-parameters.ts";
import type { Vocabulary } from "../../rest/ports.ts";
import { loadRoutes } from "../../rest/routes-folder.ts";
import { createContext } from "../graph/context.ts";
import { checkedDocument } from "../graph/executor.ts";
import { compiled, type Run } from "../graph/run-document.ts";
import { schema } from "../graph/schema.ts";
import { dayMs } from "../lib/calendar-date.ts";
import type { SnapshotVersion } from "../ports/execution.ts";
import { inSnapshot } from "../store/connections/snapshot.ts";
import { idsInOrder, selectionSize } from "../store/lists/page.ts";
import type { Db, Store } from "../store/store.ts";
import { type Noun, nouns, type Wanted } from "./nouns.ts";

/** Rows in memory at one time. */
const batchSize = 1000;
/** an export has no real time limit; a day is the timeout for a server that hangs */

export type ExportRoute = ListRoute | DetailRoute;

/** The route whose responses the noun's rows have the form of. */
export async function routeOf(noun: Noun): Promise<ExportRoute> {
  const route = (await loadRoutes()).find(({ operationId }) => operationId === noun.operationId);
  if (!route || "account" in route) throw new Error(`${noun.operationId} is not a route with rows`);
  return route;
}

/** The consumer of the rows; the next ones are read when `take` has resolved. */
interface Consumer {
  begin(snapshot: SnapshotVersion & { total: number }): Promise<void>;
  take(rows: Row[]): Promise<void>;
}

/** Passes on all rows of one snapshot, in the list's order. Rejects when the signal is aborted. */
export async function readRows(
  store: Store,
  name: keyof typeof nouns,
  wanted: Wanted,
  options: { today: string; vocabulary: Vocabulary; signal?: AbortSignal | undefined },
  consumer: Consumer,
): Promise<void> {
  const noun = nouns[name];
  if (!noun) throw new Error(`there is no export of ${name}`);
  const route = await routeOf(noun);
  const run = compiled(schema, checkedDocument(schema, route.document));
  const reading = { noun, route, run, wanted, ...options };
  const limits = { timeoutMs: dayMs, maxWaitMs: 10_000, signal: options.signal };
  await inSnapshot(store, limits, async (db, version) => {
    const selection = noun.selection(wanted);
    await consumer.begin({ ...version, total: await selectionSize(db, selection) });
    for await (const ids of idsInOrder<bigint | string>(db, selection, batchSize)) {
      options.signal?.throwIfAborted();
      await consumer.take(await batch(db, reading, ids));
    }
  });
}

interface Reading {
  noun: Noun;
  route: ExportRoute;
  run: Run;
  wanted: Wanted;
  today: string;
  vocabulary: Vocabulary;
}

async function batch(db: Db, reading: Reading, ids: (bigint | string)[]): Promise<Row[]> {
  const { noun, wanted } = reading;
  if ("lists" in noun) {
    const query = new URLSearchParams(noun.query(wanted)).toString();
    const data = await execute(db, reading, { path: {}, query }, noun.lists(db, ids));
    return data as Row[];
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
  const data = result.data as Row;
  const rows = "list" in route ? (route.list(data) as { nodes: Row[] }).nodes : [route.one(data) as Row];
  return rows.map((row) => route.item.project(row, { vocabulary, variables }));
}

// The statute's note, which accompanies congressional data.

/** Null for a route without such data. */
export const termsOf = ({ tag }: ExportRoute): string | null =>
  tag === "Congress" ? (tags.find(({ name }) => name === "Congress")?.description ?? null) : null;
