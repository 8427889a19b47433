// What the PostgreSQL processes of the benchmark's database used of memory and processor, where the system tells it (Linux).
import { readdirSync, readFileSync } from "node:fs";
import type { Store } from "../../src/store/store.ts";

export interface Watch {
  /** processor seconds of all of them so far */
  processorSeconds(): number;
  /** ends it; the most bytes that one of them had of its own */
  stop(): number;
}

/** Looks at memory every second until stopped. Figures are 0 where nothing can be read. */
export async function watchPostgres(store: Store): Promise<Watch> {
  const { rows } = await store.pool.query<{ name: string }>("SELECT current_database() AS name");
  const isOurs = new RegExp(`^postgres: .* ${rows[0]?.name} `);
  const processes = () =>
    readdirSync("/proc", { withFileTypes: true })
      .map(({ name }) => name)
      .filter((name) => /^\d+$/.test(name) && isOurs.test(read(`/proc/${name}/cmdline`)));
  let most = 0;
  const look = () => {
    for (const process of processes())
      most = Math.max(most, Number(/^RssAnon:\s+(\d+)/m.exec(read(`/proc/${process}/status`))?.[1] ?? 0) * 1024);
  };
  const timer = setInterval(look, 1000);
  return {
    processorSeconds: () => processes().reduce((sum, process) => sum + ticks(read(`/proc/${process}/stat`)) / 100, 0),
    stop() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}

/** user and system time, in hundredths of a second */
function ticks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
