// A running service for black-box tests: the real facade, access and server on a free port, over a test database.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readPersisted } from "../../rest/all-routes.ts";
import { createFacade, type FacadeOptions } from "../../rest/facade.ts";
import { limitHeaders, noLimitStatus } from "../../rest/headers.ts";
import type { Vocabulary } from "../../rest/ports.ts";
import { createAccess } from "../../src/accounts/access.ts";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createFeeds } from "../../src/accounts/feeds.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { createStreams } from "../../src/events/streams/streams.ts";
import { createDownloads } from "../../src/export/published/downloads.ts";
import { openRowsById } from "../../src/export/rows.ts";
import { createExecutor, type ExecutorOptions } from "../../src/graph/executor.ts";
import { createHttpServer } from "../../src/http/server.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import type { AccessPort } from "../../src/ports/access.ts";
import type { Execute } from "../../src/ports/execution.ts";
import { createFairShare, slotsOf } from "../../src/queue/fair-share.ts";
import { postgresQuota } from "../../src/quota/open-quota.ts";
import { openListener, watchDataVersion } from "../../src/store/connections/listen.ts";
import { syncReference } from "../../src/store/reference.ts";
import { vocabulary } from "../rest/vocabulary.ts";
import { createTestStore, type TestStore } from "./database.ts";
import { type DatabaseClock, replaceClock } from "./database-clock.ts";
import { seedToday } from "./seed.ts";
import { createSeededStore } from "./seeded-store.ts";

export interface Response {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the responses of tests have every shape
  body: any;
}

export interface Service {
  store: TestStore;
  /** Requests are counted and keys expire by it. It is stopped when the service starts, so that no test crosses a minute or midnight. */
  clock: DatabaseClock;
  base: string;
  /** lines that the server logged */
  lines: Record<string, unknown>[];
  /** a new account with a key */
  newKey(
    plan: string,
    key?: { allowlist?: string[]; expiresAt?: Date },
  ): Promise<{ key: string; id: string; accountId: string }>;
  get(path: string, key?: string, init?: RequestInit): Promise<Response>;
  /** Waits until the service has received the newest data version; with `cacheBytes` only. */
  waitForNewestData(): Promise<void>;
  stop(): Promise<void>;
}

let accounts = 0;

/** A service over the hand-made store of seed.ts, at noon of its day. */
export const startSeededService = (options: Omit<ServiceOptions, "seeded"> = {}): Promise<Service> =>
  startService({ seeded: true, ...options });

/** A key whose limits no test reaches. */
export async function unlimitedKey({ store, newKey }: Service): Promise<string> {
  const max = 1_000_000_000;
  await store.prisma.plan.create({
    data: { id: "wide", name: "Wide", perMinute: max, perDay: max, perMonth: max, listed: false },
  });
  return (await newKey("wide")).key;
}

