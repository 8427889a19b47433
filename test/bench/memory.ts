// What the PostgreSQL processes of the benchmark's database used of memory and processor, where the system tells it (Linux).
import { readdirSync, readFileSync } from "node:fs";
import type { Store } from "../../src/store/store.ts";

export interface Watch {
  /** processor seconds of all of them so far; other processes of the server that end meanwhile are included */
  processorSeconds(): number;
  /** ends it; the most bytes that one of them had of its own */
  stop(): number;
}

/** Measures memory every second until stopped. Figures are 0 where nothing can be read. */
export async function watchPostgres(store: Store): Promise<Watch> {
  const { rows } = await store.pool.query<{ name: string; postmaster: number }>(
    "SELECT current_database() AS name, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS postmaster",
  );
  const isBackend = new RegExp(`^postgres: .* ${rows[0]?.name} `);
  const processes = () => {
    const commands = readdirSync("/proc", { withFileTypes: true }).flatMap(({ name }) =>
      /^\d+$/.test(name) ? [{ name, command: read(`/proc/${name}/cmdline`) }] : [],
    );
    const backends = commands.flatMap(({ name, command }) => (isBackend.test(command) ? [name] : []));
    const workers = commands.flatMap(({ name, command }) =>
      backends.includes(/^postgres: parallel worker for PID (\d+)/.exec(command)?.[1] ?? "") ? [name] : [],
    );
    return [...backends, ...workers];
  };
  /** the CPU time of ended workers is counted for the process that started them */
  const ended = () => ticks(read(`/proc/${rows[0]?.postmaster}/stat`), { ofChildren: true }) / 100;
  const atFirst = ended();
  let max = 0;
  const look = () => {
    for (const process of processes())
      max = Math.max(max, Number(/^RssAnon:\s+(\d+)/m.exec(read(`/proc/${process}/status`))?.[1] ?? 0) * 1024);
  };
  const timer = setInterval(look, 1000);
  return {
    processorSeconds: () =>
      processes().reduce((sum, process) => sum + ticks(read(`/proc/${process}/stat`)) / 100, ended() - atFirst),
    stop() {
      clearInterval(timer);
      look();
      return max;
    },
  };
}

/** user and system time of a process, or of its children that have ended, in hundredths of a second */
function ticks(stat: string, { ofChildren = false } = {}): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const first = ofChildren ? 13 : 11;
  return Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
