// An index that is read from its files returns the same rows as PostgreSQL, whatever has changed since. If its files are damaged
// or do not fit the store, a new one is built. A disk that cannot be written does not stop it.
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { Follower } from "../../../src/fast/index/follower.ts";
import { processToken } from "../../../src/store/embedded/leases.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";
import { until } from "../../support/until.ts";
import { changeAwkward, fillAwkward } from "./awkward-store.ts";
import { chanceOf } from "./chance.ts";
import { anyPage, anyQuestion, queryStore } from "./questions.ts";

const seed = Number(process.env.INDEX_SEED ?? Date.now() % 1_000_000);
const chance = chanceOf(seed);
const waitMs = 60_000;

let store: TestStore;
let folder: string;
let round = 0;
let running: StartedIndex | undefined;

beforeAll(async () => {
  store = await createTestStore();
  await fillAwkward(store, chance, 200);
});
afterAll(() => store.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-stored-"));
});
afterEach(async () => {
  await running?.follower.close();
  await rm(folder, { recursive: true, force: true });
});

interface StartedIndex {
  follower: Follower;
  from: string;
  doubts: string[];
  refusals: string[];
  isWritten(): boolean;
}

/** Starts as the process of the index does, and waits until the index is ready. */
async function start(databaseUrl = store.databaseUrl): Promise<StartedIndex> {
  await running?.follower.close();
  const seen = { from: "", written: 0, doubts: [] as string[], refusals: [] as string[] };
  const follower = new Follower(
    databaseUrl,
    {
      built: (_, __, from) => {
        seen.from = from;
      },
      written: () => seen.written++,
      doubted: (reason) => seen.doubts.push(reason),
      unwritten: (reason) => seen.refusals.push(reason),
    },
    folder,
  );
  running = { follower, ...seen, isWritten: () => seen.written > 0 };
  await until(() => seen.from !== "", waitMs);
  running.from = seen.from;
  return running;
}

async function startAndStore(): Promise<StartedIndex> {
  const started = await start();
  await until(() => started.isWritten(), waitMs);
  return started;
}

const change = () => changeAwkward(store, chance, round++);

async function currentVersion(): Promise<number> {
  const { rows } = await store.pool.query("SELECT version::int AS version FROM data_version");
  return rows[0].version;
}

/** Checks that the index is at the store's version, and returns the same rows for random questions. */
async function expectEqual({ follower }: StartedIndex, count = 80): Promise<void> {
  const version = await currentVersion();
  const index = await follower.indexAt(version, waitMs);
  expect(index?.version).toBe(version);
  let compared = 0;
  for (let at = 0; at < count; at++) {
    const [question, page] = [anyQuestion(chance), anyPage(chance)];
    const found = index?.find(question, page, version);
    if (!found) continue;
    compared++;
    expect(found, `INDEX_SEED=${seed} ${JSON.stringify({ question, page })}`).toEqual(
      await queryStore(store.prisma, question, page),
    );
  }
  expect(compared).toBeGreaterThan(0);
}

const fileOf = (ending: string) => {
  const name = readdirSync(folder).find((one) => one.endsWith(`.${ending}`));
  return join(folder, name ?? "missing");
};

it("is read at the next start, with the changes made while it ran and since", async () => {
  const first = await startAndStore();
  expect(first.from).toBe("database");
  await change();
  await expectEqual(first);
  await first.follower.close();
  await change();
  const second = await start();
  expect([second.from, second.doubts]).toEqual(["file", []]);
  await expectEqual(second, 300);
  // the file has the changes of the second run too, which the third has to read
  await change();
  await expectEqual(second);
  await second.follower.close();
  await change();
  const third = await start();
  expect([third.from, third.doubts]).toEqual(["file", []]);
  await expectEqual(third, 300);
});

it("needs no log for the changes that it has stored itself", async () => {
  const first = await startAndStore();
  await change();
  await expectEqual(first);
  await first.follower.close();
  // all entries but the last, as the daily removal does
  await store.pool.query("DELETE FROM list_changes WHERE position < (SELECT max(position) FROM list_changes)");
  const second = await start();
  expect([second.from, second.doubts]).toEqual(["file", []]);
  await expectEqual(second, 200);
});

