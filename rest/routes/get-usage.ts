// GET /usage: the account's own figures. Not charged, so that an exhausted account can still ask.
import { defineRoute } from "../define-route.ts";
import { integer, many, one, type Row, shape, text } from "../fields.ts";

const window = shape("LimitWindow", "one running window", {
  limit: integer("limit", "requests in the window", { always: true, example: 500 }),
  remaining: integer("remaining", "requests left", { always: true, example: 489 }),
  reset_at: integer("resetAt", "end of the window, Unix seconds", { always: true, example: 1706745600 }),
});

const day = shape("UsageDay", "requests of one UTC day, route and status", {
  date: text("day", "UTC day", { always: true, example: "2024-01-31" }),
  route: text("route", "route", { always: true, example: "/trades" }),
  status: integer("status", "HTTP status", { always: true, example: 200 }),
  requests: integer("requests", "how many", { always: true, example: 11 }),
});

export default defineRoute({
  path: "/usage",
  operationId: "getUsage",
  tag: "Service",
  summary: "The account's own figures; not counted",
  description:
    "Of all keys of the account: what is left of its three windows, and its requests by day, route and status.",
  params: {},
  account: async (access, principal) => (await access.usage(principal)) as unknown as Row,
  item: shape("Usage", "What the account has used", {
    plan: text("plan", "plan of the account", { always: true, example: "plus" }),
    minute: one("figures.minute", window),
    day: one("figures.day", window),
    month: one("figures.month", window),
    requests: many("days", day, "by UTC day, route and status"),
  }),
});
