// Operational data for the dashboard: keys, usage, audit log. Needs the scope `admin`.
import { auditKinds } from "../../domain/audit-log.ts";
import { badParameters } from "../../errors.ts";
import { isUuid } from "../../lib/text.ts";
import { type AuditNames, auditWhere, eventsOf, namesOf } from "../../store/audit.ts";
import { sliceOf } from "../../store/lists/page.ts";
import type { Db } from "../../store/store.ts";
import { admin, builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { ApiKey, shownOfKey } from "./api-key.ts";

const adminPage = { ...admin, complexity: pageComplexity } as const;

/** Account ids are UUIDs in the store, which fails on any other text. */
function checkAccountId(accountId: string | null | undefined): string | undefined {
  if (accountId == null) return undefined;
  if (isUuid(accountId)) return accountId;
  throw badParameters({ parameter: "accountId", message: "must be the id of an account" });
}

const UsageDaily = builder.prismaObject("UsageDaily", {
  ...admin,
  fields: (t) => ({
    accountId: t.exposeString("accountId"),
    day: t.expose("day", { type: "Date" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    requests: t.exposeInt("requests"),
  }),
});

const AuditEntry = builder.prismaObject("AuditLog", {
  name: "AuditEntry",
  ...admin,
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

type AuditRow = Awaited<ReturnType<Db["auditLog"]["findMany"]>>[number];

const AuditEvent = builder.objectRef<{ entry: AuditRow; names: AuditNames }>("AuditEvent").implement({
  description: "A row of the audit log with current names",
  ...admin,
  fields: (t) => ({
    entry: t.field({ type: AuditEntry, resolve: ({ entry }) => entry }),
    actorName: t.string({
      nullable: true,
      description: "e-mail address of the user",
      resolve: ({ names }) => names.actor,
    }),
    objectName: t.string({
      nullable: true,
      description: "name of the changed object; null if it no longer exists",
      resolve: ({ names }) => names.object,
    }),
  }),
});

builder.queryFields((t) => ({
  apiKeys: t.field({
    ...adminPage,
    type: listOf("ApiKeyList", ApiKey),
    args: { accountId: t.arg.string(), ...pageArguments },
    resolve: async (_, { accountId, ...requested }, { db }) => {
      const page = checkPage(requested);
      const where = { accountId: checkAccountId(accountId) };
      return {
        total: await db.apiKey.count({ where }),
        nodes: await db.apiKey.findMany({
          ...sliceOf(page),
          where,
          select: shownOfKey,
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        }),
      };
    },
  }),
  usage: t.field({
    ...adminPage,
    type: listOf("UsageDailyList", UsageDaily),
    args: {
      accountId: t.arg.string(),
      from: t.arg({ type: "Date" }),
      to: t.arg({ type: "Date" }),
      ...pageArguments,
    },
    resolve: async (_, { accountId, from, to, ...requested }, { db }) => {
      const page = checkPage(requested);
      const where = {
        accountId: checkAccountId(accountId),
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
        nodes: await db.usageDaily.findMany({ ...sliceOf(page), where, orderBy }),
      };
    },
  }),
  auditLog: t.field({
    ...adminPage,
    type: listOf("AuditEntryList", AuditEntry),
    args: {
      accountId: t.arg.string({ description: "actions on an account and its keys, or by its user" }),
      actor: t.arg.string(),
      action: t.arg.string({ description: "prefix of the action, e.g. `account.`" }),
      ...pageArguments,
    },
    resolve: async (_, { accountId, actor, action, ...requested }, { db }) => {
      const page = checkPage(requested);
      const where = await auditWhere(db, {
        accountId: accountId ?? undefined,
        actor: actor ?? undefined,
        action: action ?? undefined,
      });
      return {
        total: await db.auditLog.count({ where }),
        nodes: await db.auditLog.findMany({ ...sliceOf(page), where, orderBy: { id: "desc" } }),
      };
    },
  }),
  auditEvents: t.field({
    ...adminPage,
    type: listOf("AuditEventList", AuditEvent),
    description: "the audit log with one row per event: a row with a more detailed later row is left out",
    args: {
      accountId: t.arg.string({ description: "actions on an account and its keys, or by its user" }),
      actor: t.arg.string({ description: "part of the actor's e-mail address or name" }),
      kind: t.arg.string({ description: Object.keys(auditKinds).join(", ") }),
      object: t.arg.string({ description: "part of the object's current name, or its id" }),
      ...pageArguments,
    },
    resolve: async (_, { accountId, actor, kind, object, ...requested }, { db }) => {
      const page = checkPage(requested);
      const filter = {
        accountId: accountId ?? undefined,
        actor: actor ?? undefined,
        kind: kind ?? undefined,
        object: object ?? undefined,
      };
      const { total, ids } = await eventsOf(db, { ...filter, ...sliceOf(page) });
      const entries = await db.auditLog.findMany({ where: { id: { in: ids } }, orderBy: { id: "desc" } });
      const names = await namesOf(db, entries);
      return {
        total,
        nodes: entries.map((entry, at) => ({ entry, names: names[at] ?? { actor: null, object: null } })),
      };
    },
  }),
}));
