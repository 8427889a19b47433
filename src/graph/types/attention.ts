// Items that need the operator's attention, one line each.
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
      description:
        "when it began; for publisher_stopped when it ends; for records_old the day of the newest record, null without one",
    }),
    detail: t.exposeString("detail", { nullable: true, description: "error message or details" }),
  }),
});

const redisAway: Item = { kind: "redis_away", subject: null, count: null, at: null, detail: null };

builder.queryField("attention", (t) =>
  t.field({
    ...admin,
    type: [AttentionItem],
    description: "items that need the operator's attention, most urgent first",
    resolve: async (_, __, { db, today, ports }) => [
      ...(ports.counting?.by === "redis_away" ? [redisAway] : []),
      ...(await attentionItems(db, today)),
    ],
  }),
);
