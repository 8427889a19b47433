// A Redis Cluster and a Redis behind Sentinel, of real processes on this machine, whose masters can be killed.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./redis.ts";

export interface Topology {
  url: string;
  /** kills one master at once; a replica takes its place in a second or two */
  killMaster(): Promise<void>;
  close(): Promise<void>;
}

const downAfterMs = 1000;

class Servers {
  readonly #folder = mkdtempSync(join(tmpdir(), "disclosed-redis-"));
  readonly #running = new Map<number, ChildProcess>();

  async start(port: number, options: Record<string, string>, mode: string[] = []): Promise<void> {
    const file = join(this.#folder, `${port}.conf`);
    const lines = { port: String(port), bind: "127.0.0.1", dir: this.#folder, save: '""', ...options };
    writeFileSync(
      file,
      Object.entries(lines)
        .map(([name, value]) => `${name} ${value}\n`)
        .join(""),
    );
    const child = spawn("redis-server", [file, ...mode], { stdio: "ignore" });
    this.#running.set(port, child);
    for (let tries = 0; tries < 200 && ask(port, "PING") !== "PONG"; tries++) await sleep(50);
  }

  async kill(port: number): Promise<void> {
    const child = this.#running.get(port);
    if (!child) throw new Error(`no server on port ${port}`);
    child.kill("SIGKILL");
    await once(child, "exit");
    this.#running.delete(port);
  }

  async close(): Promise<void> {
    for (const port of [...this.#running.keys()]) await this.kill(port);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What redis-cli prints, or nothing. */
function ask(port: number, ...words: string[]): string {
  try {
    return execFileSync("redis-cli", ["-p", String(port), ...words], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}

/** Three masters with a replica each. */
export async function startCluster(): Promise<Topology> {
  const servers = new Servers();
  const ports: number[] = [];
  while (ports.length < 6) {
    // a node also listens 10,000 ports higher
    const port = await freePort();
    if (port < 55_000 && !ports.includes(port)) ports.push(port);
  }
  for (const port of ports)
    await servers.start(port, {
      "cluster-enabled": "yes",
      "cluster-config-file": `nodes-${port}.conf`,
      "cluster-node-timeout": String(downAfterMs),
    });
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync("redis-cli", ["--cluster", "create", ...nodes, "--cluster-replicas", "1", "--cluster-yes"]);
  const isMaster = (port: number) => ask(port, "ROLE").startsWith("master");
  const isWhole = () =>
    ports.every((port) => ask(port, "CLUSTER", "INFO").includes("cluster_state:ok")) &&
    ports.filter((port) => ask(port, "INFO", "replication").includes("master_link_status:up")).length === 3;
  for (let tries = 0; tries < 200 && !isWhole(); tries++) await sleep(100);
  return {
    url: `redis+cluster://${nodes.slice(0, 3).join(",")}`,
    async killMaster() {
      await servers.kill(ports.splice(ports.findIndex(isMaster), 1)[0] as number);
    },
    close: () => servers.close(),
  };
}

/** A master and a replica, watched by one sentinel. */
export async function startSentinel(): Promise<Topology> {
  const servers = new Servers();
  const [master, replica, sentinel] = [await freePort(), await freePort(), await freePort()];
  await servers.start(master, { appendonly: "no" });
  await servers.start(replica, { replicaof: `127.0.0.1 ${master}` });
  for (let tries = 0; tries < 200 && !ask(replica, "INFO").includes("master_link_status:up"); tries++) await sleep(50);
  const watched = "quotas";
  await servers.start(
    sentinel,
    {
      "sentinel monitor": `${watched} 127.0.0.1 ${master} 1`,
      "sentinel down-after-milliseconds": `${watched} ${downAfterMs}`,
      "sentinel failover-timeout": `${watched} 5000`,
    },
    ["--sentinel"],
  );
  const knowsReplica = () => ask(sentinel, "SENTINEL", "REPLICAS", watched).includes(String(replica));
  for (let tries = 0; tries < 300 && !knowsReplica(); tries++) await sleep(100);
  return {
    url: `redis+sentinel://127.0.0.1:${sentinel}/${watched}`,
    killMaster: () => servers.kill(master),
    close: () => servers.close(),
  };
}
