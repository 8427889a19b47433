// Requests and errors of an account, for its own pages and for administrators.
import type { UsageDay } from "../../ports/access.ts";
import type { Db, Prisma } from "../store.ts";

/** The first or the latest answered request. */
export interface RequestMark {
  at: Date;
  route: string;
  status: number;
  milliseconds: number;
  requestId: string;
}

export async function requestMarks(
  db: Db,
  accountIds: readonly string[],
): Promise<{ accountId: string; first: RequestMark; last: RequestMark }[]> {
  const rows = await db.accountRequests.findMany({ where: { accountId: { in: [...accountIds] } } });
  const mark = (at: Date, of: Prisma.JsonValue) => ({ ...(of as unknown as Omit<RequestMark, "at">), at });
  return rows.map(({ accountId, firstAt, first, lastAt, last }) => ({
    accountId,
    first: mark(firstAt, first),
    last: mark(lastAt, last),
  }));
}

/** Requests of an account by UTC day, route and status, of the last `days` days including today, newest day first. */
export async function usageRows(db: Db, accountId: string, days: number) {
  return await db.$queryRaw<UsageDay[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, route, status, requests FROM usage_daily
    WHERE account_id = ${accountId}::uuid AND day > (now() AT TIME ZONE 'UTC')::date - ${days}::int
    ORDER BY usage_daily.day DESC, route, status`;
}

export interface ErrorRow {
  requestId: string;
  at: Date;
  route: string;
  status: number;
  code: string;
  message: string;
  keyLastFour: string;
  parameters: Prisma.JsonValue;
}

export interface ErrorFilter {
  status?: number | undefined;
  route?: string | undefined;
  code?: string | undefined;
}

/** Stored failed requests, newest first. */
export async function errorRows(
  db: Db,
  accountId: string,
  filter: ErrorFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ total: number; nodes: ErrorRow[] }> {
  const where = { accountId, ...filter };
  const orderBy = [{ at: "desc" as const }, { slot: "desc" as const }];
  return {
    total: await db.accountError.count({ where }),
    nodes: await db.accountError.findMany({ where, orderBy, skip: (page - 1) * pageSize, take: pageSize }),
  };
}

export interface ErrorGroup {
  status: number;
  route: string;
  code: string;
  /** message of the newest one */
  message: string;
  /** number of stored requests */
  requests: number;
  lastAt: Date;
}

/** Failed requests of the last `days` days by status, route and cause; the latest group first. */
export async function errorGroups(db: Db, accountId: string, days: number): Promise<ErrorGroup[]> {
  return await db.$queryRaw<ErrorGroup[]>`
    SELECT status, route, code, (array_agg(message ORDER BY at DESC))[1] AS message, count(*)::int AS requests, max(at) AS "lastAt"
    FROM account_errors WHERE account_id = ${accountId}::uuid AND at > now() - make_interval(days => ${days}::int)
    GROUP BY status, route, code ORDER BY "lastAt" DESC, status, route, code LIMIT 100`;
}

export interface AccountStatistics {
  accountId: string;
  requestsToday: number;
  requestsThisMonth: number;
  activeKeys: number;
}

/** Usage of accounts in the current UTC day and month, from the quota table (one second late if Redis counts). */
export async function accountStatistics(db: Db, accountIds: readonly string[]): Promise<AccountStatistics[]> {
  return await db.$queryRaw<AccountStatistics[]>`
    SELECT a.id::text AS "accountId",
      coalesce(max(q.day_used) FILTER (WHERE q.day_start = date_trunc('day', now(), 'UTC')), 0) AS "requestsToday",
      coalesce(max(q.month_used) FILTER (WHERE q.month_start = date_trunc('month', now(), 'UTC')), 0) AS "requestsThisMonth",
      (SELECT count(*)::int FROM api_keys k
       WHERE k.account_id = a.id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())) AS "activeKeys"
    FROM accounts a LEFT JOIN quota_windows q ON q.account_id = a.id
    WHERE a.id = ANY (${[...accountIds]}::uuid[]) GROUP BY a.id`;
}

export interface AccountFilter {
  search?: string | undefined;
  status?: string | undefined;
  plan?: string | undefined;
  asksForPlan?: boolean | undefined;
}

/**
 * A condition for accounts: `search` matches a part of the e-mail, a whole id, or the last four characters of a key.
 */
export function accountsWhere({ search, status, plan, asksForPlan }: AccountFilter): Prisma.AccountWhereInput {
  const text = search?.trim() ?? "";
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
  const found: Prisma.AccountWhereInput[] = [
    { email: { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" } },
    { keys: { some: { lastFour: text } } },
    ...(isId ? [{ id: text.toLowerCase() }] : []),
  ];
  return {
    ...(text && { OR: found }),
    ...(status && { status }),
    ...(plan && { planId: plan }),
    ...(asksForPlan && { requestedPlanId: { not: null } }),
  };
}
