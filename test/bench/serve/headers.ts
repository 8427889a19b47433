// `npm run bench:headers [-- --requests N --turns N --json FILE]`: processor time of the service for a request with a header of 15,000
// characters, compared with the same request without it. Each header has values that are slow to parse carelessly; requests with and
// without it alternate, with a key and without one. Exit 1 if one costs more than three times as much.

import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { commandLine, wholeNumber } from "../../../scripts/command-line.mjs";
import { processorSeconds } from "../proc.ts";
import { median } from "../quantiles.ts";
import { end, type Running, start } from "./contenders.ts";
import { openServeStore } from "./store.ts";

const { requests, turns, json } = commandLine(
  "npm run bench:headers --",
  "Processor time of a request with a header of 15,000 characters, compared with the request without it",
)
  .option("--requests <n>", "in a turn", wholeNumber(100, 100_000), 500)
  .option("--turns <n>", "of each header; the median counts", wholeNumber(1, 99), 5)
  .option("--json <file>", "write the results there too")
  .parse()
  .opts<{ requests: number; turns: number; json?: string }>();

const length = 15_000;
const maxRatio = 3;
const concurrency = 16;

/** Headers with what their values begin with, and what is repeated after it. */
const headers: [name: string, start: string, repeated: string][] = [
  ["accept", "text/csv", ",text/csv"],
  ["accept", 'a/b;c="', ",';"],
  ["accept", " ", " "],
  ["accept-encoding", "gzip", ",gzip"],
  ["accept-encoding", "gzip", "\t"],
  ["accept-language", "de", ",de;q=0.1"],
  ["access-control-request-headers", "a", ",a"],
  ["authorization", "Bearer ", "a"],
  ["authorization", "Bearer", " "],
  ["cache-control", "max-age=0", ",max-age=0"],
  ["cookie", "a=b", ";a=b"],
  ["cookie", "a=b", "="],
  ["forwarded", "for=192.0.2.1", ",for=192.0.2.1"],
  ["if-match", '"a"', ',"a"'],
  ["if-modified-since", "Thu, ", " 1"],
  ["if-none-match", '"a"', ',"a"'],
  ["if-none-match", 'W/"', '"'],
  ["if-range", '"a"', '"a"'],
  ["origin", "https://a", ".a"],
  ["range", "bytes=0-0", ",0-0"],
  ["referer", "https://a/", "a"],
  ["traceparent", "00-", "0"],
  ["tracestate", "a=b", ",a=b"],
  ["user-agent", "a", "("],
  ["x-api-key", "disc_live_", "a"],
  ["x-forwarded-for", "192.0.2.1", ",192.0.2.1"],
  ["x-request-id", "a", "a"],
];

interface Result {
  header: string;
  with_key: boolean;
  status: number;
  /** processor microseconds of the service per request */
  plain_us: number;
  long_us: number;
  ratio: number;
}

// every request comes from another address: requests without a key of one address are limited
process.env.TRUST_PROXY = "loopback";
let sentRequests = 0;
const nextAddress = () => `10.${(++sentRequests >> 16) & 255}.${(sentRequests >> 8) & 255}.${sentRequests & 255}`;

const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** Processor microseconds of the service for each of the requests, and the status of the last one. */
async function turn({ pid }: Running, pool: Pool, sent: Record<string, string>) {
  let left = requests;
  let status = 0;
  const before = processorSeconds(pid);
  const one = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({
        path: "/api/v1/trades?pageSize=25",
        method: "GET",
        headers: { "x-forwarded-for": nextAddress(), ...sent },
      });
      await body.dump();
      status = statusCode;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return { us: ((processorSeconds(pid) - before) * 1e6) / requests, status };
}

async function measure(running: Running, pool: Pool, name: string, value: string, key?: string): Promise<Result> {
  const plain = keyHeader(key);
  const long = { ...plain, [name]: value };
  const times: { plain: number; long: number; status: number }[] = [];
  for (let n = 0; n < turns; n++) {
    const { us: plainUs } = await turn(running, pool, plain);
    const { us: longUs, status } = await turn(running, pool, long);
    times.push({ plain: plainUs, long: longUs, status });
  }
  const [plainUs, longUs] = [median(times.map((one) => one.plain)) ?? 0, median(times.map((one) => one.long)) ?? 0];
  return {
    header: `${name}: ${value.slice(0, 24)}...`,
    with_key: key !== undefined,
    status: times[0]?.status ?? 0,
    plain_us: Math.round(plainUs),
    long_us: Math.round(longUs),
    ratio: Number((longUs / Math.max(plainUs, 1)).toFixed(2)),
  };
}

const home = mkdtempSync(join(tmpdir(), "disclosed-headers-"));
const store = await openServeStore(2_000, { progress: () => {} });
const environment = { databaseUrl: store.databaseUrl, home, key: store.key, bodies: "", redisUrl: undefined };
const running = await start("disclosed-warm", environment);
const pool = new Pool(`http://127.0.0.1:${running.port}`, { connections: concurrency });
const results: Result[] = [];
try {
  // compiles what is measured
  for (let n = 0; n < 4; n++) for (const key of [store.key, undefined]) await turn(running, pool, keyHeader(key));
  for (const [name, first, repeated] of headers)
    for (const key of [store.key, undefined]) {
      if (key !== undefined && name === "authorization") continue;
      const result = await measure(running, pool, name, (first + repeated.repeat(length)).slice(0, length), key);
      results.push(result);
      const { header, status, plain_us, long_us, ratio } = result;
      console.log(
        `${ratio.toFixed(2).padStart(6)}  ${String(long_us).padStart(5)} us for ${plain_us} us, ${status}, ${key ? "with" : "without"} a key  ${header}`,
      );
    }
} finally {
  await pool.destroy();
  await end(running);
  await store.close();
  rmSync(home, { recursive: true, force: true });
}
if (json) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`);
const worst = Math.max(...results.map(({ ratio }) => ratio));
console.log(
  `${results.length} headers of ${length} characters, at most ${worst} times a plain request (allowed: ${maxRatio})`,
);
if (worst > maxRatio) process.exitCode = 1;
