// Which servers of a real cluster count: both of its masters if each responds, and none while a slot is unassigned.
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLedger } from "../../src/quota/ledger.ts";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { openLink, respondingMasters } from "../../src/quota/redis/link.ts";
import { startRedis, withoutRedis } from "../support/redis.ts";
import { startTwoMasters, type TwoMasters } from "../support/redis-topologies.ts";
import { until } from "../support/until.ts";
import { openQuotaDatabase } from "./accounts.ts";

it.skipIf(withoutRedis)("a single server has no name, and has to respond", async () => {
  const redis = await startRedis();
  const client = connectRedis(redis.url);
  await once(client, "ready");
  const run = await respondingMasters(client);
  expect(run).toMatch(/^=[0-9a-f]{40}$/);
  expect(await respondingMasters(client)).toBe(run);
  await redis.kill();
  await redis.start();
  await until(async () => client.status === "ready");
  expect(await respondingMasters(client)).toMatch(/^=[0-9a-f]{40}$/);
  expect(await respondingMasters(client)).not.toBe(run);
  redis.pause();
  await expect(respondingMasters(client)).rejects.toThrow();
  client.disconnect();
  await redis.close();
});

describe.skipIf(withoutRedis)("the masters of a cluster", () => {
  let cluster: TwoMasters;
  let client: RedisClient;
  beforeAll(async () => {
    cluster = await startTwoMasters();
    client = connectRedis(cluster.url);
    await once(client, "ready");
  });
  afterAll(async () => {
    client.disconnect();
    await cluster.close();
  });

  const bothNames = () => cluster.ports.map((port) => `127.0.0.1:${port}`).join(" ");
  /** The names without their run ids, or the error. */
  const masters = () => respondingMasters(client).then((names) => names.replace(/=[0-9a-f]{40}(?= |$)/g, ""), String);

  it("are all named, in a fixed order", async () => {
    await until(async () => (await masters()) === bothNames());
  });

  it("are unknown before the cluster has responded", async () => {
    const fresh = connectRedis(cluster.url);
    await expect(respondingMasters(fresh)).rejects.toThrow("no server of the cluster is known");
    fresh.disconnect();
  });

  it("are an error while a slot is unassigned", async () => {
    cluster.dropSlot();
    await until(async () => (await masters()) === "Error: 1 slots of the cluster have no master");
    cluster.restoreSlot();
    await until(async () => (await masters()) === bothNames());
  });

  it("are an error if one does not respond in time", async () => {
    cluster.pauseSecond();
    try {
      await expect(respondingMasters(client)).rejects.toThrow();
    } finally {
      cluster.resumeSecond();
    }
    await until(async () => (await masters()) === bothNames());
  });

  it("have the host of the connection if they do not report one", async () => {
    cluster.nameHosts(false);
    await until(async () => (await masters()) === bothNames());
    cluster.nameHosts(true);
  });

  it("are queried before the link is up, and again after a failover", async () => {
    const database = await openQuotaDatabase();
    const changes: boolean[] = [];
    const link = openLink({ client, ledger: createLedger(database.pool) });
    link.onChange((up) => changes.push(up));
    await until(() => link.isUp());
    const before = changes.length;
    cluster.moveLastSlot();
    await until(() => changes.slice(before).includes(false));
    await until(() => link.isUp());
    expect(await masters()).toBe(`127.0.0.1:${cluster.ports[0]}`);
    await link.close();
    await database.close();
  });
});
