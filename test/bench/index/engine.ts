// One of the two that `npm run bench:duckdb` compares, in a process of its own: opens the file, asks every question, and sends the
// times, the results and the memory to the process that started it.
import pg from "pg";
import { StoredIndex } from "../../../src/fast/index/stored/stored-index.ts";
import { TradeIndex } from "../../../src/fast/index/trade-index.ts";
import { readFolds, readNames } from "../../../src/fast/index/vocabulary.ts";
import { type Found, loadDuckdb, openTable } from "./duckdb-table.ts";
import { asQuestion, firstQuestions, type PagedQuestion, questionsByKind } from "./questions.ts";

export interface Task {
  engine: "DuckDB" | "index";
  /** with the files of both */
  folder: string;
  /** the folder with DuckDB's library */
  library: string;
  url: string;
  /** in the list */
  rows: number;
  /** of each kind */
  questions: number;
}

export interface AskedKind {
  name: string;
  /** in ms */
  times: number[];
  /** null: the engine cannot run the question */
  found: (Found | null)[];
}

export interface Measured {
  /** from opening the file to the first result, then to the end of what it computes in advance */
  seconds: [first: number, prepared: number];
  residentBytes: number;
  kinds: AskedKind[];
}

type Find = (asked: PagedQuestion) => Promise<Found | undefined> | Found | undefined;

/** Questions that are not counted end after this time. */
const firstMs = 30_000;

async function openIndex({ url, folder }: Task): Promise<{ find: Find; prepare(): void }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const data = await new StoredIndex(folder).read(client, async ({ lists }, { version }) => {
    const vocabulary = { ...(await readNames(client)), folds: await readFolds(client) };
    return { version, vocabulary, lists };
  });
  await client.end();
  if (!data) throw new Error("the stored index cannot be read");
  const index = new TradeIndex(data);
  const prepare = () => {
    for (const _ of index.warm());
  };
  return { find: ({ question, page }) => index.find(question, page, index.version), prepare };
}

const openDuckdb = async ({ library, folder }: Task): Promise<{ find: Find; prepare(): void }> => ({
  find: await openTable(loadDuckdb(library), folder),
  prepare() {},
});

async function measure(task: Task): Promise<Measured> {
  const started = performance.now();
  const secondsSince = () => (performance.now() - started) / 1000;
  const { find, prepare } = await (task.engine === "index" ? openIndex : openDuckdb)(task);
  await find({ question: asQuestion({}), page: { page: 1, pageSize: 25 } });
  const first = secondsSince();
  prepare();
  const seconds: Measured["seconds"] = [first, secondsSince()];
  const until = performance.now() + firstMs;
  for (const asked of firstQuestions(task.rows)) {
    if (performance.now() > until) break;
    await find(asked);
  }
  const kinds: AskedKind[] = [];
  for (const [name, asked] of questionsByKind(task.questions, task.rows)) {
    const kind: AskedKind = { name, times: [], found: [] };
    for (const one of asked) {
      const before = performance.now();
      const found = await find(one);
      kind.times.push(performance.now() - before);
      kind.found.push(found ? { total: found.total, ids: [...found.ids] } : null);
    }
    kinds.push(kind);
  }
  return { seconds, residentBytes: process.memoryUsage.rss(), kinds };
}

const measured = await measure(JSON.parse(process.argv[2] ?? "") as Task);
process.send?.(measured, () => process.exit(0));
