// Plans: what an account may ask, and what more costs.
import { builder } from "../builder.ts";
import { admin, affairs } from "./scopes.ts";

export const Plan = builder.prismaObject("Plan", {
  ...affairs,
  fields: (t) => ({
    id: t.exposeString("id"),
    name: t.exposeString("name"),
    pricePerMonth: t.expose("pricePerMonth", { type: "Decimal", nullable: true }),
    perMinute: t.exposeInt("perMinute"),
    perDay: t.exposeInt("perDay"),
    perMonth: t.exposeInt("perMonth"),
    bytesPerDay: t.expose("bytesPerDay", { type: "Decimal" }),
    commercialUse: t.exposeBoolean("commercialUse"),
    listed: t.exposeBoolean("listed"),
  }),
});

builder.queryFields((t) => ({
  allPlans: t.field({
    ...admin,
    type: [Plan],
    description: "those by arrangement too",
    resolve: (_, __, { db }) => db.plan.findMany({ orderBy: [{ perDay: "asc" }, { id: "asc" }] }),
  }),
  plans: t.field({
    ...affairs,
    skipTypeScopes: true,
    type: [Plan],
    description: "the listed plans, cheapest first",
    resolve: (_, __, { db }) =>
      db.plan.findMany({ where: { listed: true }, orderBy: [{ pricePerMonth: "asc" }, { id: "asc" }] }),
  }),
}));
