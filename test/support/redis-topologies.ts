// A Redis Cluster and a Redis behind Sentinel, of real processes on this machine, whose masters can be killed.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

export interface Topology {
  url: string;
  /** kills one master at once; a replica replaces it in a second or two */
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
    await until(() => redisCli(port, "PING") === "PONG");
  }

  signal(port: number, signal: NodeJS.Signals): ChildProcess {
    const child = this.#running.get(port);
    if (!child) throw new Error(`no server on port ${port}`);
    child.kill(signal);
    return child;
  }

  async kill(port: number): Promise<void> {
    await once(this.signal(port, "SIGKILL"), "exit");
    this.#running.delete(port);
  }

  async close(): Promise<void> {
    for (const port of [...this.#running.keys()]) await this.kill(port);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What redis-cli prints, or nothing. */
function redisCli(port: number, ...args: string[]): string {
  try {
    return execFileSync("redis-cli", ["-p", String(port), ...args], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}

/** Starts servers that are not connected to each other yet. After `timeoutMs` without a message they regard one as failed. */
async function startNodes(servers: Servers, count: number, timeoutMs: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    // a node also listens 10,000 ports higher
    const port = await freePort();
    if (port < 55_000 && !ports.includes(port)) ports.push(port);
  }
  for (const port of ports)
    await servers.start(port, {
      "cluster-enabled": "yes",
      "cluster-config-file": `nodes-${port}.conf`,
      "cluster-node-timeout": String(timeoutMs),
    });
  return ports;
}

export interface TwoMasters {
  url: string;
  /** in the order of their numbers; the first holds all slots but the last one */
  ports: [number, number];
  /** removes slot 0 from the first server, and assigns it again */
  dropSlot(): void;
  restoreSlot(): void;
  /** gives the last slot to the first server, which then has all of them */
  moveLastSlot(): void;
  /** false: the servers omit their host when they report the owner of a slot, as behind a proxy; true: they name it again */
  nameHosts(named: boolean): void;
  /** freezes and thaws the server of the last slot */
  pauseSecond(): void;
  resumeSecond(): void;
  close(): Promise<void>;
}

/** The smallest cluster that there is: two masters without replicas. */
export async function startTwoMasters(): Promise<TwoMasters> {
  const servers = new Servers();
  // no master is replaced here: none may be regarded as failed because the machine is busy
  const ports = (await startNodes(servers, 2, 60_000)).sort((a, b) => a - b) as [number, number];
  const [first, second] = ports;
  const lastSlot = 16_383;
  redisCli(first, "CLUSTER", "ADDSLOTSRANGE", "0", String(lastSlot - 1));
  redisCli(second, "CLUSTER", "ADDSLOTS", String(lastSlot));
  for (const [n, port] of ports.entries()) redisCli(port, "CLUSTER", "SET-CONFIG-EPOCH", String(n + 1));
  redisCli(first, "CLUSTER", "MEET", "127.0.0.1", String(second));
  await until(() => ports.every((port) => redisCli(port, "CLUSTER", "INFO").includes("cluster_state:ok")));
  return {
    url: `redis+cluster://127.0.0.1:${first}`,
    ports,
    dropSlot() {
      for (const port of ports) redisCli(port, "CLUSTER", "DELSLOTS", "0");
    },
    restoreSlot: () => void redisCli(first, "CLUSTER", "ADDSLOTS", "0"),
    moveLastSlot() {
      const id = redisCli(first, "CLUSTER", "MYID");
      // of two servers that claim a slot, the one with the higher epoch gets it: a claim still under way must not win
      redisCli(first, "CLUSTER", "BUMPEPOCH");
      for (const port of ports) redisCli(port, "CLUSTER", "SETSLOT", String(lastSlot), "NODE", id);
    },
    nameHosts(named) {
      const type = named ? "ip" : "unknown-endpoint";
      for (const port of ports) redisCli(port, "CONFIG", "SET", "cluster-preferred-endpoint-type", type);
    },
    pauseSecond: () => void servers.signal(second, "SIGSTOP"),
    resumeSecond: () => void servers.signal(second, "SIGCONT"),
    close: () => servers.close(),
  };
}

/** Three masters with a replica each. */
export async function startCluster(): Promise<Topology> {
  const servers = new Servers();
  const ports = await startNodes(servers, 6, downAfterMs);
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync("redis-cli", ["--cluster", "create", ...nodes, "--cluster-replicas", "1", "--cluster-yes"]);
  const isMaster = (port: number) => redisCli(port, "ROLE").startsWith("master");
  const isWhole = () =>
    ports.every((port) => redisCli(port, "CLUSTER", "INFO").includes("cluster_state:ok")) &&
    ports.filter((port) => redisCli(port, "INFO", "replication").includes("master_link_status:up")).length === 3;
  await until(isWhole);
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
  await until(() => redisCli(replica, "INFO").includes("master_link_status:up"));
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
  const knowsReplica = () => redisCli(sentinel, "SENTINEL", "REPLICAS", watched).includes(String(replica));
  await until(knowsReplica);
  return {
    url: `redis+sentinel://127.0.0.1:${sentinel}/${watched}`,
    killMaster: () => servers.kill(master),
    close: () => servers.close(),
  };
}
