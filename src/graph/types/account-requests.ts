// Requests and errors of an account, for its own pages and for administrators.
import { badParameters } from "../../errors.ts";
import type { UsageDay } from "../../ports.ts";
import type { ErrorRow, ErrorGroup as Group, RequestMark as Mark } from "../../store/statistics/account-requests.ts";
import { builder, listOf } from "../builder.ts";
import { accountOrAdmin } from "./scopes.ts";

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

/** Number of days until today, today included. */
export const daysArgument = builder.args((t) => ({ days: t.int({ required: true, defaultValue: 30 }) }));

const mostDays = 90;

export function checkDays(days: number): number {
  if (days >= 1 && days <= mostDays) return days;
  throw badParameters({ parameter: "days", message: `must be 1 to ${mostDays}` });
}