it("is rebuilt if the log does not reach back to it, or a change names no rows", async () => {
  await (await startAndStore()).follower.close();
  await change();
  await store.pool.query("DELETE FROM list_changes WHERE noted_at < (SELECT max(noted_at) FROM list_changes)");
  const pruned = await startAndStore();
  expect([pruned.from, pruned.doubts]).toEqual(["database", ["the store's log of changes does not reach back to it"]]);
  await expectEqual(pruned);
  await pruned.follower.close();
  await store.pool.query("INSERT INTO list_changes (kind) VALUES ('insider_trade')");
  const unnamed = await start();
  expect([unnamed.from, unnamed.doubts]).toEqual(["database", ["too many rows have changed since"]]);
});

it("is rebuilt for a store with another history", async () => {
  await (await startAndStore()).follower.close();
  const version = await currentVersion();
  await store.pool.query("UPDATE data_version SET version = 1");
  const later = await start();
  expect(later.doubts).toEqual(["it has a later data version than the store"]);
  await later.follower.close();
  // a restored backup that has reached the version again: its log is another one
  await store.pool.query("UPDATE data_version SET version = $1", [version]);
  await store.pool.query("UPDATE list_changes SET noted_at = noted_at - interval '1 microsecond'");
  await rm(folder, { recursive: true });
  await (await startAndStore()).follower.close();
  await store.pool.query("UPDATE list_changes SET noted_at = noted_at - interval '1 microsecond'");
  expect((await start()).doubts).toEqual(["the store's log of changes does not reach back to it"]);
});

it("is not read for another database, and not written by a second process", async () => {
  const first = await startAndStore();
  const files = readdirSync(folder);
  const other = await createTestStore();
  try {
    await fillAwkward(other, chance, 20);
    const second = await start(other.databaseUrl);
    expect([second.from, second.doubts]).toEqual(["database", []]);
    await until(() => second.isWritten(), waitMs);
    expect(readdirSync(folder).length).toBe(files.length * 2);
    await second.follower.close();
    // its file, under the first one's name
    const [own] = files.filter((name) => name.endsWith(".index"));
    const theirs = readdirSync(folder).find((name) => name.endsWith(".index") && name !== own);
    copyFileSync(join(folder, theirs as string), join(folder, own as string));
    expect((await start()).doubts).toEqual(["it belongs to another store"]);
  } finally {
    await other.close();
  }
  expect(first.refusals).toEqual([]);
  // process 1 is not ours and always runs
  const writer = files.find((name) => name.endsWith(".writer")) as string;
  writeFileSync(join(folder, writer), `1\n${processToken(1)}`);
  const refused = await start();
  expect(refused.refusals).toEqual(["process 1 writes there"]);
  await expectEqual(refused);
});

