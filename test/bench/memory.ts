// Memory and processor time of the PostgreSQL processes of the benchmark's database (Linux; 0 elsewhere).
import type { Store } from "../../src/store/store.ts";
import { endedChildrenSeconds, processIds, processorSeconds, procNumber, readProc } from "./proc.ts";

export interface Watch {
  /** processor seconds of all of them so far; other processes of the server that end meanwhile are included */
  processorSeconds(): number;
  /** ends the measurement; returns the max bytes of private memory of one of them */
  stop(): number;
}

/** Measures memory every second until stopped. */
export async function watchPostgres(store: Store): Promise<Watch> {
  const { rows } = await store.pool.query<{ name: string; postmaster: number }>(
    "SELECT current_database() AS name, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS postmaster",
  );
  const isBackend = new RegExp(`^postgres: .* ${rows[0]?.name} `);
  const processes = () => {
    const commands = processIds().map((pid) => ({ pid, command: readProc(pid, "cmdline") }));
    const backends = commands.flatMap(({ pid, command }) => (isBackend.test(command) ? [pid] : []));
    const workers = commands.flatMap(({ pid, command }) =>
      backends.includes(Number(/^postgres: parallel worker for PID (\d+)/.exec(command)?.[1])) ? [pid] : [],
    );
    return [...backends, ...workers];
  };
  /** Linux adds the processor time of ended workers to the process that started them */
  const ended = () => endedChildrenSeconds(rows[0]?.postmaster ?? 0);
  const endedBefore = ended();
  let max = 0;
  const sample = () => {
    for (const pid of processes()) max = Math.max(max, procNumber(pid, "status", "RssAnon") * 1024);
  };
  const timer = setInterval(sample, 1000);
  return {
    processorSeconds: () => processes().reduce((sum, pid) => sum + processorSeconds(pid), ended() - endedBefore),
    stop() {
      clearInterval(timer);
      sample();
      return max;
    },
  };
}
