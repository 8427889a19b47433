// Accounts with their plans, limits, keys and requests: the caller's own as `viewer`, all accounts for administrators.
import { nearLimitPercent } from "../../domain/account-limits.ts";
import { AppError, badParameters } from "../../errors.ts";
import { isUuid } from "../../lib/text.ts";
import type { ByteStatistics, WindowStatus } from "../../ports/access.ts";
import { sliceOf } from "../../store/lists/page.ts";
import {
  accountsWhere,
  errorGroups,
  errorRows,
  keyUses,
  loggedRoutes,
  loggedRows,
  usageRows,
} from "../../store/statistics/account-requests.ts";
import { accountOrAdmin, admin, builder, checkPage, listOf, own, pageArguments, pageComplexity } from "../builder.ts";
import type { GraphContext } from "../context.ts";
import type { AccountsPort } from "../ports.ts";
import {
  ErrorGroup,
  KeyUsage,
  LoggedRequestList,
  RequestErrorList,
  RequestMark,
  statusesOf,
  UsageRow,
} from "./account-requests.ts";
import { ApiKey, shownOfKey } from "./api-key.ts";

export const Plan = builder.prismaObject("Plan", {
  ...accountOrAdmin,
  fields: (t) => ({
    id: t.exposeString("id"),
    name: t.exposeString("name"),
    pricePerMonth: t.expose("pricePerMonth", { type: "Decimal", nullable: true }),
    perMinute: t.exposeInt("perMinute"),
    perDay: t.exposeInt("perDay"),
    perMonth: t.exposeInt("perMonth"),
    bytesPerDay: t.expose("bytesPerDay", { type: "Decimal" }),
    subscriptions: t.exposeInt("subscriptions"),
    openStreams: t.exposeInt("openStreams"),
    commercialUse: t.exposeBoolean("commercialUse"),
    listed: t.exposeBoolean("listed"),
  }),
});

builder.queryFields((t) => ({
  allPlans: t.field({
    ...admin,
    type: [Plan],
    description: "including plans that only the operator assigns",
    resolve: (_, __, { db }) => db.plan.findMany({ orderBy: [{ perDay: "asc" }, { id: "asc" }] }),
  }),
  plans: t.field({
    ...accountOrAdmin,
    skipTypeScopes: true,
    type: [Plan],
    description: "the listed plans, cheapest first",
    resolve: (_, __, { db }) =>
      db.plan.findMany({ where: { listed: true }, orderBy: [{ pricePerMonth: "asc" }, { id: "asc" }] }),
  }),
}));

/** Number of days until today, today included. */
const daysArgument = builder.args((t) => ({ days: t.int({ required: true, defaultValue: 30 }) }));

const maxDays = 90;

function checkDays(days: number): number {
  if (days >= 1 && days <= maxDays) return days;
  throw badParameters({ parameter: "days", message: `must be 1 to ${maxDays}` });
}

export function accountsPort({ ports }: GraphContext): AccountsPort {
  if (!ports.accounts) throw new AppError("unavailable", "accounts are not available in this process");
  return ports.accounts;
}

/** The account of the signed-in user; the scope `account` guarantees that there is one. */
export function ownAccount({ principal }: GraphContext): string {
  if (principal?.accountId === undefined) throw new AppError("unauthorized");
  return principal.accountId;
}

const LimitWindow = builder.objectRef<WindowStatus>("LimitWindow").implement({
  ...accountOrAdmin,
  fields: (t) => ({
    limit: t.exposeInt("limit"),
    used: t.int({ resolve: ({ limit, remaining }) => limit - remaining }),
    remaining: t.exposeInt("remaining"),
    resetAt: t.field({ type: "DateTime", resolve: ({ resetAt }) => new Date(resetAt * 1000) }),
  }),
});

const FileBytes = builder.objectRef<ByteStatistics>("FileBytes").implement({
  ...accountOrAdmin,
  description: "bytes of ready-made files in the current UTC day",
  fields: (t) => ({
    limit: t.exposeFloat("limit"),
    used: t.exposeFloat("used"),
    remaining: t.exposeFloat("remaining"),
    resetAt: t.field({ type: "DateTime", resolve: ({ resetAt }) => new Date(resetAt * 1000) }),
  }),
});

const AccountLimits = builder.objectRef<Awaited<ReturnType<AccountsPort["limits"]>>>("AccountLimits").implement({
  ...accountOrAdmin,
  description: "limits of the current UTC minute, day and month, exact",
  fields: (t) => ({
    minute: t.field({ type: LimitWindow, resolve: ({ minute }) => minute }),
    day: t.field({ type: LimitWindow, resolve: ({ day }) => day }),
    month: t.field({ type: LimitWindow, resolve: ({ month }) => month }),
    fileBytes: t.field({ type: FileBytes, resolve: ({ fileBytes }) => fileBytes }),
  }),
});

const statistics = (id: string, { loaders }: GraphContext) => loaders.accountStatistics.load(id);
const marks = (id: string, { loaders }: GraphContext) => loaders.requestMarks.load(id);

