// Which servers of a real cluster count: both of its masters, each of which answers, and none while a slot is unassigned.
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLedger } from "../../src/quota/ledger.ts";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { answeringMasters, openLink } from "../../src/quota/redis/link.ts";
import { startRedis, withoutRedis } from "../support/redis.ts";
import { startTwoMasters, type TwoMasters } from "../support/redis-topologies.ts";
import { until } from "../support/until.ts";
import { openCounted } from "./accounts.ts";

it.skipIf(withoutRedis)("one server needs no name, but has to respond", async () => {
  const redis = await startRedis();
  const client = connectRedis(redis.url);
  await once(client, "ready");
  const run = await answeringMasters(client);
  expect(run).toMatch(/^=[0-9a-f]{40}$/);
  expect(await answeringMasters(client)).toBe(run);
  await redis.kill();
  await redis.start();
  await until(async () => client.status === "ready");
  expect(await answeringMasters(client)).toMatch(/^=[0-9a-f]{40}$/);
  expect(await answeringMasters(client)).not.toBe(run);
  redis.pause();
  await expect(answeringMasters(client)).rejects.toThrow();
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
  const said = () => answeringMasters(client).then((masters) => masters.replace(/=[0-9a-f]{40}(?= |$)/g, ""), String);

  it("are all named, in one order", async () => {
    await until(async () => (await said()) === bothNames());
  });

  it("are unknown before the cluster has responded", async () => {
    const fresh = connectRedis(cluster.url);
    await expect(answeringMasters(fresh)).rejects.toThrow("no server of the cluster is known");
    fresh.disconnect();
  });

  it("are found without an unassigned slot", async () => {
    cluster.dropSlot();
    await until(async () => (await said()) === "Error: 1 slots of the cluster have no master");
    cluster.restoreSlot();
    await until(async () => (await said()) === bothNames());
  });

  it("are an error where one does not respond in time", async () => {
    cluster.pauseSecond();
    try {
      await expect(answeringMasters(client)).rejects.toThrow();
    } finally {
      cluster.resumeSecond();
    }
    await until(async () => (await said()) === bothNames());
  });

  it("have the host of the connection where they do not report one", async () => {
    cluster.nameHosts(false);
    await until(async () => (await said()) === bothNames());
    cluster.nameHosts(true);
  });

  it("are queried before the link is up, and again after a failover", async () => {
    const counted = await openCounted();
    const changes: boolean[] = [];
    const link = openLink({ client, ledger: createLedger(counted.pool) });
    link.onChange((up) => changes.push(up));
    await until(() => link.isUp());
    const before = changes.length;
    cluster.moveLastSlot();
    await until(() => changes.slice(before).includes(false));
    await until(() => link.isUp());
    expect(await said()).toBe(`127.0.0.1:${cluster.ports[0]}`);
    await link.close();
    await counted.close();
  });
});