it("detects a damaged byte, a file that is cut or too long, and another version", async () => {
  await (await startAndStore()).follower.close();
  await change();
  const file = fileOf("index");
  const good = readFileSync(file);
  const damaged = async (bytes: Buffer) => {
    writeFileSync(file, bytes);
    const started = await start();
    expect(started.from).toBe("database");
    expect(started.doubts).toHaveLength(1);
    await started.follower.close();
    return started.doubts[0] as string;
  };
  // the mark, the lengths, the checksum of the head, and random bytes; few, because each needs a start
  const positions = [0, 9, 17, ...Array.from({ length: 3 }, () => chance.below(good.length))];
  for (const position of positions) {
    const bytes = Buffer.from(good);
    bytes[position] = (bytes[position] as number) ^ (1 << chance.below(8));
    expect(await damaged(bytes), `byte ${position}`).toMatch(/damaged|not complete/);
  }
  for (const length of [0, good.length - 1])
    expect(await damaged(good.subarray(0, length)), `${length} bytes`).toMatch(/complete|early/);
  expect(await damaged(Buffer.concat([good, Buffer.from("x")]))).toMatch(/longer/);
  // the head of a file has to be whole before its versions are compared
  expect(await damaged(Buffer.from(good.toString("latin1").replace(/"layout":"../, '"layout":"zz'), "latin1"))).toMatch(
    "the head of its file is damaged",
  );
});

it("ignores an incomplete last line of changes, and is rebuilt after a damaged line", async () => {
  const first = await startAndStore();
  for (let at = 0; at < 3; at++) {
    await change();
    await expectEqual(first, 40);
  }
  await until(() => readFileSync(fileOf("changes"), "utf8").split("\n").length > 4, waitMs);
  await first.follower.close();
  const good = readFileSync(fileOf("changes"));
  // killed while it wrote the last line
  writeFileSync(fileOf("changes"), good.subarray(0, good.length - 7));
  const cut = await start();
  expect([cut.from, cut.doubts]).toEqual(["file", []]);
  await expectEqual(cut, 200);
  await change();
  await expectEqual(cut);
  await cut.follower.close();
  const continued = await start();
  expect([continued.from, continued.doubts]).toEqual(["file", []]);
  await expectEqual(continued, 200);
  await continued.follower.close();
  const bytes = readFileSync(fileOf("changes"));
  const position = bytes.indexOf("\n") + 40;
  bytes[position] = (bytes[position] as number) ^ 1;
  writeFileSync(fileOf("changes"), bytes);
  expect((await start()).doubts).toEqual(["the list of its changes is damaged"]);
});

it("is rebuilt after half a day without a comparison", async () => {
  await (await startAndStore()).follower.close();
  const now = Date.now;
  try {
    Date.now = () => now() + 13 * 3_600_000;
    expect((await start()).doubts).toEqual(["it was compared with the store too long ago"]);
    await (await startAndStore()).follower.close();
    Date.now = () => now() + 3_600_000;
    expect((await start()).doubts).toEqual(["it is from a later time than now"]);
  } finally {
    Date.now = now;
  }
});

it("is built if the folder cannot be used, and reports why it is not stored", async () => {
  writeFileSync(join(folder, "file"), "");
  const whole = folder;
  folder = join(whole, "file", "index");
  const started = await start();
  expect(started.from).toBe("database");
  expect(started.refusals).toHaveLength(1);
  await expectEqual(started);
  await started.follower.close();
  folder = whole;
});

it("works when the disk is full, and keeps what was stored before", async ({ skip }) => {
  const disk = mountSmallDisk(8);
  if (!disk) return skip("only root may mount a disk");
  const [usual, filled] = [folder, join(disk.folder, "index")];
  folder = filled;
  try {
    const first = await startAndStore();
    disk.fill();
    await change();
    await expectEqual(first);
    await until(() => first.refusals.length > 0, waitMs);
    await first.follower.close();
    // the file ends with its last whole line; the later changes are in the store's own log
    const second = await start();
    expect([second.from, second.doubts]).toEqual(["file", []]);
    await expectEqual(second);
    await second.follower.close();
    rmSync(fileOf("index"));
    disk.fill();
    const third = await start();
    await until(() => third.refusals.length > 0, waitMs);
    expect(third.from).toBe("database");
    await expectEqual(third);
    await third.follower.close();
    expect(readdirSync(filled).filter((name) => name.includes(".index"))).toEqual([]);
  } finally {
    disk.close();
    folder = usual;
  }
});

it("removes the file of an interrupted write, and only its owner can read its files", async () => {
  const first = await startAndStore();
  const files = readdirSync(folder).sort();
  expect(files.map((name) => name.split(".")[1])).toEqual(["changes", "index", "writer"]);
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  await first.follower.close();
  // what a killed process leaves
  writeFileSync(`${fileOf("index")}.0f0f`, "half");
  chmodSync(`${join(folder, files[1] as string)}.0f0f`, 0o600);
  const second = await start();
  expect([second.from, second.doubts]).toEqual(["file", []]);
  expect(readdirSync(folder).sort()).toEqual(files);
});