export const Account = builder.prismaObject("Account", {
  ...accountOrAdmin,
  fields: (t) => ({
    id: t.exposeString("id"),
    email: t.exposeString("email"),
    plan: t.relation("plan", { type: Plan }),
    requestedPlan: t.relation("requestedPlan", {
      type: Plan,
      nullable: true,
      description: "requested plan, waiting for the operator's decision",
    }),
    status: t.exposeString("status"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    limits: t.field({
      type: AccountLimits,
      complexity: 20,
      resolve: ({ id }, _, context) => accountsPort(context).limits(id),
    }),
    requestsToday: t.int({
      description: "as counted for the account's limits",
      resolve: async ({ id }, _, context) => (await statistics(id, context))?.requestsToday ?? 0,
    }),
    requestsThisMonth: t.int({
      resolve: async ({ id }, _, context) => (await statistics(id, context))?.requestsThisMonth ?? 0,
    }),
    activeKeys: t.int({ resolve: async ({ id }, _, context) => (await statistics(id, context))?.activeKeys ?? 0 }),
    keys: t.field({
      type: [ApiKey],
      description: "newest first, including expired and revoked keys",
      resolve: ({ id }, _, { db }) =>
        db.apiKey.findMany({
          where: { accountId: id },
          select: shownOfKey,
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
          take: 200,
        }),
    }),
    usage: t.field({
      type: [UsageRow],
      args: daysArgument,
      description: "requests by UTC day, route and status; a day without requests has no row",
      resolve: ({ id }, { days }, { db }) => usageRows(db, id, checkDays(days)),
    }),
    keyUsage: t.field({
      type: [KeyUsage],
      args: daysArgument,
      description: "requests by key, most first; a key without requests has no row",
      resolve: ({ id }, { days }, { db }) => keyUses(db, id, checkDays(days)),
    }),
    requests: t.field({
      type: LoggedRequestList,
      description: "log of requests, newest first: the newest 10,000, for 30 days",
      args: {
        route: t.arg.string(),
        status: t.arg.string({ description: "a status, or a class such as 4xx" }),
        keyId: t.arg.string(),
        day: t.arg({ type: "Date", description: "in UTC" }),
        ...pageArguments,
      },
      complexity: pageComplexity,
      resolve: ({ id }, { route, status, keyId, day, ...page }, { db }) => {
        if (keyId && !isUuid(keyId)) throw badParameters({ parameter: "keyId", message: "must be the id of a key" });
        const filter = { route: route || undefined, statuses: statusesOf(status), keyId: keyId || undefined };
        return loggedRows(db, id, { ...filter, day: day ?? undefined }, checkPage(page));
      },
    }),
    requestRoutes: t.stringList({
      description: "endpoints of the requests in the log",
      resolve: ({ id }, _, { db }) => loggedRoutes(db, id),
    }),
    firstRequest: t.field({
      type: RequestMark,
      nullable: true,
      resolve: async ({ id }, _, context) => (await marks(id, context))?.first ?? null,
    }),
    lastRequest: t.field({
      type: RequestMark,
      nullable: true,
      resolve: async ({ id }, _, context) => (await marks(id, context))?.last ?? null,
    }),
    errorGroups: t.field({
      type: [ErrorGroup],
      args: daysArgument,
      resolve: ({ id }, { days }, { db }) => errorGroups(db, id, checkDays(days)),
    }),
    errors: t.field({
      type: RequestErrorList,
      args: { status: t.arg.int(), route: t.arg.string(), code: t.arg.string(), ...pageArguments },
      complexity: pageComplexity,
      resolve: ({ id }, { status, route, code, ...page }, { db }) =>
        errorRows(
          db,
          id,
          { status: status ?? undefined, route: route ?? undefined, code: code ?? undefined },
          checkPage(page),
        ),
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    ...own,
    type: Account,
    description: "the account of the signed-in user",
    resolve: (_, __, context) => context.db.account.findUniqueOrThrow({ where: { id: ownAccount(context) } }),
  }),
  planChanges: t.string({
    ...accountOrAdmin,
    skipTypeScopes: true,
    description: "effect of choosePlan: ask (the operator decides) or immediate",
    resolve: (_, __, context) => accountsPort(context).planChanges,
  }),
  account: t.field({
    ...admin,
    type: Account,
    nullable: true,
    args: { id: t.arg.string({ required: true }) },
    resolve: (_, { id }, { db }) => (isUuid(id) ? db.account.findUnique({ where: { id } }) : null),
  }),
  accounts: t.field({
    ...admin,
    type: listOf("AccountList", Account),
    args: {
      search: t.arg.string({ description: "part of the e-mail, an id, or the last four characters of a key" }),
      status: t.arg.string(),
      plan: t.arg.string(),
      asksForPlan: t.arg.boolean({ description: "only accounts that wait for a requested plan" }),
      nearLimit: t.arg.boolean({
        description: `only active accounts that have used ${nearLimitPercent} percent of their day or month, or more`,
      }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: async (_, { search, status, plan, asksForPlan, nearLimit, ...page }, { db }) => {
      const slice = sliceOf(checkPage(page));
      const where = await accountsWhere(db, {
        search: search ?? undefined,
        status: status ?? undefined,
        plan: plan ?? undefined,
        asksForPlan: asksForPlan ?? undefined,
        nearLimit: nearLimit ?? undefined,
      });
      return {
        total: await db.account.count({ where }),
        nodes: await db.account.findMany({
          where,
          ...slice,
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        }),
      };
    },
  }),
}));