interface ServiceOptions {
  /** requests arrive at noon of this day; default: the day of the hand-made store, without that the real time */
  today?: string;
  /** over the hand-made store of seed.ts */
  seeded?: true;
  /** wraps or replaces the execution of queries */
  execute?: (execute: Execute, store: TestStore) => Execute;
  executor?: Partial<ExecutorOptions>;
  /** wraps the access port, e.g. to inject faults */
  wrap?: (access: AccessPort) => AccessPort;
  now?: () => Date;
  trustProxy?: string[];
  /** max size of the response cache; keys are cached then too, as in production. Without it nothing is cached */
  cacheBytes?: number;
  /** max size of the cache of rendered rows; without it every row is computed */
  rowBytes?: number;
  onCache?: FacadeOptions["onCache"];
  onRows?: FacadeOptions["onRows"];
  fastPath?: false;
  /** opens streams of events, with these limits */
  streams?: Parameters<typeof createStreams>[0]["limits"];
  /** folder of ready-made files */
  exportsFolder?: string;
  /** the names that parameters are checked against; default: those of test/rest/vocabulary.ts */
  vocabulary?: Vocabulary;
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const today = options.today ?? seedToday;
  const noon = options.today || options.seeded ? new Date(`${today}T12:00:00Z`) : undefined;
  const persisted = await readPersisted(packageRoot);
  const store = await (options.seeded ? createSeededStore() : createTestStore());
  const clock = await replaceClock(store.databaseUrl);
  const started = new Date();
  await clock.stopAt(started);
  await syncReference(store);
  const listens = options.cacheBytes !== undefined || options.streams !== undefined;
  const listener = listens ? openListener(store.databaseUrl) : undefined;
  const quota = postgresQuota(store.pool, () => started.getTime());
  const access = createAccess(store, quota, { publicUrl: "https://api.example.org", listener });
  const lines: Record<string, unknown>[] = [];
  const write = (fields: Record<string, unknown>, message: string) => void lines.push({ ...fields, message });
  const log = { info: write, error: write };
  const share = createFairShare({ slots: slotsOf(10), maxWaitMs: 10_000 });
  const documents = new Map(Object.entries(persisted));
  const execute = createExecutor(store, documents, { today: () => today, share, ...options.executor });
  const streams =
    options.streams &&
    listener &&
    createStreams({
      store,
      listener,
      rowsById: openRowsById(store, vocabulary),
      today: () => today,
      failed: (error) => write({ err: error }, "streams"),
      limits: options.streams,
    });
  const facadeOptions: FacadeOptions = {
    access: options.wrap ? options.wrap(access) : access,
    execute: options.execute ? options.execute(execute, store) : execute,
    share,
    dataVersion: listener ? watchDataVersion(store, listener) : { current: () => undefined },
    downloads: createDownloads(store, options.exportsFolder),
    feeds: createFeeds(store.pool),
    streams,
    cacheBytes: options.cacheBytes ?? 0,
    rowBytes: options.rowBytes ?? 0,
    ...(options.onCache && { onCache: options.onCache }),
    ...(options.onRows && { onRows: options.onRows }),
    persisted,
    vocabulary: options.vocabulary ?? vocabulary,
    openApi: JSON.parse(readFileSync(join(packageRoot, "rest", "generated", "openapi.json"), "utf8")),
    now: options.now ?? (() => noon ?? new Date()),
    publicUrl: "https://api.example.org",
    log,
  };
  const { router, feeds, fastPath } = await createFacade(facadeOptions);
  const http = createHttpServer({
    facade: router,
    feeds,
    fastPath: options.fastPath === false ? undefined : fastPath,
    readiness: async () => ({ problems: [], lacking: [] }),
    pages: {},
    log,
    limitsWithoutKey: () => limitHeaders(noLimitStatus(Date.now() / 1000), Date.now() / 1000),
    trustProxy: options.trustProxy ?? [],
    shutdownGraceMs: 1000,
  });
  const port = await http.listen(0, "127.0.0.1");
  while (listener && (listener.state() !== "listening" || facadeOptions.dataVersion.current() === undefined))
    await sleep(10);
  const base = `http://127.0.0.1:${port}`;
  return {
    store,
    clock,
    base,
    lines,
    async newKey(plan, key = {}) {
      const email = `caller${++accounts}@example.org`;
      const account = await createAccount(store, { email, plan, actor: "test" });
      const created = await createKey(store, { account: email, actor: "test", ...key });
      return { key: created.key, id: created.id, accountId: account.id };
    },
    async get(path, key, init = {}) {
      const headers = new Headers(init.headers);
      if (key) headers.set("authorization", `Bearer ${key}`);
      const response = await fetch(base + path, { redirect: "manual", ...init, headers });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
    },
    async waitForNewestData() {
      const { rows } = await store.pool.query<{ version: string }>("SELECT version::text FROM data_version");
      while (facadeOptions.dataVersion.current() !== rows[0]?.version) await sleep(5);
    },
    async stop() {
      await streams?.close();
      await http.close();
      await listener?.close();
      await access.close();
      await store.close();
    },
  };
}
