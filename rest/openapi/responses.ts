// Headers and errors as the OpenAPI document describes them: the same on every route.
import { messageOf } from "../../src/errors.ts";
import type { JsonSchema } from "../params/parameter.ts";
import { exampleOf } from "./schemas.ts";

type Header = { description: string; schema: JsonSchema; required?: boolean };

const integerHeader = (description: string): Header => ({
  description,
  required: true,
  schema: { type: "integer", minimum: 0 },
});
const words = (description: string): Header => ({ description, schema: { type: "string" } });

/** Headers of every response. */
const commonHeaders: Record<string, Header> = {
  "X-Request-Id": {
    ...words(
      "the request's id, equal to requestId; an id that the caller sends is used if it has 1-128 characters of [A-Za-z0-9._-]",
    ),
    required: true,
  },
  "X-RateLimit-Limit": integerHeader("requests per minute and account"),
  "X-RateLimit-Remaining": integerHeader("requests left in this UTC minute"),
  "X-RateLimit-Reset": integerHeader("end of the minute, Unix seconds, even if the limit of the day is exhausted"),
  "X-DailyLimit-Limit": integerHeader("requests per UTC day and account"),
  "X-DailyLimit-Remaining": integerHeader("requests left today"),
  "X-DailyLimit-Reset": integerHeader("end of the day, Unix seconds"),
  "X-MonthlyQuota-Limit": integerHeader("requests per UTC calendar month and account"),
  "X-MonthlyQuota-Remaining": integerHeader("requests left this month"),
  "X-MonthlyQuota-Reset": integerHeader("end of the month, Unix seconds"),
  "RateLimit-Policy": words("the three limits, by draft-ietf-httpapi-ratelimit-headers-10"),
  RateLimit: words("what remains of the three limits, according to draft-ietf-httpapi-ratelimit-headers-10"),
};

/** Headers of responses that callers may cache. */
const reusable: Record<string, Header> = {
  ...commonHeaders,
  ETag: words("weak tag over data and pagination, equal for all accounts"),
  "X-Request-Cost": {
    description:
      "on a 200: number of requests that it counts as: 1; CSV and NDJSON: one per 100 rows or part of them; 0 on a route that is not counted",
    schema: { type: "integer", minimum: 0 },
  },
  "Cache-Control": words("private, max-age=60"),
  Vary: words("Authorization, Accept-Encoding; on lists also Accept"),
  Age: words(
    "seconds since the response was computed; only on a route whose responses do not depend on the data version alone",
  ),
  Deprecation: words("RFC 9745; only on a deprecated route"),
  Sunset: words("RFC 8594; when the route will be removed"),
};

/** Further headers of a list as CSV or NDJSON, which have no envelope. */
const ofTables: Record<string, Header> = {
  "X-Total-Count": words("CSV and NDJSON: `pagination.total` of the JSON format"),
  "X-Data-Version": words("CSV and NDJSON: `meta.data_version` of the JSON format"),
  "X-Meta": words("CSV and NDJSON: `meta` of the JSON format, as JSON in ASCII"),
  Link: words('CSV and NDJSON: `pagination.next` of the JSON format as rel="next" (RFC 8288); absent on the last page'),
};

/** components.headers: every header by name. */
export const allHeaders: Record<string, Header> = {
  ...reusable,
  ...ofTables,
  Allow: words("GET, HEAD"),
  "Content-Range": words("the range of bytes and the size of the file; on a 416 only the size"),
  "Retry-After": { ...integerHeader("seconds to wait; obey it before X-RateLimit-Reset"), required: true },
};

const refer = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const commonHeaderRefs = refer(Object.keys(commonHeaders));
export const reusableHeaders = refer(Object.keys(reusable));
export const tableHeaders = refer(Object.keys(ofTables));

/** The other formats of a list. */
export const tables = {
  "text/csv": {
    schema: {
      type: "string",
      description:
        "RFC 4180 with one header line: one column per field, a nested field by its path (`outcomes.return_30d_pct`), lists as JSON text, null as an empty cell; text that a spreadsheet would run as a formula begins with an apostrophe",
    },
  },
  "application/x-ndjson": {
    schema: { type: "string", description: "the entries of `data`, one JSON object per line" },
  },
};

export const notModified = {
  description:
    "If-None-Match has the tag of the current data; the request counts for the minute, not for day and month",
  headers: reusableHeaders,
};

const error: JsonSchema = { type: "string", examples: ["Resource not found"] };
const requestId: JsonSchema = { type: "string", examples: ["5f0c2f9e-1"] };

