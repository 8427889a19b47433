// Reads from a replica are never older than the data version that this process knows; otherwise the primary is read.
// The tests use two real servers in streaming replication.
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "graphql";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readPersisted } from "../../../rest/all-routes.ts";
import { checkReplicas } from "../../../src/cli/doctor/servers.ts";
import { createExecutor, type ExecutorOptions } from "../../../src/graph/executor.ts";
import { packageRoot } from "../../../src/lib/package-root.ts";
import type { Execute } from "../../../src/ports/execution.ts";
import {
  type DataVersionWatch,
  type Listener,
  openListener,
  watchDataVersion,
} from "../../../src/store/connections/listen.ts";
import { openReplicas, type Replicas } from "../../../src/store/connections/replicas.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { type Replication, startReplication, withoutReplication } from "../../support/replication.ts";
import { insiders, seedStore, seedToday } from "../../support/seed.ts";
import { replyTimeoutMs } from "../../support/until.ts";

const persisted = await readPersisted(packageRoot);
const hashOf = (operation: string) =>
  Object.keys(persisted).find((hash) => {
    const [definition] = parse(persisted[hash] ?? "").definitions;
    return definition?.kind === "OperationDefinition" && definition.name?.value === operation;
  }) ?? "";
const tradesOfCompany = {
  filter: { tickers: ["ALDM"] },
  includeDerivative: false,
  outcomes: false,
  footnotes: false,
  page: 1,
  pageSize: 100,
};
const openOptions = { maxConnections: 4, statementTimeoutMs: 5_000, pooled: false };

