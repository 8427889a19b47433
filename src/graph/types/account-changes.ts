// Mutations of accounts: users change their own keys and plan, administrators those of all accounts. The work is done
// by the accounts port.
import { AppError } from "../../errors.ts";
import { isUuid } from "../../lib/text.ts";
import { accountOrAdmin, admin, builder, ownChange } from "../builder.ts";
import { actorOf, type GraphContext } from "../context.ts";
import { Account, accountsPort, ownAccount, Plan } from "./account.ts";
import { ApiKey, IssuedKey, shownOfKey } from "./api-key.ts";

const hourMs = 3_600_000;

const KeyOverlap = builder.enumType("KeyOverlap", {
  description: "how long the old key remains valid after the new one is created",
  values: { NOW: { value: 0 }, DAY: { value: 24 * hourMs }, WEEK: { value: 7 * 24 * hourMs } } as const,
});

const StatusChange = builder.enumType("StatusChange", {
  values: { APPROVE: { value: "approve" }, SUSPEND: { value: "suspend" }, RESUME: { value: "resume" } } as const,
});

const PlanChoice = builder
  .objectRef<{ outcome: "changed" | "requested"; message: string; accountId: string }>("PlanChoice")
  .implement({
    ...accountOrAdmin,
    fields: (t) => ({
      outcome: t.exposeString("outcome", {
        description: "changed, or requested: the request waits for the operator's decision",
      }),
      message: t.exposeString("message"),
      plan: t.field({
        type: Plan,
        description: "the current plan",
        resolve: async ({ accountId }, _, { db }) =>
          (await db.account.findUniqueOrThrow({ where: { id: accountId }, include: { plan: true } })).plan,
      }),
    }),
  });

const OneTimeLink = builder.objectRef<{ link: string; expiresAt: Date }>("OneTimeLink").implement({
  ...admin,
  description: "link for setting a password, once",
  fields: (t) => ({
    link: t.exposeString("link"),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
  }),
});

const keyTerms = builder.args((t) => ({
  name: t.string({ required: true }),
  expiresAt: t.field({ type: "DateTime", description: "null: never" }),
  allowlist: t.stringList({
    required: true,
    defaultValue: [],
    description: "addresses and CIDR blocks; empty: any address",
  }),
}));

/** A DateTime is a text in RFC 3339. */
const termsOf = (given: { name: string; expiresAt?: string | null | undefined; allowlist: string[] }) => ({
  ...given,
  expiresAt: given.expiresAt ? new Date(given.expiresAt) : null,
});

const keyById = async ({ db }: GraphContext, id: string) =>
  await db.apiKey.findUniqueOrThrow({ where: { id }, select: shownOfKey });

const accountById = async ({ db }: GraphContext, id: string) => await db.account.findUniqueOrThrow({ where: { id } });

builder.mutationFields((t) => ({
  createKey: t.field({
    ...ownChange,
    type: IssuedKey,
    args: keyTerms,
    resolve: (_, terms, context) =>
      accountsPort(context).createKey(ownAccount(context), termsOf(terms), actorOf(context)),
  }),
  editKey: t.field({
    ...ownChange,
    type: ApiKey,
    args: { id: t.arg.string({ required: true }), ...keyTerms },
    resolve: async (_, { id, ...terms }, context) => {
      await accountsPort(context).editKey(ownAccount(context), id, termsOf(terms), actorOf(context));
      return await keyById(context, id);
    },
  }),
  rotateKey: t.field({
    ...ownChange,
    type: IssuedKey,
    args: { id: t.arg.string({ required: true }), overlap: t.arg({ type: KeyOverlap, required: true }) },
    resolve: (_, { id, overlap }, context) =>
      accountsPort(context).rotateKey(ownAccount(context), id, overlap, actorOf(context)),
  }),
  revokeKey: t.field({
    ...ownChange,
    type: ApiKey,
    args: { id: t.arg.string({ required: true }) },
    resolve: async (_, { id }, context) => {
      await accountsPort(context).revokeKey(ownAccount(context), id, actorOf(context));
      return await keyById(context, id);
    },
  }),
  choosePlan: t.field({
    ...ownChange,
    type: PlanChoice,
    args: { plan: t.arg.string({ required: true }) },
    resolve: async (_, { plan }, context) => {
      const accountId = ownAccount(context);
      return { ...(await accountsPort(context).choosePlan(accountId, plan, actorOf(context))), accountId };
    },
  }),
}));

builder.mutationFields((t) => ({
  setAccountPlan: t.field({
    type: Account,
    args: { id: t.arg.string({ required: true }), plan: t.arg.string({ required: true }) },
    resolve: async (_, { id, plan }, context) => {
      await accountsPort(context).setPlan(id, plan, actorOf(context));
      return await accountById(context, id);
    },
  }),
  changeAccountStatus: t.field({
    type: Account,
    args: { id: t.arg.string({ required: true }), change: t.arg({ type: StatusChange, required: true }) },
    resolve: async (_, { id, change }, context) => {
      await accountsPort(context).changeStatus(id, change, actorOf(context));
      return await accountById(context, id);
    },
  }),
  createPartnerKey: t.field({
    type: IssuedKey,
    description: "creates a key that works only from the addresses of its allowlist",
    args: {
      accountId: t.arg.string({ required: true }),
      name: t.arg.string({ required: true }),
      allowlist: t.arg.stringList({ required: true, description: "addresses and CIDR blocks" }),
    },
    resolve: (_, { accountId, name, allowlist }, context) =>
      accountsPort(context).createPartnerKey(accountId, name, allowlist, actorOf(context)),
  }),
  issueResetLink: t.field({
    type: OneTimeLink,
    description: "creates a link for the owner of an account; earlier links expire",
    args: { accountId: t.arg.string({ required: true }) },
    resolve: (_, { accountId }, context) => accountsPort(context).issueResetLink(accountId, actorOf(context)),
  }),
  removeAccount: t.boolean({
    description: "deletes an account with its keys, users and usage; only its id remains in the audit log",
    args: { id: t.arg.string({ required: true }) },
    resolve: async (_, { id }, context) => {
      await accountsPort(context).remove(id, actorOf(context));
      return true;
    },
  }),
  revokeAccountKey: t.field({
    type: ApiKey,
    description: "revokes a key of any account",
    args: { id: t.arg.string({ required: true }) },
    resolve: async (_, { id }, context) => {
      const key = isUuid(id) ? await context.db.apiKey.findUnique({ where: { id }, select: shownOfKey }) : null;
      if (!key) throw new AppError("not_found", "Key not found");
      await accountsPort(context).revokeKey(key.accountId, id, actorOf(context));
      return await keyById(context, id);
    },
  }),
}));
