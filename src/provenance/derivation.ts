// How a row was derived: the bars used for the returns of a trade (entry and exits, for a follower and for the trader),
// and the rules that were used to read and derive the row, with their versions.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { graceDays } from "../derive/scope.ts";
import { holdingPeriods } from "../domain/holding-periods.ts";
import type { Columns } from "../ingest/provenance.ts";
import { addDays, todayUtc } from "../lib/calendar-date.ts";
import { packageRoot, readVersion } from "../lib/package-root.ts";
import { benchmarkSymbol } from "../store/sql/rules.ts";
import type { Store } from "../store/store.ts";
import type { ExplainedFact, ExplainedRule } from "./explanation.ts";
import { asText } from "./rows.ts";

interface Trade {
  id: string;
  filedOn: string;
  tradedOn: string | null;
}

/** Empty for a trade whose outcome is not derived yet. */
export async function outcomeFacts(
  { pool }: Pick<Store, "pool">,
  table: "insider_outcomes" | "politician_outcomes",
  trade: Trade,
): Promise<ExplainedFact[]> {
  const { rows } = await pool.query<Columns>(
    `SELECT o.*, s.symbol, s.provider FROM ${table} o LEFT JOIN price_series s ON s.id = o.series_id WHERE o.trade_id = $1`,
    [trade.id],
  );
  const [outcome] = rows;
  if (!outcome) return [];
  const series = outcome.series_id === null ? "no price series" : `series ${outcome.symbol} of ${outcome.provider}`;
  const reason = outcome.reason === null ? "" : `: ${outcome.reason}`;
  const status = { name: "outcome", value: `${outcome.status}${reason}`, from: series };
  if (outcome.series_id === null) return [status];
  const bars = async (prefix: string, from: string | null, daysToEntry: number) =>
    from === null ? [] : await barFacts(pool, outcome, { prefix, from, daysToEntry });
  return [status, ...(await bars("", trade.filedOn, 1)), ...(await bars("trade_date_", trade.tradedOn, 0))];
}

interface Bar {
  days: number;
  on: string | null;
  close: string | null;
}

/**
 * Entry: the first bar at least `daysToEntry` days after `from`; exits: for each holding period the first bar on or
 * after its last day.
 */
async function barFacts(
  pool: Store["pool"],
  outcome: Columns,
  { prefix, from, daysToEntry }: { prefix: string; from: string; daysToEntry: number },
): Promise<ExplainedFact[]> {
  const { rows } = await pool.query<Bar>(barsOf, [outcome.series_id, from, daysToEntry, [0, ...holdingPeriods]]);
  const [entry, ...exits] = rows;
  const entered = `first adjusted close ${daysToEntry === 0 ? "on or after" : "after"} ${from}`;
  if (!entry?.on) {
    const none = addDays(from, graceDays) < todayUtc() ? `none within ${graceDays} days` : "none yet";
    return [{ name: `${prefix}entry`, value: null, from: `${entered}: ${none}` }];
  }
  const entryOn = entry.on;
  const entryFact = { name: `${prefix}entry`, value: `${entry.close} on ${entryOn}`, from: entered };
  const exitFacts = exits.map((exit) => ({
    name: `${prefix}return_${exit.days}`,
    value: asText(outcome[`${prefix}return_${exit.days}`]),
    from: exit.on
      ? `${exit.close} on ${exit.on} against ${entry.close} on ${entryOn}; ${benchmarkSymbol} ${asText(outcome[`${prefix}spy_return_${exit.days}`]) ?? "unknown"}`
      : withoutBar(entryOn, exit.days),
  }));
  return [entryFact, ...exitFacts];
}

/** Why an exit has no price: its day, or the days of grace after it, are not over yet; or none has a price. */
function withoutBar(entryOn: string, days: number): string {
  const target = `${days} days after the entry`;
  const targetDay = addDays(entryOn, days);
  const today = todayUtc();
  if (targetDay > today) return `${targetDay}, ${target}, is not reached yet`;
  if (addDays(targetDay, graceDays) >= today) return `no bar yet since ${targetDay}, ${target}`;
  return `no bar within ${graceDays} days of ${target}`;
}

const barsOf = `
  WITH entry AS (
    SELECT date FROM price_bars WHERE series_id = $1 AND date BETWEEN $2::date + $3::int AND $2::date + ${graceDays}
      AND adjusted_close IS NOT NULL ORDER BY date LIMIT 1)
  SELECT h.days, bar.date AS on, bar.adjusted_close::text AS close
  FROM unnest($4::int[]) WITH ORDINALITY AS h (days, position)
  LEFT JOIN entry ON true
  LEFT JOIN LATERAL (
    SELECT b.date, b.adjusted_close FROM price_bars b
    WHERE b.series_id = $1 AND b.date BETWEEN entry.date + h.days AND entry.date + h.days + ${graceDays} AND b.adjusted_close IS NOT NULL
    ORDER BY b.date LIMIT 1) AS bar ON true
  ORDER BY h.position`;

/** A reviewed list of prisma/reference; its version is the start of its SHA-256. */
async function reviewedList(file: string): Promise<ExplainedRule> {
  const bytes = await readFile(join(packageRoot, "prisma", "reference", file));
  return { name: file, version: `SHA-256 ${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}` };
}

/** The program's version, which is also that of the parsers, and the reviewed lists. */
export async function rulesOf(lists: string[]): Promise<ExplainedRule[]> {
  const parsers = { name: "parsers and derivation", version: `Disclosed ${await readVersion()}` };
  return [parsers, ...(await Promise.all(lists.map(reviewedList)))];
}

/**
 * The version of the parser that last read the document. If it is not the current one, `disclosed reparse` reads the
 * document again.
 */
export const parserRule = ({ parser_version: version }: Columns, present: number): ExplainedRule => ({
  name: "parser that read the document",
  version: `${asText(version) ?? "older than 1"}, now ${present}`,
});
