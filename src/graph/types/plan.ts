// Plans: their limits and prices.
import { builder } from "../builder.ts";
import { accountOrAdmin, admin } from "./scopes.ts";

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
