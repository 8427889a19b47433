// `npm run bench`: this service and its peers over the same invented store, compared in one run. Every contender returns
// the same rows for the same questions (checked first); their turns alternate, so that other work of the machine affects all.
// docs/lab/measuring.md says how to read the table.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine, listOf, oneOf, wholeNumber } from "../../../scripts/command-line.mjs";
import { hasRedis, startRedis, type TestRedis } from "../../support/redis.ts";
import {
  type ContenderName,
  contenderNames,
  type Environment,
  end,
  fetchBody,
  headersOf,
  installed,
  normalise,
  type Running,
  requestText,
  start,
  waitForIndex,
} from "./contenders.ts";
import { type Cell, measureTurn, summarise, type Turn } from "./measure.ts";
import { cores, pin, startNode } from "./processes.ts";
import { pagesOf, type Question, questionsOf, restPath, type Scenario, scenarios } from "./questions.ts";
import { assertSame } from "./same-rows.ts";
import { openServeStore, type ServeStore } from "./store.ts";
import { tableOf } from "./table.ts";

const quotaStores = ["redis", "postgres"] as const;

interface Options {
  rows: number;
  seconds: number;
  only: ContenderName[];
  scenarios: Scenario[];
  connections: number[];
  json?: string;
  keep?: string;
  quotas: (typeof quotaStores)[number];
}

const options = commandLine(
  "npm run bench --",
  "This service compared with its peers; docs/lab/measuring.md reads the table",
)
  .option("--rows <n>", "insider trades in the store", wholeNumber(1_000, 20_000_000), 1_000_000)
  .option("--seconds <s>", "of each cell, in three turns", wholeNumber(1, 600), 3)
  .option("--only <names>", "contenders, separated by commas", listOf(oneOf(contenderNames)), installed())
  .option("--scenarios <names>", "kinds of requests, separated by commas", listOf(oneOf(scenarios)), [...scenarios])
  .option("--connections <n>", "kept open at once, separated by commas", listOf(wholeNumber(1, 1_000)), [1, 16, 256])
  .option("--quotas <where>", "are counted in redis or postgres", oneOf(quotaStores), hasRedis ? "redis" : "postgres")
  .option("--json <file>", "write the cells there too")
  .option("--keep <name>", "keep the store as this database, and use it in the next run")
  .parse()
  .opts<Options>();

const turnsOfCell = 3;
/** requests to every contender before a scenario is measured, so that its code is compiled */
const runIn = { ms: 1_500, connections: 16, requests: 3_000, maxMs: 6_000 };
/** a contender that is still busy with the last turn after this long is restarted */
const replyTimeoutMs = 2_000;

const began = performance.now();
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);

async function main(): Promise<void> {
  const { rows, seconds, connections } = options;
  // each once, in their own order
  const names = contenderNames.filter((name) => options.only.includes(name));
  const requested = scenarios.filter((name) => options.scenarios.includes(name));
  const home = await mkdtemp(join(tmpdir(), "disclosed-bench-"));
  if (cores.note) say(cores.note);
  // in the reverse order of the starts, also if a later start fails
  const closers: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })];
  try {
    const store = await openServeStore(rows, { kept: options.keep, progress: (step) => say(`store: ${step}`) });
    closers.unshift(() => store.close());
    const redis = await openRedis();
    if (redis) closers.unshift(() => redis.close());
    const contest = new Contest(store, {
      databaseUrl: store.databaseUrl,
      home,
      key: store.key,
      bodies: join(home, "bodies.json"),
      redisUrl: redis?.url,
    });
    closers.unshift(() => contest.close());
    if (store.postmaster !== undefined) pin(store.postmaster, cores.postgres);
    await contest.open(names, requested);
    const cells = await contest.measure({ names, scenarios: requested, connections, seconds });
    console.log(
      `\n${store.rows} listed trades of ${rows}, ${seconds} s a cell in ${turnsOfCell} turns, quotas in ${redis ? "Redis" : "PostgreSQL"}, Node ${process.version}\n`,
    );
    console.log(tableOf(cells));
    if (options.json) await writeFile(options.json, `${JSON.stringify(cells, null, 2)}\n`);
  } finally {
    for (const close of closers) await close();
  }
}

/** The Redis of the run, on PostgreSQL's cores: in production quotas are counted there. */
async function openRedis(): Promise<TestRedis | undefined> {
  if (options.quotas !== "redis") return undefined;
  const redis = await startRedis();
  pin(redis.pid() ?? 0, cores.postgres);
  return redis;
}

/** The running contenders, and the load. */
class Contest {
  readonly #store: ServeStore;
  readonly #environment: Environment;
  readonly #running = new Map<ContenderName, Running>();
  readonly #load = startNode(new URL("./load.ts", import.meta.url).pathname, { core: cores.load });

