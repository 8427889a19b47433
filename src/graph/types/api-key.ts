// API keys without their secret; no type shows the hash.
import { keyStateOf } from "../../domain/key-state.ts";
import { accountOrAdmin, builder } from "../builder.ts";
import type { IssuedKey as Issued } from "../ports.ts";

/** all columns except the hash */
export const shownOfKey = {
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

export const ApiKey = builder.prismaObject("ApiKey", {
  select: shownOfKey,
  ...accountOrAdmin,
  fields: (t) => ({
    id: t.exposeString("id"),
    name: t.exposeString("name"),
    lastFour: t.exposeString("lastFour"),
    allowlist: t.exposeStringList("allowlist"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    lastUsedAt: t.expose("lastUsedAt", { type: "DateTime", nullable: true }),
    expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true }),
    revokedAt: t.expose("revokedAt", { type: "DateTime", nullable: true }),
    state: t.string({
      description: "active, expired or revoked",
      resolve: keyStateOf,
    }),
    account: t.relation("account"),
  }),
});

/** The only type that contains a whole key, as the result of the mutation that creates the key. */
export const IssuedKey = builder.objectRef<Issued>("IssuedKey").implement({
  ...accountOrAdmin,
  fields: (t) => ({
    secret: t.exposeString("secret", { description: "the whole key; it cannot be shown again" }),
    key: t.field({
      type: ApiKey,
      resolve: ({ id }, _, { db }) => db.apiKey.findUniqueOrThrow({ where: { id }, select: shownOfKey }),
    }),
    replaced: t.field({
      type: ApiKey,
      nullable: true,
      description: "the key that it replaces, with its expiry",
      resolve: ({ replacedId }, _, { db }) =>
        replacedId === undefined ? null : db.apiKey.findUnique({ where: { id: replacedId }, select: shownOfKey }),
    }),
  }),
});
