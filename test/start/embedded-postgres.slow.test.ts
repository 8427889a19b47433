// The embedded PostgreSQL through crashes, shared homes, folders that only root may enter, and other users.
import { chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anyLease } from "../../src/store/embedded/leases.ts";
import { copyBinaries, packagedBinaries } from "../../src/store/embedded/location.ts";
import { startEmbeddedPostgres } from "../../src/store/embedded/postgres.ts";
import { endAll, processesWith, run, runText } from "./processes.ts";

const isRoot = process.getuid?.() === 0;
const otherUser = { uid: 65_534, gid: 65_534 };
let folder: string;
let home: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-start-"));
  // others may enter, as in an ordinary checkout
  await rm(folder, { recursive: true });
  await mkdir(folder, { mode: 0o755 });
  home = join(folder, "home");
});
afterEach(async () => {
  endAll();
  for (const pid of processesWith(folder)) process.kill(pid, "SIGKILL");
  const elsewhere = (await readFile(join(home, "postgres/elsewhere"), "utf8").catch(() => "")).trim();
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

async function query(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(join(home, "postgres/data/postmaster.pid"), "utf8"), 10);
}

/** A process that runs the server of the home until it is stopped; prints `held URL`. */
function holder(options: { uid?: number; gid?: number } = {}) {
  return runText(
    `const { startEmbeddedPostgres } = await import(root + "/src/store/embedded/postgres.ts");
     const postgres = await startEmbeddedPostgres(${JSON.stringify(home)});
     console.log("held " + postgres.databaseUrl);
     setInterval(() => {}, 1000);`,
    { ...options, env: { PATH: process.env.PATH, TMPDIR: folder } },
  );
}

describe("one user", () => {
  it("leaves no server behind if a start fails after the server has begun", async () => {
    // a folder at the path of the file for the port
    await mkdir(join(home, "postgres/port"), { recursive: true, mode: 0o755 });
    await expect(startEmbeddedPostgres(home)).rejects.toThrow(/EISDIR|is a directory/);
    expect(processesWith(folder)).toEqual([]);
  });

  it("gets a UTF-8 database with code point order, on loopback, with a password that only its owner can read", async () => {
    const postgres = await startEmbeddedPostgres(home);
    const [row] = await query(
      postgres.databaseUrl,
      `SELECT lower('É') AS lower, 'Z' < 'a' AS by_code_point, current_setting('listen_addresses') AS addresses,
         current_setting('unix_socket_directories') AS sockets, current_setting('TimeZone') AS zone,
         current_setting('synchronous_commit') AS commit`,
    );
    const expected = {
      lower: "é",
      by_code_point: true,
      addresses: "127.0.0.1",
      sockets: "",
      zone: "UTC",
      commit: "on",
    };
    expect(row).toEqual(expected);
    expect((await stat(join(home, "postgres/password"))).mode & 0o777).toBe(0o600);
    const guessed = new URL(postgres.databaseUrl);
    guessed.password = "guess";
    await expect(query(guessed.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
    const pid = await postmaster();
    await postgres.release();
    await postgres.release();
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  });

  it("finds what was committed after PostgreSQL itself was killed", async () => {
    const first = await startEmbeddedPostgres(home);
    await query(first.databaseUrl, "CREATE TABLE kept AS SELECT 42 AS number");
    process.kill(await postmaster(), "SIGKILL");
    const second = await startEmbeddedPostgres(home);
    expect(await query(second.databaseUrl, "SELECT number FROM kept")).toEqual([{ number: 42 }]);
    await first.release();
    await second.release();
    expect(processesWith(folder)).toEqual([]);
  });

  it("starts the server although the pid of a crashed one now belongs to another process", async () => {
    await (await startEmbeddedPostgres(home)).release();
    await writeFile(
      join(home, "postgres/data/postmaster.pid"),
      `${process.pid}\n${home}/postgres/data\n1\n5432\n\n127.0.0.1\n`,
    );
    await mkdir(join(home, "run"), { recursive: true });
    await writeFile(join(home, `run/${process.pid}-999`), "another boot 1");
    const postgres = await startEmbeddedPostgres(home);
    expect(await query(postgres.databaseUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await postgres.release();
    expect(anyLease(home)).toBe(false);
  });

  it("starts over after an interrupted initdb, and gets an error for a cluster of another version", async () => {
    await mkdir(join(home, "postgres/data.partial"), { recursive: true });
    await writeFile(join(home, "postgres/data.partial/rest"), "");
    await (await startEmbeddedPostgres(home)).release();
    await writeFile(join(home, "postgres/data/PG_VERSION"), "14\n");
    await expect(startEmbeddedPostgres(home)).rejects.toThrow(
      /was created by PostgreSQL 14, but this is PostgreSQL 18/,
    );
  });

  it("gets an error that names the setting when the home is no folder", async () => {
    await writeFile(home, "");
    await expect(startEmbeddedPostgres(home)).rejects.toThrow(/^DISCLOSED_HOME=.* cannot be used/);
  });
});

describe("several users", () => {
  it("share one server, which the last one to leave stops", async () => {
    const other = holder();
    const [, url] = await other.prints(/held (\S+)/);
    const mine = await startEmbeddedPostgres(home);
    expect(mine.databaseUrl).toBe(url);
    other.child.kill("SIGTERM");
    expect(await other.ended()).toBe(143);
    expect(await query(mine.databaseUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await mine.release();
    expect(processesWith(folder)).toEqual([]);
  });

  it("join the server that a killed process left behind, and stop it in the end", async () => {
    const other = holder();
    const [, url] = await other.prints(/held (\S+)/);
    other.child.kill("SIGKILL");
    await other.ended();
    const mine = await startEmbeddedPostgres(home);
    expect(mine.databaseUrl).toBe(url);
    await mine.release();
    expect(processesWith(folder)).toEqual([]);
  });

  it("start concurrently, and get the same server", async () => {
    const all = await Promise.all([1, 2, 3].map(() => startEmbeddedPostgres(home)));
    expect(new Set(all.map(({ databaseUrl }) => databaseUrl)).size).toBe(1);
    await Promise.all(all.map((one) => one.release()));
    expect(processesWith(folder)).toEqual([]);
  });

  it("leave no server behind when a command is interrupted twice, or ends by process.exit", async () => {
    const interrupted = holder();
    await interrupted.prints(/held/);
    interrupted.child.kill("SIGINT");
    interrupted.child.kill("SIGINT");
    expect(await interrupted.ended()).toBe(130);
    expect(processesWith(folder)).toEqual([]);
    const hasty = runText(
      `const { startEmbeddedPostgres } = await import(root + "/src/store/embedded/postgres.ts");
       await startEmbeddedPostgres(${JSON.stringify(home)});
       process.exit(3);`,
    );
    expect(await hasty.ended()).toBe(3);
    await expect.poll(() => processesWith(folder)).toEqual([]);
  });
});

if (!isRoot) console.warn("SKIPPED: changing to another user needs root");

describe.skipIf(!isRoot)("root", () => {
  it("hands the server to an ordinary user", async () => {
    const postgres = await startEmbeddedPostgres(home);
    expect((await stat(`/proc/${await postmaster()}`)).uid).not.toBe(0);
    await postgres.release();
  });

  it("keeps the cluster in a folder that an ordinary user can enter when the home is root's alone, and finds it again", async () => {
    await mkdir(home, { mode: 0o700 });
    const first = await startEmbeddedPostgres(home);
    await query(first.databaseUrl, "CREATE TABLE kept AS SELECT 42 AS number");
    await first.release();
    const elsewhere = (await readFile(join(home, "postgres/elsewhere"), "utf8")).trim();
    expect(elsewhere.startsWith(home)).toBe(false);
    const second = await startEmbeddedPostgres(home);
    expect(await query(second.databaseUrl, "SELECT number FROM kept")).toEqual([{ number: 42 }]);
    await second.release();

    // a copied home gets a cluster of its own
    const copy = join(folder, "copy");
    await cp(home, copy, { recursive: true });
    const third = await startEmbeddedPostgres(copy);
    await expect(query(third.databaseUrl, "SELECT number FROM kept")).rejects.toThrow(/does not exist/);
    await third.release();
    const own = (await readFile(join(copy, "postgres/elsewhere"), "utf8").catch(() => "")).trim();
    if (own) await rm(own, { recursive: true, force: true });
  });

  it("runs the cluster of an ordinary user as that user", async () => {
    await chown(folder, otherUser.uid, otherUser.gid);
    const other = holder(otherUser);
    await other.prints(/held/);
    other.child.kill("SIGTERM");
    expect(await other.ended()).toBe(143);
    const postgres = await startEmbeddedPostgres(home);
    expect((await stat(`/proc/${await postmaster()}`)).uid).toBe(otherUser.uid);
    await postgres.release();
    const again = holder(otherUser);
    await again.prints(/held/);
    again.child.kill("SIGTERM");
    expect(await again.ended()).toBe(143);
  });
});

it("copies the programs so that they run, without the links that an install script would make", async () => {
  const copy = join(folder, "programs");
  await copyBinaries(packagedBinaries(), copy);
  const version = run(join(copy, "bin/postgres"), ["--version"], { env: {} });
  await version.prints(/postgres \(PostgreSQL\) 18/);
  expect(await version.ended()).toBe(0);
});