  constructor(store: ServeStore, environment: Environment) {
    this.#store = store;
    this.#environment = environment;
  }

  /** Starts all contenders and checks that their responses agree. Fixed bodies are those of the service. */
  async open(names: ContenderName[], requested: Scenario[]): Promise<void> {
    const questions = requested.flatMap((scenario) => questionsOf(scenario, this.#store));
    const service = names.find((name) => name.startsWith("disclosed")) ?? "disclosed-warm";
    const bodies = await this.#responsesOf(service, questions);
    const headers = await headersOf(
      this.#running.get(service) as Running,
      questions[0] as Question,
      this.#environment.key,
    );
    await writeFile(this.#environment.bodies, JSON.stringify({ bodies: Object.fromEntries(bodies), headers }));
    for (const name of names) {
      say(`${name}: starts, and is compared by ${questions.length} questions`);
      for (const [path, body] of await this.#responsesOf(name, questions))
        assertSame(name, path, normalise(name, body), normalise(service, bodies.get(path) ?? ""));
    }
    if (!names.includes(service)) await this.#end(service);
    for (const running of this.#running.values())
      await waitForIndex(running, this.#environment.key, pagesOf(this.#store));
  }

  async #responsesOf(name: ContenderName, questions: Question[]): Promise<Map<string, string>> {
    const running = this.#running.get(name) ?? (await this.#start(name));
    const responses = new Map<string, string>();
    for (const question of questions)
      responses.set(restPath(question), await fetchBody(running, question, this.#environment.key));
    return responses;
  }

  async measure(plan: {
    names: ContenderName[];
    scenarios: Scenario[];
    connections: number[];
    seconds: number;
  }): Promise<Cell[]> {
    const cells: Cell[] = [];
    for (const scenario of plan.scenarios) {
      const questions = questionsOf(scenario, this.#store);
      for (const name of plan.names) await this.#runIn(name, questions);
      for (const connections of plan.connections) {
        const turns = new Map<ContenderName, Turn[]>(plan.names.map((name) => [name, []]));
        for (let turn = 0; turn < turnsOfCell; turn++)
          for (const name of rotated(plan.names, turn * 3))
            if (!turns.get(name)?.some(isWithoutResponse))
              turns
                .get(name)
                ?.push(await this.#turn(name, questions, connections, (plan.seconds * 1000) / turnsOfCell));
        const summary = (name: ContenderName, raw: number | null) =>
          summarise({ contender: name, scenario, connections }, turns.get(name) ?? [], raw);
        const raw = plan.names.includes("raw") ? summary("raw", null).rps : null;
        cells.push(...plan.names.map((name) => summary(name, raw)));
        say(`${scenario} with ${connections} connections`);
      }
    }
    return cells;
  }

  async #runIn(name: ContenderName, questions: Question[]): Promise<void> {
    let completed = 0;
    for (let ms = 0; ms < runIn.maxMs && completed < runIn.requests; ms += runIn.ms)
      completed += (await this.#turn(name, questions, runIn.connections, runIn.ms)).completed;
  }

  async #turn(name: ContenderName, questions: Question[], connections: number, ms: number): Promise<Turn> {
    const running = this.#running.get(name) ?? (await this.#start(name));
    const requests = questions.map((question) => requestText(name, question, this.#environment.key));
    const order = { port: running.port, requests, connections, rampMs: ms * 0.2, measureMs: ms * 0.8 };
    const turn = await measureTurn(this.#load, running, order, this.#store.postmaster);
    const idle = fetchBody(running, questions[0] as Question, this.#environment.key).then(() => true);
    if (await Promise.race([idle.catch(() => false), sleep(replyTimeoutMs, false)])) return turn;
    await this.#end(name);
    await this.#store.endStatements();
    return turn;
  }

  async #start(name: ContenderName): Promise<Running> {
    const running = await start(name, this.#environment);
    this.#running.set(name, running);
    return running;
  }

  async #end(name: ContenderName): Promise<void> {
    const running = this.#running.get(name);
    this.#running.delete(name);
    if (running) await end(running);
  }

  async close(): Promise<void> {
    for (const name of [...this.#running.keys()]) await this.#end(name);
    this.#load.disconnect();
  }
}

/** such a contender gets no other turn of the cell: it would only be restarted */
const isWithoutResponse = ({ completed, errors }: Turn) => completed === 0 && errors === 0;

/** the names in another order, so that each is first in some turn */
const rotated = <Name>(names: Name[], by: number): Name[] =>
  names.map((_, at) => names[(at + by) % names.length] as Name);

await main();
