// Operational reads for the dashboard: accounts, keys, usage, ingestion, quarantine, audit. Behind the scope `admin`;
// a key's hash is in no type.
import type { Page } from "../../store/lists/page.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";

const admin = { authScopes: { admin: true }, complexity: pageComplexity } as const;

const slice = (page: Page) => {
  const { page: number, pageSize } = checkPage(page);
  return { skip: (number - 1) * pageSize, take: pageSize };
};

const Plan = builder.prismaObject("Plan", {
  fields: (t) => ({
    id: t.exposeString("id"),
    name: t.exposeString("name"),
    pricePerMonth: t.expose("pricePerMonth", { type: "Decimal", nullable: true, description: "US dollars" }),
    perMinute: t.exposeInt("perMinute"),
    perDay: t.exposeInt("perDay"),
    perMonth: t.exposeInt("perMonth"),
    commercialUse: t.exposeBoolean("commercialUse"),
    listed: t.exposeBoolean("listed"),
  }),
});

const Account = builder.prismaObject("Account", {
  authScopes: { admin: true },
  fields: (t) => ({
    id: t.exposeString("id"),
    email: t.exposeString("email"),
    plan: t.relation("plan", { type: Plan }),
    status: t.exposeString("status"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

/** everything but the hash */
const shownOfKey = {
  id: true,
  accountId: true,
  name: true,
  lastFour: true,
  allowlist: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
} as const;

const ApiKey = builder.prismaObject("ApiKey", {
  select: shownOfKey,
  authScopes: { admin: true },
  fields: (t) => ({
    id: t.exposeString("id"),
    name: t.exposeString("name"),
    lastFour: t.exposeString("lastFour"),
    allowlist: t.exposeStringList("allowlist"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    lastUsedAt: t.expose("lastUsedAt", { type: "DateTime", nullable: true }),
    expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true }),
    revokedAt: t.expose("revokedAt", { type: "DateTime", nullable: true }),
    account: t.relation("account", { type: Account }),
  }),
});

const UsageDaily = builder.prismaObject("UsageDaily", {
  authScopes: { admin: true },
  fields: (t) => ({
    accountId: t.exposeString("accountId"),
    day: t.expose("day", { type: "Date" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    requests: t.exposeInt("requests"),
  }),
});

const IngestionRun = builder.prismaObject("IngestionRun", {
  authScopes: { admin: true },
  fields: (t) => ({
    id: t.exposeString("id"),
    source: t.exposeString("source"),
    arguments: t.expose("arguments", { type: "JSON" }),
    status: t.exposeString("status"),
    startedAt: t.expose("startedAt", { type: "DateTime" }),
    finishedAt: t.expose("finishedAt", { type: "DateTime", nullable: true }),
    files: t.exposeInt("files"),
    quarantinedFiles: t.exposeInt("quarantinedFiles"),
    found: t.exposeInt("found"),
    new: t.exposeInt("new"),
    unchanged: t.exposeInt("unchanged"),
    amended: t.exposeInt("amended"),
    quarantinedRecords: t.exposeInt("quarantinedRecords"),
    message: t.exposeString("message", { nullable: true }),
  }),
});

const QuarantineItem = builder.prismaObject("QuarantineItem", {
  authScopes: { admin: true },
  fields: (t) => ({
    id: t.exposeInt("id"),
    source: t.exposeString("source"),
    fileName: t.exposeString("fileName"),
    recordRef: t.exposeString("recordRef"),
    reason: t.exposeString("reason"),
    message: t.exposeString("message"),
    detail: t.expose("detail", { type: "JSON", nullable: true }),
    status: t.exposeString("status"),
    sha256: t.exposeString("sha256", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    lastSeenAt: t.expose("lastSeenAt", { type: "DateTime" }),
    resolvedAt: t.expose("resolvedAt", { type: "DateTime", nullable: true }),
    runId: t.exposeString("runId", { nullable: true }),
  }),
});

const AuditEntry = builder.prismaObject("AuditLog", {
  name: "AuditEntry",
  authScopes: { admin: true },
  fields: (t) => ({
    id: t.exposeInt("id"),
    at: t.expose("at", { type: "DateTime" }),
    actor: t.exposeString("actor"),
    action: t.exposeString("action"),
    objectType: t.exposeString("objectType"),
    objectId: t.exposeString("objectId"),
    before: t.expose("before", { type: "JSON", nullable: true }),
    after: t.expose("after", { type: "JSON", nullable: true }),
  }),
});

builder.queryFields((t) => ({
  accounts: t.field({
    ...admin,
    type: listOf("AccountList", Account),
    args: pageArguments,
    resolve: async (_, page, { db }) => ({
      total: await db.account.count(),
      nodes: await db.account.findMany({ ...slice(page), orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
    }),
  }),
  apiKeys: t.field({
    ...admin,
    type: listOf("ApiKeyList", ApiKey),
    args: { accountId: t.arg.string(), ...pageArguments },
    resolve: async (_, { accountId, ...page }, { db }) => {
      const where = { accountId: accountId ?? undefined };
      return {
        total: await db.apiKey.count({ where }),
        nodes: await db.apiKey.findMany({
          ...slice(page),
          where,
          select: shownOfKey,
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        }),
      };
    },
  }),
  usage: t.field({
    ...admin,
    type: listOf("UsageDailyList", UsageDaily),
    args: {
      accountId: t.arg.string(),
      from: t.arg({ type: "Date" }),
      to: t.arg({ type: "Date" }),
      ...pageArguments,
    },
    resolve: async (_, { accountId, from, to, ...page }, { db }) => {
      const where = {
        accountId: accountId ?? undefined,
        day: { gte: from ? new Date(from) : undefined, lte: to ? new Date(to) : undefined },
      };
      const orderBy = [
        { day: "desc" as const },
        { accountId: "asc" as const },
        { route: "asc" as const },
        { status: "asc" as const },
      ];
      return {
        total: await db.usageDaily.count({ where }),
        nodes: await db.usageDaily.findMany({ ...slice(page), where, orderBy }),
      };
    },
  }),
  ingestionRuns: t.field({
    ...admin,
    type: listOf("IngestionRunList", IngestionRun),
    args: { source: t.arg.string(), ...pageArguments },
    resolve: async (_, { source, ...page }, { db }) => {
      const where = { source: source ?? undefined };
      return {
        total: await db.ingestionRun.count({ where }),
        nodes: await db.ingestionRun.findMany({
          ...slice(page),
          where,
          orderBy: [{ startedAt: "desc" }, { id: "desc" }],
        }),
      };
    },
  }),
  quarantine: t.field({
    ...admin,
    type: listOf("QuarantineItemList", QuarantineItem),
    args: {
      source: t.arg.string(),
      status: t.arg.string({ description: "open, resolved or ignored" }),
      ...pageArguments,
    },
    resolve: async (_, { source, status, ...page }, { db }) => {
      const where = { source: source ?? undefined, status: status ?? undefined };
      return {
        total: await db.quarantineItem.count({ where }),
        nodes: await db.quarantineItem.findMany({ ...slice(page), where, orderBy: { id: "desc" } }),
      };
    },
  }),
  auditLog: t.field({
    ...admin,
    type: listOf("AuditEntryList", AuditEntry),
    args: pageArguments,
    resolve: async (_, page, { db }) => ({
      total: await db.auditLog.count(),
      nodes: await db.auditLog.findMany({ ...slice(page), orderBy: { id: "desc" } }),
    }),
  }),
}));
