// `npm run bench:streams [-- --streams N --requests N]`: what open streams of events cost a process: its memory, and the time of another
// caller's requests, while nothing changes and while five data versions a second, of twenty rows each, are stored. Exit 1 if a
// thousand streams need 200 MB or more.
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import { commandLine, wholeNumber } from "../../../scripts/command-line.mjs";
import { companyCik } from "../derive-store.ts";
import { end, start } from "./contenders.ts";
import { residentBytes } from "./processes.ts";
import { openServeStore } from "./store.ts";

const { streams, requests } = commandLine("npm run bench:streams --", "What open streams of events cost a process")
  .option("--streams <n>", "open at once", wholeNumber(1, 20_000), 1_000)
  .option("--requests <n>", "of the other caller in each phase", wholeNumber(100, 100_000), 4_000)
  .parse()
  .opts<{ streams: number; requests: number }>();

const maxBytesPerStream = 200_000;
const concurrency = 4;

/** One in ten streams has every trade. */
const filterOf = (at: number) =>
  at % 10 === 0 ? "" : at % 2 === 0 ? `&companyCik=${companyCik(at % 300)}` : `&tradeTypes=P&minValue=${at * 100}`;

/** Opens streams; `seen` counts what arrives. */
async function openStreams(port: number, key: string, seen: { events: number }): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < streams; at++) {
    const socket = connect(port, "127.0.0.1");
    socket.write(
      `GET /api/v1/stream?list=trades${filterOf(at)} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
    const first = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
    if (!first.toString().startsWith("HTTP/1.1 200")) throw new Error(first.toString());
    socket.on("data", (bytes) => {
      seen.events += bytes.toString("latin1").split("\nevent: ").length - 1;
    });
    sockets.push(socket);
  }
  return sockets;
}

/** Milliseconds of the other caller's requests, in order. */
async function latencies(pool: Pool, key: string): Promise<number[]> {
  const times: number[] = [];
  let left = requests;
  const one = async () => {
    while (left-- > 0) {
      const startedAt = performance.now();
      const options = {
        path: "/api/v1/trades?pageSize=25",
        method: "GET",
        headers: { authorization: `Bearer ${key}` },
      };
      const { body } = await pool.request(options as Parameters<Pool["request"]>[0]);
      await body.dump();
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return times.sort((a, b) => a - b);
}

const report = (phase: string, times: number[], bytes: number) => {
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  console.log(`${phase}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${(bytes / 1e6).toFixed(0)} MB in memory`);
};

/** Changes rows until it is stopped. Returns the number of changes. */
async function change(database: pg.Client, signal: AbortSignal): Promise<number> {
  let changes = 0;
  while (!signal.aborted) {
    await database.query("BEGIN");
    const { rowCount } = await database.query(
      `UPDATE insider_trades SET value = value + 1, last_modified = now() WHERE id IN
         (SELECT id FROM insider_trades WHERE value IS NOT NULL AND superseded_by_id IS NULL ORDER BY random() LIMIT 20)`,
    );
    await database.query("SELECT disclosed_bump_data_version()");
    await database.query("COMMIT");
    changes += rowCount ?? 0;
    await sleep(200);
  }
  return changes;
}

const home = mkdtempSync(join(tmpdir(), "disclosed-streams-"));
const store = await openServeStore(2_000, { progress: () => {} });
const database = new pg.Client(store.databaseUrl);
await database.connect();
await database.query("UPDATE plans SET open_streams = 1000000 WHERE id = 'bench'");
const environment = { databaseUrl: store.databaseUrl, home, key: store.key, bodies: "", redisUrl: undefined };
const running = await start("disclosed-warm", environment);
const pool = new Pool(`http://127.0.0.1:${running.port}`, { connections: concurrency });
const seen = { events: 0 };
let sockets: Socket[] = [];

async function latenciesWhileChanging(): Promise<{ times: number[]; changes: number }> {
  const stopping = new AbortController();
  const changing = change(database, stopping.signal);
  const times = await latencies(pool, store.key);
  stopping.abort();
  return { times, changes: await changing };
}

try {
  await latencies(pool, store.key);
  const alone = await latencies(pool, store.key);
  const before = residentBytes(running.pid);
  report("no streams, no changes", alone, before);
  const withoutStreams = await latenciesWhileChanging();
  report(`no streams, ${withoutStreams.changes} changes`, withoutStreams.times, residentBytes(running.pid));
  sockets = await openStreams(running.port, store.key, seen);
  report(`${streams} streams, no changes`, await latencies(pool, store.key), residentBytes(running.pid));
  const { times, changes } = await latenciesWhileChanging();
  while (seen.events === 0) await sleep(50);
  const after = residentBytes(running.pid);
  report(`${streams} streams, ${changes} changes`, times, after);
  const perStream = (after - before) / streams;
  console.log(`${seen.events} events; ${Math.round(perStream / 1000)} kB more for each stream`);
  if (perStream >= maxBytesPerStream) process.exitCode = 1;
} finally {
  for (const socket of sockets) socket.destroy();
  await pool.destroy();
  await end(running);
  await database.end();
  await store.close();
  rmSync(home, { recursive: true, force: true });
}
