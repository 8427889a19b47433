// A connection that PostgreSQL ends while it is in use fails its query, and does not end the process.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestStore, type TestStore } from "../../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

it.each([
  ["during a query", true],
  ["between two queries", false],
])("a connection that PostgreSQL ends %s fails its queries, and the pool works on", async (_when, isQuerying) => {
  const client = await store.pool.connect();
  const { pid } = (await client.query("SELECT pg_backend_pid() AS pid")).rows[0];
  // the test fails, as the process would, if the error has no listener
  const failing = isQuerying ? expect(client.query("SELECT pg_sleep(30)")).rejects.toThrow() : undefined;
  const ended = new Promise((resolve) => client.once("end", resolve));
  await store.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await failing;
  await ended;
  await expect(client.query("SELECT 1")).rejects.toThrow();
  client.release(true);
  expect((await store.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});