describe.skipIf(withoutReplication)("read replicas", () => {
  let servers: Replication;
  let store: Store;
  let listener: Listener;
  let dataVersion: DataVersionWatch;
  let replicas: Replicas;

  beforeAll(async () => {
    servers = await startReplication();
    await migrate(servers.primary.url);
    store = openStore({ databaseUrl: servers.primary.url });
    await seedStore(store);
    listener = openListener(servers.primary.url);
    dataVersion = watchDataVersion(store, listener);
    replicas = openReplicas([servers.replica.url], openOptions);
  });
  afterAll(async () => {
    await replicas?.close();
    await listener?.close();
    await store?.close();
    await servers?.close();
  });
  beforeEach(async () => {
    await announced();
    await vi.waitFor(() => readFromReplica(), replyTimeoutMs);
  });

  const executing = (options: Partial<ExecutorOptions> = {}): Execute =>
    createExecutor(store, new Map(Object.entries(persisted)), {
      today: () => seedToday,
      timeoutMs: 8_000,
      replicas: { servers: replicas, dataVersion, live: new Set([hashOf("GetCoverage")]) },
      ...options,
    });
  const trades = (execute: Execute, more: Record<string, unknown> = {}) =>
    execute(hashOf("ListTrades"), { ...tradesOfCompany, ...more });

  /** Waits until this process has received the primary's data version. */
  async function announced(): Promise<string> {
    const { rows } = await store.pool.query<{ version: string }>("SELECT version::text FROM data_version WHERE id = 1");
    const [row] = rows;
    await expect.poll(() => dataVersion.current()).toBe(row?.version);
    return row?.version ?? "";
  }

  /** Fails if the query runs on the primary. */
  async function readFromReplica(execute = executing()): Promise<void> {
    const before = replicas.statistics.responses;
    await trades(execute);
    expect(replicas.statistics.responses).toBe(before + 1);
  }

  /** Stores new data: the version advances, and the shares of the company's trades are set to the version. */
  async function advance(): Promise<void> {
    const client = await store.pool.connect();
    try {
      await client.query("BEGIN");
      const { rows } = await client.query("SELECT disclosed_bump_data_version() AS version");
      await client.query(
        "UPDATE insider_trades SET shares = $1 WHERE company_cik = (SELECT cik FROM companies WHERE ticker = 'ALDM')",
        [rows[0].version],
      );
      await client.query("COMMIT");
    } finally {
      client.release();
    }
  }

  /** Expects all rows to be of the response's version. */
  function expectOneState({ data, dataVersion: version }: Awaited<ReturnType<Execute>>): void {
    const { insiderTrades } = data as { insiderTrades: { nodes: { shares: string }[] } };
    expect(insiderTrades.nodes.length).toBeGreaterThan(0);
    expect(new Set(insiderTrades.nodes.map(({ shares }) => Number(shares)))).toEqual(new Set([Number(version)]));
  }

  it("return what the primary returns, and are counted", async () => {
    const plain = executing({ replicas: undefined });
    for (const [operation, variables] of [
      ["ListTrades", tradesOfCompany],
      ["GetInsider", { cik: insiders.hargrove }],
    ] as const) {
      const before = replicas.statistics.responses;
      expect(await executing()(hashOf(operation), variables), operation).toEqual(
        await plain(hashOf(operation), variables),
      );
      expect(replicas.statistics.responses, operation).toBe(before + 1);
    }
  });

  it("are not used for data that change without a new version", async () => {
    const { responses, passed } = { ...replicas.statistics };
    await executing()(hashOf("GetCoverage"), { from: "2024-06-01", to: "2024-06-30", withDays: true });
    expect(replicas.statistics).toMatchObject({ responses, passed });
  });

  it("get no query while they are behind, also within a snapshot that began before", async () => {
    await servers.replica.sql("SELECT pg_wal_replay_pause()");
    await advance();
    const version = await announced();
    const { responses } = replicas.statistics;
    const response = await trades(executing());
    expect(response.dataVersion).toBe(version);
    expectOneState(response);
    expect(replicas.statistics.responses).toBe(responses);
    expect(replicas.statistics.up).toBe(1);
    await servers.replica.sql("SELECT pg_wal_replay_resume()");
    await vi.waitFor(() => readFromReplica(), replyTimeoutMs);
    expectOneState(await trades(executing()));
  });

  it("are checked by the doctor, which reports the lag of one, one that is down, and a server that is no replica", async () => {
    const { primary, replica } = servers;
    const check = () =>
      checkReplicas(primary.url, [replica.url, primary.url, "postgresql://postgres@127.0.0.1:1/none"]);
    const others = [{ status: "failed" }, { status: "notice", message: expect.stringContaining("no response") }];
    expect(await check()).toMatchObject([{ status: "ok" }, ...others]);
    await replica.sql("SELECT pg_wal_replay_pause()");
    await advance();
    const behind = { status: "notice", message: expect.stringContaining("is 1 data versions behind") };
    expect(await check()).toMatchObject([behind, ...others]);
    await replica.sql("SELECT pg_wal_replay_resume()");
  });

  it("are not read at an older version than a response's or the caller's, even if no notification arrived", async () => {
    const late = { current: () => String(Number(dataVersion.current()) - 1) };
    const unnotified = executing({ replicas: { servers: replicas, dataVersion: late, live: new Set() } });
    await readFromReplica(unnotified);
    await servers.replica.sql("SELECT pg_wal_replay_pause()");
    await advance();
    const version = await announced();
    expect((await trades(unnotified, { dataVersion: version })).dataVersion).toBe(version);
    expect((await trades(unnotified)).dataVersion).toBe(version);
    await servers.replica.sql("SELECT pg_wal_replay_resume()");
  });

  it.each([
    ["plain", {}],
    ["directly", { direct: true }],
  ])(
    "may be killed under load while data come in: no read fails, is old or mixes two versions (%s)",
    async (_, { direct }: { direct?: boolean }) => {
      const execute = executing({
        ...(direct && { direct: { dataVersion }, index: await indexOfAll() }),
      });
      await advance();
      let isOver = false;
      const { responses, passed } = { ...replicas.statistics };
      const reader = async () => {
        for (; !isOver; await sleep(5)) {
          const received = BigInt(dataVersion.current() ?? 0);
          const response = await trades(execute);
          expect(BigInt(response.dataVersion)).toBeGreaterThanOrEqual(received);
          expectOneState(response);
        }
      };
      const writer = async () => {
        for (; !isOver; await sleep(100)) await advance();
      };
      const killer = async () => {
        await expect.poll(() => replicas.statistics.responses).toBeGreaterThan(responses + 20);
        await servers.replica.kill();
        await expect.poll(() => replicas.statistics.passed).toBeGreaterThan(passed + 20);
        isOver = true;
      };
      await Promise.all([...Array.from({ length: 4 }, reader), writer(), killer()]);
      expect(replicas.statistics.responses).toBeGreaterThan(responses);
      expect(replicas.statistics.passed).toBeGreaterThan(passed);
      await servers.replica.start();
    },
  );

  it("are not waited for when they hang, and are queried again when they are back", async () => {
    servers.replica.freeze();
    // a frozen server does not respond, so the primary runs this query
    await trades(executing());
    await expect.poll(() => replicas.statistics.up).toBe(0);
    servers.replica.thaw();
    await vi.waitFor(() => readFromReplica(), replyTimeoutMs);
  });

  it("are read while the primary is down", async () => {
    await servers.primary.kill();
    await expect.poll(() => listener.state()).toBe("down");
    expect(dataVersion.current()).toBeDefined();
    await readFromReplica();
    await servers.primary.start();
  });

  it("are not queried when they are down or were promoted to primary", async () => {
    const others = openReplicas(["postgresql://postgres@127.0.0.1:1/none", servers.primary.url], openOptions);
    const execute = executing({ replicas: { servers: others, dataVersion, live: new Set() } });
    await sleep(300);
    await trades(execute);
    expect(others.statistics).toMatchObject({ responses: 0, passed: 1, up: 0 });
    await others.close();
  });

  /** An index that lists all trades of the company at every version, as direct execution needs it. */
  async function indexOfAll() {
    const { rows } = await store.pool.query<{ id: string }>(
      "SELECT id::text FROM insider_trades WHERE company_cik = (SELECT cik FROM companies WHERE ticker = 'ALDM') AND NOT is_derivative",
    );
    return { find: async () => ({ ids: rows.map(({ id }) => Number(id)), total: rows.length }) };
  }
});
