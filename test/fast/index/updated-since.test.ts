// A request for rows modified since the last response's as_of returns everything that the response did not show, also the rows of a load
// that began before it and ended after it.
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLoad } from "../../../src/store/transaction.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { fillAwkward } from "./awkward-store.ts";
import { chanceOf } from "./chance.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await fillAwkward(store, chanceOf(3), 20);
});
afterAll(() => store.close());

const touch = (offset: number) =>
  `UPDATE insider_trades SET superseded_by_id = id, last_modified = statement_timestamp() WHERE id = (SELECT id FROM insider_trades ORDER BY id LIMIT 1 OFFSET ${offset}) RETURNING id`;

async function asOf(): Promise<string> {
  const { rows } = await store.pool.query(
    "SELECT to_char(as_of, 'YYYY-MM-DD HH24:MI:SS.USOF') AS as_of FROM data_version",
  );
  return rows[0].as_of;
}

async function modifiedSince(time: string): Promise<string[]> {
  const { rows } = await store.pool.query("SELECT id FROM insider_trades WHERE last_modified >= $1::timestamptz", [
    time,
  ]);
  return rows.map(({ id }) => id);
}

it("returns the rows of a load that ended after the response, and of one that had waited for its turn", async () => {
  const changed: string[] = [];
  let reportWritten = () => {};
  let allowEnd = () => {};
  const written = new Promise<void>((resolve) => {
    reportWritten = resolve;
  });
  const ending = new Promise<void>((resolve) => {
    allowEnd = resolve;
  });
  const long = inLoad(store, "form345", async (client, load) => {
    changed.push((await client.query(touch(0))).rows[0].id);
    load.visible();
    reportWritten();
    await ending;
  });
  await written;
  const waiting = inLoad(store, "form345", async (client, load) => {
    changed.push((await client.query(touch(1))).rows[0].id);
    load.visible();
  });
  await inLoad(store, "congress", async (_client, load) => load.visible());
  const seen = await asOf();
  allowEnd();
  await long;
  const between = await asOf();
  await waiting;
  expect(await modifiedSince(seen)).toEqual(expect.arrayContaining(changed));
  expect(await modifiedSince(between)).toContain(changed[1]);
});

it("returns no rows of a finished load when no other load is under way", async () => {
  const before = await asOf();
  await inLoad(store, "form345", async (client, load) => {
    await client.query(touch(2));
    load.visible();
  });
  const after = await asOf();
  expect(after > before).toBe(true);
  expect(await modifiedSince(after)).toEqual([]);
});
