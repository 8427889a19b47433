// Requests and errors of an account, for its own pages and for administrators.
import { badParameters } from "../../errors.ts";
import type { UsageDay } from "../../ports/access.ts";
import type {
  ErrorRow,
  ErrorGroup as Group,
  KeyUse,
  LoggedRow,
  RequestMark as Mark,
} from "../../store/statistics/account-requests.ts";
import { accountOrAdmin, builder, listOf } from "../builder.ts";

export const UsageRow = builder.objectRef<UsageDay>("UsageRow").implement({
  ...accountOrAdmin,
  fields: (t) => ({
    day: t.expose("day", { type: "Date", description: "in UTC" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    requests: t.exposeInt("requests"),
  }),
});

export const RequestMark = builder.objectRef<Mark>("RequestMark").implement({
  ...accountOrAdmin,
  description: "one request with a response",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    milliseconds: t.exposeFloat("milliseconds"),
    requestId: t.exposeString("requestId"),
  }),
});

export const ErrorGroup = builder.objectRef<Group>("ErrorGroup").implement({
  ...accountOrAdmin,
  description: "failed requests with one status, route and cause",
  fields: (t) => ({
    status: t.exposeInt("status"),
    route: t.exposeString("route"),
    code: t.exposeString("code"),
    message: t.exposeString("message", { description: "message of the newest request" }),
    requests: t.exposeInt("requests", {
      description: "number of stored errors: the newest 500 of an account, for 30 days",
    }),
    lastAt: t.expose("lastAt", { type: "DateTime" }),
  }),
});

const RequestError = builder.objectRef<ErrorRow>("RequestError").implement({
  ...accountOrAdmin,
  description: "one failed request",
  fields: (t) => ({
    requestId: t.exposeString("requestId"),
    at: t.expose("at", { type: "DateTime" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    code: t.exposeString("code"),
    message: t.exposeString("message"),
    keyLastFour: t.exposeString("keyLastFour"),
    parameters: t.expose("parameters", { type: "JSON", description: "name -> value or values, as sent" }),
  }),
});

export const RequestErrorList = listOf<ErrorRow>("RequestErrorList", RequestError);

const LoggedRequest = builder.objectRef<LoggedRow>("LoggedRequest").implement({
  ...accountOrAdmin,
  description: "one request in the log",
  fields: (t) => ({
    requestId: t.exposeString("requestId"),
    at: t.expose("at", { type: "DateTime" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    milliseconds: t.exposeFloat("milliseconds"),
    keyName: t.exposeString("keyName", {
      nullable: true,
      description: "null: a feed, or a key that is not stored any more",
    }),
    keyLastFour: t.exposeString("keyLastFour", { nullable: true }),
    parameters: t.expose("parameters", { type: "JSON", description: "name -> value or values, as sent" }),
  }),
});

export const LoggedRequestList = listOf<LoggedRow>("LoggedRequestList", LoggedRequest);

export const KeyUsage = builder.objectRef<KeyUse>("KeyUsage").implement({
  ...accountOrAdmin,
  description: "requests with one key",
  fields: (t) => ({
    keyId: t.exposeString("keyId"),
    name: t.exposeString("name"),
    lastFour: t.exposeString("lastFour"),
    requests: t.exposeFloat("requests"),
    failed: t.exposeFloat("failed", { description: "those with a status of 400 or more" }),
  }),
});

/** `429`, or `4xx` for all from 400 to 499. */
export function statusesOf(text: string | null | undefined): { from: number; to: number } | undefined {
  if (!text) return undefined;
  if (/^[1-5]xx$/.test(text)) return { from: Number(text[0]) * 100, to: Number(text[0]) * 100 + 99 };
  if (/^[1-5]\d\d$/.test(text)) return { from: Number(text), to: Number(text) };
  throw badParameters({ parameter: "status", message: "must be a status such as 429, or a class such as 4xx" });
}
