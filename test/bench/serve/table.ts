// The table of a run, with a block for each scenario.
import type { Cell } from "./measure.ts";

const columns: [string, (cell: Cell, raw: Cell | undefined) => string][] = [
  ["conn", ({ connections }) => String(connections)],
  ["req/s", ({ rps }) => shown(rps)],
  ["spread", ({ rps_spread: spread }) => (spread ? `${spread[0]}-${spread[1]}` : "-")],
  ["x raw", ({ ratio_to_raw }) => (ratio_to_raw === null ? "-" : ratio_to_raw.toFixed(4))],
  ["p50 ms", ({ p50_ms }) => shown(p50_ms)],
  ["p99 ms", ({ p99_ms }) => shown(p99_ms)],
  ["CPU us", ({ cpu_us }) => shown(cpu_us)],
  ["CPU/raw", ({ cpu_us }, raw) => shown(cpu_us !== null && raw?.cpu_us ? cpu_us / raw.cpu_us : null)],
  ["pg us", ({ pg_cpu_us }) => shown(pg_cpu_us)],
  ["hits", ({ hit_rate }) => (hit_rate === null ? "-" : hit_rate.toFixed(3))],
  ["MB", ({ rss_mb }) => shown(rss_mb)],
  ["load", ({ load_cpu }) => load_cpu.toFixed(2)],
];

/** A block for each scenario, contenders in their order. */
export function tableOf(cells: Cell[]): string {
  const blocks = [...new Set(cells.map(({ scenario }) => scenario))].map((scenario) => {
    const rows = cells.filter((cell) => cell.scenario === scenario);
    const head = line(
      scenario,
      columns.map(([name]) => name),
    );
    const body = rows.map((cell) =>
      [
        line(
          cell.contender,
          columns.map(([, show]) => show(cell, rawBeside(rows, cell))),
        ),
        cell.note,
      ]
        .filter(Boolean)
        .join("  "),
    );
    return [head, ...body].join("\n");
  });
  return blocks.join("\n\n");
}

/** The cell of raw node:http with the same number of connections. */
const rawBeside = (rows: Cell[], { connections }: Cell) =>
  rows.find((cell) => cell.contender === "raw" && cell.connections === connections);

const line = (name: string, cells: string[]) =>
  name.padEnd(20) + cells.map((cell, index) => cell.padStart(index === 2 ? 14 : 9)).join("");

function shown(value: number | null): string {
  if (value === null) return "-";
  return value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2);
}
