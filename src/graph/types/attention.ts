// What asks for the operator, as a list of one line each.
import { attentionItems, attentionKinds, type AttentionItem as Item } from "../../store/statistics/attention.ts";
import { builder } from "../builder.ts";
import { admin } from "./scopes.ts";

const AttentionItem = builder.objectRef<Item>("AttentionItem").implement({
  ...admin,
  fields: (t) => ({
    kind: t.exposeString("kind", { description: attentionKinds.join(", ") }),
    subject: t.exposeString("subject", { nullable: true, description: "source or publisher" }),
    count: t.exposeInt("count", { nullable: true }),
    at: t.expose("at", {
      type: "DateTime",
      nullable: true,
      description: "since when; until when for publisher_stopped",
    }),
    detail: t.exposeString("detail", { nullable: true, description: "what was said about it" }),
  }),
});

const redisAway: Item = { kind: "redis_away", subject: null, count: null, at: null, detail: null };

builder.queryField("attention", (t) =>
  t.field({
    ...admin,
    type: [AttentionItem],
    description: "what waits for the operator, the most pressing first; empty: nothing",
    resolve: async (_, __, { db, today, ports }) => [
      ...(ports.counting?.by === "redis_away" ? [redisAway] : []),
      ...(await attentionItems(db, today)),
    ],
  }),
);
