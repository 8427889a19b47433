// Accounts with their plans, limits, keys and requests: the caller's own as `viewer`, all accounts for administrators.
import { AppError, badParameters } from "../../errors.ts";
import type { ByteStatistics, UsageDay, WindowStatus } from "../../ports/access.ts";
import {
  accountsWhere,
  type ErrorRow,
  errorGroups,
  errorRows,
  type ErrorGroup as Group,
  type RequestMark as Mark,
  usageRows,
} from "../../store/statistics/account-requests.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import type { GraphContext } from "../context.ts";
import type { AccountsPort } from "../ports.ts";
import { ApiKey, shownOfKey } from "./api-key.ts";
import { accountOrAdmin, admin, own } from "./scopes.ts";

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

// Requests and errors of an account, for its own pages and for administrators.
const UsageRow = builder.objectRef<UsageDay>("UsageRow").implement({
  ...accountOrAdmin,
  fields: (t) => ({
    day: t.expose("day", { type: "Date", description: "in UTC" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    requests: t.exposeInt("requests"),
  }),
});

const RequestMark = builder.objectRef<Mark>("RequestMark").implement({
  ...accountOrAdmin,
  description: "one request with a response",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    milliseconds: t.exposeFloat("milliseconds"),
    requestId: t.exposeString("requestId"),
  }),
});

const ErrorGroup = builder.objectRef<Group>("ErrorGroup").implement({
  ...accountOrAdmin,
  description: "failed requests with one status, route and cause",
  fields: (t) => ({
    status: t.exposeInt("status"),
    route: t.exposeString("route"),
    code: t.exposeString("code"),
    message: t.exposeString("message", { description: "message of the newest request" }),
    requests: t.exposeInt("requests", {
      description: "number of stored errors: the newest 500 of an account, for 30 days",
    }),
    lastAt: t.expose("lastAt", { type: "DateTime" }),
  }),
});

const RequestError = builder.objectRef<ErrorRow>("RequestError").implement({
  ...accountOrAdmin,
  description: "one failed request",
  fields: (t) => ({
    requestId: t.exposeString("requestId"),
    at: t.expose("at", { type: "DateTime" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    code: t.exposeString("code"),
    message: t.exposeString("message"),
    keyLastFour: t.exposeString("keyLastFour"),
    parameters: t.expose("parameters", { type: "JSON", description: "name -> value or values, as sent" }),
  }),
});

const RequestErrorList = listOf<ErrorRow>("RequestErrorList", RequestError);

/** Number of days until today, today included. */
const daysArgument = builder.args((t) => ({ days: t.int({ required: true, defaultValue: 30 }) }));

const maxDays = 90;

function checkDays(days: number): number {
  if (days >= 1 && days <= maxDays) return days;
  throw badParameters({ parameter: "days", message: `must be 1 to ${maxDays}` });
}

/** Accounts and keys have such ids; the database fails on any other text. */
export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

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

const statistics = (id: string, { loaders }: GraphContext) => loaders.accountFigures.load(id);
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
      description: "from the buffered usage records, seconds late at most",
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
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: async (_, { search, status, plan, asksForPlan, ...requested }, { db }) => {
      const { page, pageSize } = checkPage(requested);
      const where = accountsWhere({
        search: search ?? undefined,
        status: status ?? undefined,
        plan: plan ?? undefined,
        asksForPlan: asksForPlan ?? undefined,
      });
      return {
        total: await db.account.count({ where }),
        nodes: await db.account.findMany({
          where,
          skip: (page - 1) * pageSize,
          take: pageSize,
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        }),
      };
    },
  }),
}));
