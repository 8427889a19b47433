// A PostgreSQL server for one test, with the embedded programs: it can be killed and started again on its port.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clusterPassword, ensureCluster } from "../../src/store/embedded/cluster.ts";
import { processToken } from "../../src/store/embedded/leases.ts";
import { prepareFolder } from "../../src/store/embedded/location.ts";
import { findRunning, startServer, stopServer } from "../../src/store/embedded/server.ts";

export interface TestPostgres {
  url: string;
  port: number;
  /** of its first process, which stops the server on SIGINT */
  pid: number;
  /** ends its first process at once, as a crash does; its other processes end then too */
  kill(): Promise<void>;
  /** starts it again on the same port, unless it runs */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** `within`: a folder for the cluster, e.g. on a small disk; else a temporary one. `environment`: of its programs. */
export async function startPostgres(within?: string, environment?: Record<string, string>): Promise<TestPostgres> {
  const home = within ?? (await mkdtemp(join(tmpdir(), "disclosed-postgres-")));
  // as root, PostgreSQL runs as another user, who must be able to enter
  await chmod(home, 0o755);
  const location = { ...(await prepareFolder(home)), ...(environment && { environment }) };
  const password = await clusterPassword(location);
  await ensureCluster(location, password);
  let running = await startServer(location, password);
  return {
    url: running.databaseUrl,
    port: Number(new URL(running.databaseUrl).port),
    get pid() {
      return running.pid;
    },
    async kill() {
      const { pid } = running;
      const token = processToken(pid);
      process.kill(pid, "SIGKILL");
      while (processToken(pid) === token) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async start() {
      running = (await findRunning(location, password)) ?? (await startServer(location, password, { anyPort: false }));
    },
    async close() {
      await stopServer(running.pid);
      if (!within) await rm(home, { recursive: true, force: true });
    },
  };
}
