// What an account asked for and what failed: rows for its own pages and for administrators.
import { AppError } from "../../errors.ts";
import type { ErrorRow, ErrorGroup as Group, RequestMark as Mark } from "../../store/statistics/account-requests.ts";
import { builder, listOf } from "../builder.ts";
import { affairs } from "./scopes.ts";

export interface UsageOfDay {
  day: string;
  route: string;
  status: number;
  requests: number;
}

export const UsageRow = builder.objectRef<UsageOfDay>("UsageRow").implement({
  ...affairs,
  fields: (t) => ({
    day: t.expose("day", { type: "Date", description: "in UTC" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    requests: t.exposeInt("requests"),
  }),
});

export const RequestMark = builder.objectRef<Mark>("RequestMark").implement({
  ...affairs,
  description: "one answered request",
  fields: (t) => ({
    at: t.expose("at", { type: "DateTime" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    milliseconds: t.exposeFloat("milliseconds"),
    requestId: t.exposeString("requestId"),
  }),
});

export const ErrorGroup = builder.objectRef<Group>("ErrorGroup").implement({
  ...affairs,
  description: "failed requests with one status, route and cause",
  fields: (t) => ({
    status: t.exposeInt("status"),
    route: t.exposeString("route"),
    code: t.exposeString("code"),
    message: t.exposeString("message", { description: "of the newest" }),
    requests: t.exposeInt("requests", {
      description: "of those that are kept: the newest 500 of an account, for 30 days",
    }),
    lastAt: t.expose("lastAt", { type: "DateTime" }),
  }),
});

const RequestError = builder.objectRef<ErrorRow>("RequestError").implement({
  ...affairs,
  description: "one failed request",
  fields: (t) => ({
    requestId: t.exposeString("requestId"),
    at: t.expose("at", { type: "DateTime" }),
    route: t.exposeString("route"),
    status: t.exposeInt("status"),
    code: t.exposeString("code"),
    message: t.exposeString("message"),
    keyLastFour: t.exposeString("keyLastFour"),
    parameters: t.expose("parameters", { type: "JSON", description: "name to value, or values, as they were sent" }),
  }),
});

export const RequestErrorList = listOf<ErrorRow>("RequestErrorList", RequestError);

/** Days back, today included. */
export const daysArgument = builder.args((t) => ({ days: t.int({ required: true, defaultValue: 30 }) }));

const mostDays = 90;

export function checkDays(days: number): number {
  if (days >= 1 && days <= mostDays) return days;
  throw new AppError("bad_request", `days must be 1 to ${mostDays}`, {
    details: [{ parameter: "days", message: `must be 1 to ${mostDays}` }],
  });
}
