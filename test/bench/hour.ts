// `npm run bench:hour [-- --minutes N --rate N --json FILE]`: the memory of all processes of the service under an hour of mixed load:
// lists with changing filters, single records, other formats, pages, and requests that are refused. Exit 1 if the last quarter
// has a tenth more than the second.
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { freePort } from "../support/free-port.ts";
import { memoryOf, type OwnService, withOwnService } from "./own-service.ts";
import { median } from "./quantiles.ts";

const { minutes, rate, json } = commandLine("npm run bench:hour --", "Memory under an hour of mixed load")
  .option("--minutes <n>", "how long", wholeNumber(4, 24 * 60), 60)
  .option("--rate <n>", "requests a second", wholeNumber(1, 40), 15)
  .option("--json <file>", "write the results there too")
  .parse()
  .opts<{ minutes: number; rate: number; json?: string }>();

const maxGrowth = 1.1;

/** The paths of a round; `n` changes their filters, so that most responses are computed. */
function pathsOf(n: number, ids: string[]): string[] {
  const id = ids[n % ids.length] ?? "1";
  return [
    `/api/v1/trades?pageSize=25&page=${1 + (n % 40)}`,
    `/api/v1/trades?tradeTypes=P,S&minValue=${(n % 500) * 100}&sort=value`,
    `/api/v1/trades?insiderName=${String.fromCharCode(97 + (n % 26))}&pageSize=5`,
    `/api/v1/trades/${id}`,
    `/api/v1/trades?pageSize=100&format=csv&minShares=${n % 900}`,
    `/api/v1/politician-trades?pageSize=25&page=${1 + (n % 20)}`,
    `/api/v1/clusters?pageSize=10&page=${1 + (n % 15)}`,
    `/api/v1/insiders?pageSize=25&page=${1 + (n % 5)}`,
    "/api/v1/trades?pageSize=25",
    "/api/v1/trades?pageSize=never",
    "/api/v1/trades/0",
    `/trades?page=${1 + (n % 9)}`,
  ];
}

async function load(url: string, keys: string[], endAt: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const first = await fetch(`${url}/api/v1/trades?pageSize=100`, { headers: { authorization: `Bearer ${keys[0]}` } });
  const { data } = (await first.json()) as { data: { id: string }[] };
  const ids = data.map(({ id }) => id);
  const startedAt = performance.now();
  for (let n = 0, sent = 0; Date.now() < endAt; n++)
    for (const path of pathsOf(n, ids)) {
      const authorization = `Bearer ${keys[sent % keys.length]}`;
      const response = await fetch(url + path, { headers: path.startsWith("/api") ? { authorization } : {} });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      await sleep(startedAt + (++sent * 1000) / rate - performance.now());
    }
  return statuses;
}

async function main(own: OwnService): Promise<void> {
  const service = await own.start(await freePort());
  const keys = own.newKeys(Math.ceil(rate / 4));
  const started = Date.now();
  const samples: { minute: number; megabytes: number }[] = [];
  const timer = setInterval(() => {
    const minute = (Date.now() - started) / 60_000;
    samples.push({ minute, megabytes: memoryOf(service) });
  }, 10_000);
  const report = setInterval(() => {
    const last = samples.at(-1);
    if (last) console.log(`${last.minute.toFixed(1).padStart(6)} min  ${last.megabytes} MB`);
  }, 120_000);
  const statuses = await load(service.url, keys, started + minutes * 60_000).finally(() => {
    clearInterval(timer);
    clearInterval(report);
  });
  const quarter = (n: number) =>
    median(
      samples.filter(({ minute }) => Math.floor((minute / minutes) * 4) === n).map(({ megabytes }) => megabytes),
    ) ?? 0;
  const quarters = [0, 1, 2, 3].map(quarter);
  console.log(`requests by status: ${[...statuses].map(([status, count]) => `${status} ${count}`).join(", ")}`);
  console.log(`memory of all processes, median of each quarter: ${quarters.join(", ")} MB`);
  const results = { minutes, rate, quarters, statuses: Object.fromEntries(statuses), samples };
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  if ((quarters[3] ?? 0) > (quarters[1] ?? 0) * maxGrowth) process.exitCode = 1;
}

await withOwnService(main);