export const errorSchemas: Record<string, JsonSchema> = {
  Error: { type: "object", required: ["error", "requestId"], properties: { error, requestId } },
  ParameterError: {
    type: "object",
    required: ["error", "requestId", "details"],
    properties: {
      error: { type: "string", examples: ['Bad request: pageSize must be a whole number from 1 to 100, not "500"'] },
      requestId,
      details: {
        type: "array",
        items: {
          type: "object",
          required: ["parameter", "message"],
          properties: {
            parameter: { type: "string", examples: ["pageSize"] },
            message: { type: "string", examples: ['must be a whole number from 1 to 100, not "500"'] },
          },
        },
      },
    },
  },
  LimitError: {
    type: "object",
    required: ["error", "requestId", "limitType", "limit", "resetAt", "plan", "upgrade"],
    properties: {
      error: { type: "string", examples: ["Daily limit of 5 requests exceeded. It resets at 2024-02-01T00:00:00Z"] },
      requestId,
      limitType: { type: "string", enum: ["minute", "daily", "monthly", "address"], examples: ["daily"] },
      unit: {
        type: "string",
        description: "`bytes` for the limit of bytes of files; absent for a limit of requests",
        examples: ["bytes"],
      },
      limit: { type: "integer", examples: [5] },
      cost: {
        type: "integer",
        description: "cost of the response in requests, if it is more than one",
        examples: [100],
      },
      remaining: { type: "integer", description: "with `cost`: requests left in that window", examples: [12] },
      resetAt: { type: "integer", description: "end of that window, Unix seconds", examples: [1706745600] },
      plan: { type: ["string", "null"], examples: ["free"] },
      upgrade: {
        anyOf: [{ $ref: "#/components/schemas/Upgrade" }, { type: "null" }],
        description: "the cheapest plan that would allow the request",
      },
    },
  },
  StreamLimitError: {
    type: "object",
    required: ["error", "requestId", "limitType", "limit", "resetAt", "plan", "upgrade"],
    properties: {
      error: { type: "string", examples: ["Limit of 2 open streams exceeded. Close one to open another"] },
      requestId,
      limitType: { type: "string", enum: ["streams"], examples: ["streams"] },
      limit: { type: "integer", description: "open streams that the plan allows", examples: [2] },
      resetAt: { type: "integer", description: "when to retry, Unix seconds", examples: [1706745600] },
      plan: { type: "string", examples: ["plus"] },
      upgrade: {
        anyOf: [{ $ref: "#/components/schemas/Upgrade" }, { type: "null" }],
        description: "the cheapest plan that allows more",
      },
    },
  },
  Upgrade: {
    type: "object",
    required: ["plan", "url"],
    properties: {
      plan: { type: "string", examples: ["plus"] },
      price: { type: "number", description: "US dollars per month", examples: [19] },
      requestsPerDay: { type: "integer", examples: [500] },
      requestsPerMinute: { type: "integer", examples: [60] },
      bytesPerDay: {
        type: "integer",
        description: "bytes of files; only if the limit of bytes was exceeded",
        examples: [2000000000],
      },
      openStreams: {
        type: "integer",
        description: "only if the limit of open streams was exceeded",
        examples: [10],
      },
      url: { type: "string", examples: ["https://example.org/account/plan"] },
    },
  },
};

const errors: Record<string, [description: string, schema: string, message: string, header?: string]> = {
  "400": ["Malformed, unknown, empty or repeated parameters; `details` names all of them", "ParameterError", ""],
  "401": [
    "Missing or malformed header, invalid format, unknown, revoked or expired key; for a revoked or expired key the message states when it ended",
    "Error",
    messageOf("unauthorized"),
  ],
  "403": ["The address is not in the key's allowlist (partner keys)", "Error", messageOf("forbidden_address")],
  "404": ["No row has this id, CIK or bioguide id", "Error", messageOf("not_found")],
  "405": ["Only GET and HEAD are allowed", "Error", messageOf("method_not_allowed"), "Allow"],
  "406": [
    "None of the media types in the Accept header is available: JSON, and for lists CSV and NDJSON",
    "Error",
    `${messageOf("not_acceptable")}; offered: application/json, text/csv, application/x-ndjson`,
  ],
  "410": [
    "This `dataVersion`, or what followed this Last-Event-ID, is no longer available; start again without it",
    "Error",
    messageOf("version_gone"),
  ],
  "412": [messageOf("precondition_failed"), "Error", messageOf("precondition_failed")],
  "416": [messageOf("range_not_satisfiable"), "Error", messageOf("range_not_satisfiable"), "Content-Range"],
  "429": [
    "A limit is exceeded; the body names it and the cheapest plan that would allow the request",
    "LimitError",
    "",
    "Retry-After",
  ],
  "500": ["An error of the service; not counted, safe to retry after 1, 2, 4 seconds", "Error", messageOf("internal")],
  "503": ["Temporarily unavailable; not counted, safe to retry", "Error", messageOf("unavailable"), "Retry-After"],
};

/** components.responses: one entry per status. */
export function errorResponses(schemas: Record<string, JsonSchema>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(errors).map(([status, [description, name, message, header]]) => {
      const example = {
        ...(exampleOf(schemas[name] ?? {}, schemas) as object),
        ...(message ? { error: message } : {}),
      };
      const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` }, example } };
      return [status, { description, headers: { ...commonHeaderRefs, ...refer(header ? [header] : []) }, content }];
    }),
  );
}
