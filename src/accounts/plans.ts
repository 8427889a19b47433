// Plans: the upgrade for an exceeded limit, and the decision when an account chooses a plan. No payment provider is
// built in: an operator who has one writes another `Billing` and passes it to src/start/graphql-endpoint.ts instead of
// the manual one.
import type { Pool } from "pg";
import { AppError } from "../errors.ts";
import { trimEndOf } from "../lib/text.ts";
import type { ExceededLimit, Upgrade } from "../ports/access.ts";
import { writeAudit } from "../store/audit.ts";
import type { Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { setPlan } from "./accounts.ts";

const limitColumns: Record<ExceededLimit | "bytes" | "streams", string> = {
  minute: "per_minute",
  daily: "per_day",
  monthly: "per_month",
  bytes: "bytes_per_day",
  streams: "open_streams",
};

interface PlanRow {
  id: string;
  price: number;
  per_day: number;
  per_minute: number;
  bytes_per_day: number;
  open_streams: number;
}

/**
 * The cheapest listed plan whose exceeded limit is higher than that of `planId`, which may be unlisted itself (demo, custom).
 * `publicUrl` is the base URL that callers see; the plan is changed at /account/plan.
 */
export async function findUpgrade(
  pool: Pool,
  publicUrl: string,
  planId: string,
  exceeded: ExceededLimit | "bytes" | "streams",
): Promise<Upgrade> {
  const url = `${trimEndOf(publicUrl, "/")}/account/plan`;
  const column = limitColumns[exceeded];
  const { rows } = await pool.query<PlanRow>({
    name: `upgrade_${exceeded}`,
    text: `
      SELECT p.id, p.price_per_month::float8 AS price, p.per_day, p.per_minute, p.bytes_per_day::float8 AS bytes_per_day,
        p.open_streams
      FROM plans p, plans own
      WHERE own.id = $1 AND p.listed AND p.price_per_month IS NOT NULL AND p.${column} > own.${column}
      ORDER BY p.price_per_month, p.${column} DESC, p.id LIMIT 1`,
    values: [planId],
  });
  const plan = rows[0];
  if (!plan) return { plan: "custom", url };
  const requests = { requestsPerDay: plan.per_day, requestsPerMinute: plan.per_minute };
  const bytes = exceeded === "bytes" ? { bytesPerDay: plan.bytes_per_day } : {};
  const streams = exceeded === "streams" ? { openStreams: plan.open_streams } : {};
  return { plan: plan.id, price: plan.price, ...requests, ...bytes, ...streams, url };
}

/** An account's request for another plan, by plan ids; `actor` is for the audit log. */
interface PlanWish {
  accountId: string;
  from: string;
  to: string;
  actor: string;
}

interface PlanOutcome {
  /** `changed`: the new plan applies from the next request on; `requested`: the operator decides later */
  outcome: "changed" | "requested";
  /** for the person who chose, e.g. where to pay */
  message: string;
}

export interface Billing {
  /** shown on the page before a plan is chosen */
  readonly mode: "ask" | "immediate";
  /** Called once the request is known to be possible. Rejects with AppError where it is refused. */
  choose(wish: PlanWish): Promise<PlanOutcome>;
}

/**
 * `ask` stores the request, which `disclosed accounts set-plan` or the dashboard grants; `immediate` grants it
 * directly.
 */
export function manualBilling(store: Store, mode: "ask" | "immediate"): Billing {
  return {
    mode,
    async choose({ accountId, to, actor }) {
      if (mode === "immediate") {
        await setPlan(store, { account: accountId, plan: to, actor });
        return { outcome: "changed", message: "The plan applies from your next request." };
      }
      await inChange(store, changeLimits.person, async (db) => {
        await db.account.update({ where: { id: accountId }, data: { requestedPlanId: to } });
        const entry = { action: "account.request_plan", objectType: "account", objectId: accountId } as const;
        await writeAudit(db, { ...entry, actor, after: { plan: to } });
      });
      return { outcome: "requested", message: "Request sent. The operator will contact you." };
    },
  };
}

/** Chooses a listed plan for an account; choosing the account's own plan withdraws an open request. */
export async function choosePlan(
  store: Store,
  billing: Billing,
  { accountId, plan, actor }: { accountId: string; plan: string; actor: string },
): Promise<PlanOutcome> {
  const account = await store.prisma.account.findUnique({ where: { id: accountId } });
  const wanted = await store.prisma.plan.findFirst({ where: { id: plan, listed: true } });
  if (!account || !wanted) throw new AppError("not_found", "Plan not found");
  if (account.planId !== wanted.id)
    return await billing.choose({ accountId, from: account.planId, to: wanted.id, actor });
  await store.prisma.account.update({ where: { id: accountId }, data: { requestedPlanId: null } });
  return { outcome: "changed", message: "This is your current plan." };
}
