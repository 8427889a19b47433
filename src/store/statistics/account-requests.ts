// Requests and errors of an account, for its own pages and for administrators.

import { nearLimitPercent } from "../../domain/account-limits.ts";
import { isUuid } from "../../lib/text.ts";
import type { UsageDay } from "../../ports/access.ts";
import { type Listed, type Page, sliceOf } from "../lists/page.ts";
import { type Db, Prisma } from "../store.ts";

/** The first or the latest request that got a response. */
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

export interface KeyUse {
  keyId: string;
  name: string;
  lastFour: string;
  requests: number;
  failed: number;
}

/** Requests of each key of an account in the last `days` days including today, most first; none: no row. */
export async function keyUses(db: Db, accountId: string, days: number): Promise<KeyUse[]> {
  return await db.$queryRaw<KeyUse[]>`
    SELECT k.id::text AS "keyId", k.name, k.last_four AS "lastFour", sum(u.requests)::float8 AS requests,
      sum(u.failed)::float8 AS failed
    FROM key_usage u JOIN api_keys k ON k.id = u.key_id
    WHERE k.account_id = ${accountId}::uuid AND u.day > (now() AT TIME ZONE 'UTC')::date - ${days}::int
    GROUP BY k.id ORDER BY 4 DESC, k.created_at DESC, k.id LIMIT 200`;
}

export interface LoggedRow {
  requestId: string;
  at: Date;
  route: string;
  status: number;
  milliseconds: number;
  /** null: no key of the account, but a feed */
  keyName: string | null;
  keyLastFour: string | null;
  parameters: Prisma.JsonValue;
}

export interface LogFilter {
  route?: string | undefined;
  /** inclusive */
  statuses?: { from: number; to: number } | undefined;
  keyId?: string | undefined;
  /** UTC day, YYYY-MM-DD */
  day?: string | undefined;
}

/** The log of an account's requests, newest first. */
export async function loggedRows(
  db: Db,
  accountId: string,
  { route, statuses, keyId, day }: LogFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ total: number; nodes: LoggedRow[] }> {
  const conditions = [
    Prisma.sql`l.account_id = ${accountId}::uuid`,
    ...(route === undefined ? [] : [Prisma.sql`l.route = ${route}`]),
    ...(statuses ? [Prisma.sql`l.status BETWEEN ${statuses.from} AND ${statuses.to}`] : []),
    ...(keyId === undefined ? [] : [Prisma.sql`l.key_id = ${keyId}::uuid`]),
    ...(day === undefined ? [] : [Prisma.sql`(l.at AT TIME ZONE 'UTC')::date = ${day}::date`]),
  ];
  const where = Prisma.join(conditions, " AND ");
  const [{ total }] = await db.$queryRaw<[{ total: number }]>`
    SELECT count(*)::int AS total FROM request_log l WHERE ${where}`;
  const nodes = await db.$queryRaw<LoggedRow[]>`
    SELECT l.request_id AS "requestId", l.at, l.route, l.status, l.milliseconds, k.name AS "keyName",
      k.last_four AS "keyLastFour", l.parameters
    FROM request_log l LEFT JOIN api_keys k ON k.id = l.key_id AND k.account_id = l.account_id
    WHERE ${where} ORDER BY l.at DESC, l.slot DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
  return { total, nodes };
}

/** The routes of the logged requests of an account. */
export async function loggedRoutes(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ route: string }[]>`
    SELECT DISTINCT route FROM request_log WHERE account_id = ${accountId}::uuid ORDER BY route`;
  return rows.map(({ route }) => route);
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
export async function errorRows(db: Db, accountId: string, filter: ErrorFilter, page: Page): Promise<Listed<ErrorRow>> {
  const where = { accountId, ...filter };
  const orderBy = [{ at: "desc" as const }, { slot: "desc" as const }];
  return {
    total: await db.accountError.count({ where }),
    nodes: await db.accountError.findMany({ where, orderBy, ...sliceOf(page) }),
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
  /** accounts that have used most of their day or month */
  nearLimit?: boolean | undefined;
}

/** Ids of the active accounts that have used up their day or month, or nearly so. */
async function idsNearLimit(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT a.id::text AS id
    FROM quota_windows q JOIN accounts a ON a.id = q.account_id AND a.status = 'active' JOIN plans p ON p.id = a.plan_id
    WHERE q.day_start = date_trunc('day', now(), 'UTC') AND p.per_day > 0
        AND q.day_used::bigint * 100 >= p.per_day::bigint * ${nearLimitPercent}::int
      OR q.month_start = date_trunc('month', now(), 'UTC') AND p.per_month > 0
        AND q.month_used::bigint * 100 >= p.per_month::bigint * ${nearLimitPercent}::int`;
  return rows.map(({ id }) => id);
}

/**
 * A condition for accounts: `search` matches a part of the e-mail, a whole id, or the last four characters of a key.
 */
export async function accountsWhere(
  db: Db,
  { search, status, plan, asksForPlan, nearLimit }: AccountFilter,
): Promise<Prisma.AccountWhereInput> {
  const text = search?.trim() ?? "";
  const found: Prisma.AccountWhereInput[] = [
    { email: { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" } },
    { keys: { some: { lastFour: text } } },
    ...(isUuid(text) ? [{ id: text.toLowerCase() }] : []),
  ];
  return {
    ...(text && { OR: found }),
    ...(status && { status }),
    ...(plan && { planId: plan }),
    ...(asksForPlan && { requestedPlanId: { not: null } }),
    ...(nearLimit && { AND: { id: { in: await idsNearLimit(db) } } }),
  };
}
