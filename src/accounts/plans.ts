// The upgrade for an exceeded limit: the cheapest listed plan with a higher limit, else custom volume by arrangement.
import type { Pool } from "pg";
import { trimEndOf } from "../lib/text-ends.ts";
import type { ExceededLimit, Upgrade } from "../ports.ts";

const columns: Record<ExceededLimit | "bytes", string> = {
  minute: "per_minute",
  daily: "per_day",
  monthly: "per_month",
  bytes: "bytes_per_day",
};

interface PlanRow {
  id: string;
  price: number;
  per_day: number;
  per_minute: number;
  bytes_per_day: number;
}

/**
 * The cheapest listed plan whose exceeded limit is higher than that of `planId`, which may be unlisted itself (demo, custom).
 * `publicUrl` is the base URL that callers see; the plan is changed at /account/plan.
 */
export async function findUpgrade(
  pool: Pool,
  publicUrl: string,
  planId: string,
  exceeded: ExceededLimit | "bytes",
): Promise<Upgrade> {
  const url = `${trimEndOf(publicUrl, "/")}/account/plan`;
  const column = columns[exceeded];
  const { rows } = await pool.query<PlanRow>({
    name: `upgrade_${exceeded}`,
    text: `
      SELECT p.id, p.price_per_month::float8 AS price, p.per_day, p.per_minute, p.bytes_per_day::float8 AS bytes_per_day
      FROM plans p, plans own
      WHERE own.id = $1 AND p.listed AND p.price_per_month IS NOT NULL AND p.${column} > own.${column}
      ORDER BY p.price_per_month, p.${column} DESC, p.id LIMIT 1`,
    values: [planId],
  });
  const plan = rows[0];
  if (!plan) return { plan: "custom", url };
  const requests = { requestsPerDay: plan.per_day, requestsPerMinute: plan.per_minute };
  const bytes = exceeded === "bytes" ? { bytesPerDay: plan.bytes_per_day } : {};
  return { plan: plan.id, price: plan.price, ...requests, ...bytes, url };
}
