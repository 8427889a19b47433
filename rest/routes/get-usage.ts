// GET /usage: limits and usage of the account. Not charged, so that it also works with an exhausted limit.
import { defineRoute } from "../define-route.ts";
import { integer, many, one, type Row, shape, text } from "../fields.ts";

const window = shape("LimitWindow", "the current window of a limit", {
  limit: integer("limit", "requests in the window", { always: true, example: 500 }),
  remaining: integer("remaining", "requests left", { always: true, example: 489 }),
  reset_at: integer("resetAt", "end of the window, Unix seconds", { always: true, example: 1706745600 }),
});

const bytes = shape("ByteWindow", "bytes of ready-made files in the current UTC day", {
  limit: integer("limit", "bytes per day", { always: true, example: 2_000_000_000 }),
  used: integer("used", "bytes sent", { always: true, example: 3_480_112 }),
  remaining: integer("remaining", "bytes left", { always: true, example: 1_996_519_888 }),
  reset_at: integer("resetAt", "end of the day, Unix seconds", { always: true, example: 1706745600 }),
});

const day = shape("UsageDay", "requests of one UTC day, route and status", {
  date: text("day", "UTC day", { always: true, example: "2024-01-31" }),
  route: text("route", "route", { always: true, example: "/trades" }),
  status: integer("status", "HTTP status", { always: true, example: 200 }),
  requests: integer("requests", "number of requests", { always: true, example: 11 }),
});

export default defineRoute({
  path: "/usage",
  operationId: "getUsage",
  tag: "Service",
  summary: "Limits and usage of the account; not counted",
  description:
    "For all keys of the account together: the three limits and the limit of bytes of ready-made files, how much of each remains, and the requests by day, route and status.",
  params: {},
  account: async (access, principal) => (await access.usage(principal)) as unknown as Row,
  item: shape("Usage", "Limits and usage of the account", {
    plan: text("plan", "plan of the account", { always: true, example: "plus" }),
    minute: one("limitStatus.minute", window),
    day: one("limitStatus.day", window),
    month: one("limitStatus.month", window),
    file_bytes: one("fileBytes", bytes),
    requests: many("days", day, "by UTC day, route and status"),
  }),
});
