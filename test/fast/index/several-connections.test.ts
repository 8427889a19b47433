// Reading over several connections cannot deadlock: a session that wants to lock a table gets it when it has been read.
import pg from "pg";
import { expect, it } from "vitest";
import { readEverything } from "../../../src/fast/index/load/read-store.ts";
import { openOrderThread } from "../../../src/fast/index/orders/order-thread.ts";
import { createTestStore } from "../../support/database.ts";
import { fillAwkward } from "./awkward-store.ts";
import { chanceOf } from "./chance.ts";

it("continues over one connection when another session waits for a table", async () => {
  const store = await createTestStore();
  const orders = openOrderThread();
  const [first, second, third] = [1, 2, 3].map(() => new pg.Client({ connectionString: store.databaseUrl })) as [
    pg.Client,
    pg.Client,
    pg.Client,
  ];
  try {
    for (const client of [first, second, third]) await client.connect();
    await fillAwkward(store, chanceOf(3), 60);
    const alone = await readEverything([first], orders);

    let waiting: Promise<unknown> | undefined;
    const { pid } = (await third.query("SELECT pg_backend_pid() AS pid")).rows[0];
    const waits = async () =>
      (await store.pool.query("SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND pid = $1", [pid])).rows[0]
        .n > 0;
    const query = first.query.bind(first) as (text: string, values?: unknown[]) => Promise<unknown>;
    // between the first connection's lock and the second one's
    first.query = (async (text: string, values?: unknown[]) => {
      const result = await query(text, values);
      if (typeof text === "string" && text.startsWith("LOCK TABLE")) {
        await third.query("BEGIN");
        waiting = third.query("LOCK TABLE insider_trades IN ACCESS EXCLUSIVE MODE");
        await expect.poll(waits).toBe(true);
      }
      return result;
    }) as unknown as typeof first.query;
    const both = await readEverything([first, second], orders);
    expect(waiting).toBeDefined();
    await waiting;
    await third.query("ROLLBACK");
    expect(both.data.lists.insider_trade.ids).toEqual(alone.data.lists.insider_trade.ids);
    // the second connection still works
    expect((await second.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  } finally {
    await orders.end();
    for (const client of [first, second, third]) await client.end();
    await store.close();
  }
});
