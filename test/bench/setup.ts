// `npm run bench:setup [-- --rounds N --idle SECONDS --json FILE]`: what a user waits for before the first response. The help of
// the command as a ratio to an empty Node process, `keys list` while the service runs, the first and the second start of a
// new home, and the memory of all processes of the service, idle and after 1,000 requests.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { freePort } from "../support/free-port.ts";
import { command, memoryOf, type OwnService, withOwnService } from "./own-service.ts";
import { median } from "./quantiles.ts";

const { rounds, idle, json } = commandLine("npm run bench:setup --", "What a user waits for before the first response")
  .option("--rounds <n>", "of each command; the median counts", wholeNumber(1, 99), 10)
  .option("--idle <seconds>", "before memory is read", wholeNumber(0, 3_600), 300)
  .option("--json <file>", "write the results there too")
  .parse()
  .opts<{ rounds: number; idle: number; json?: string }>();

interface Times {
  /** seconds */
  wall: number;
  processor: number;
}

/** Runs Node in a shell, which prints the processor time of its children. Throws where the command fails. */
function timeNode(args: string[], env: NodeJS.ProcessEnv = process.env): Times {
  const started = performance.now();
  const script = '"$@" >/dev/null || exit 1; times';
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, "sh", process.execPath, ...args], {
    encoding: "utf8",
    env,
  });
  const wall = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed: ${stderr}`);
  const ofChildren = stdout.trim().split("\n").at(-1) ?? "";
  const processor = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
  return { wall, processor };
}

const medianOf = (times: Times[]): Times => ({
  wall: median(times.map(({ wall }) => wall)) ?? 0,
  processor: median(times.map(({ processor }) => processor)) ?? 0,
});

/** Runs the help and an empty process in turn, so that other work of the machine affects both. */
function measureHelp() {
  const empty: Times[] = [];
  const help: Times[] = [];
  for (let round = 0; round < rounds; round++) {
    empty.push(timeNode(["-e", "0"]));
    help.push(timeNode([command, "--help"]));
  }
  const [emptyTimes, helpTimes] = [medianOf(empty), medianOf(help)];
  return {
    wall_ratio: helpTimes.wall / emptyTimes.wall,
    processor_ratio: helpTimes.processor / emptyTimes.processor,
    seconds: helpTimes.wall,
  };
}

/** Uses the keys in turn, because each account has a limit. */
async function request(url: string, keys: string[], times: number): Promise<void> {
  const lists = ["trades", "clusters", "insiders", "politicians"];
  for (let n = 0; n < times; n++) {
    const path = `${lists[n % lists.length]}?pageSize=25&page=${1 + (n % 3)}`;
    const headers = { authorization: `Bearer ${keys[Math.floor(n / lists.length) % keys.length]}` };
    const response = await fetch(`${url}/api/v1/${path}`, { headers });
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

async function main(own: OwnService): Promise<void> {
  const load = loadavg()[0] ?? 0;
  const help = measureHelp();
  const port = await freePort();
  const first = await own.start(port);
  const keys = medianOf(Array.from({ length: rounds }, () => timeNode([command, "keys", "list"], own.env)));
  await own.stop(first.child);
  const second = await own.start(port);
  await sleep(idle * 1000);
  const idleMegabytes = memoryOf(second);
  await request(second.url, own.newKeys(4), 1_000);
  const usedMegabytes = memoryOf(second);
  await own.stop(second.child);
  const shown = (value: number) => value.toFixed(2);
  const lines = [
    `disclosed --help: ${shown(help.wall_ratio)} times an empty Node process, ${shown(help.processor_ratio)} times its processor time (${shown(help.seconds)} s)`,
    `disclosed keys list beside the service: ${shown(keys.wall)} s, ${shown(keys.processor)} s of processor time`,
    `first start of a new home: ${shown(first.seconds)} s`,
    `second start: ${shown(second.seconds)} s`,
    `memory of all processes: ${idleMegabytes} MB after ${idle} s, ${usedMegabytes} MB after 1,000 requests`,
    `load of the machine before: ${shown(load)} on ${cpus().length} processors`,
  ];
  console.log(lines.join("\n"));
  const results = {
    help,
    keys_list: keys,
    first_start_seconds: first.seconds,
    second_start_seconds: second.seconds,
    idle_megabytes: idleMegabytes,
    used_megabytes: usedMegabytes,
    load,
  };
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
}

await withOwnService(main);
