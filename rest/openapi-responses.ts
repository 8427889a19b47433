// Headers and errors as the OpenAPI document describes them: the same on every route.
import { exampleOf } from "./openapi-example.ts";
import type { JsonSchema } from "./params/parameter.ts";

type Header = { description: string; schema: JsonSchema; required?: boolean };

const figure = (description: string): Header => ({
  description,
  required: true,
  schema: { type: "integer", minimum: 0 },
});
const words = (description: string): Header => ({ description, schema: { type: "string" } });

/** On every answer. */
const commonHeaders: Record<string, Header> = {
  "X-Request-Id": {
    ...words("the request's id, equal to requestId; a caller's own of 1-128 characters of [A-Za-z0-9._-] is kept"),
    required: true,
  },
  "X-RateLimit-Limit": figure("requests a minute, per account"),
  "X-RateLimit-Remaining": figure("requests left in this UTC minute"),
  "X-RateLimit-Reset": figure("end of the minute, Unix seconds; the minute's even when the day is exhausted"),
  "X-DailyLimit-Limit": figure("requests a UTC day, per account"),
  "X-DailyLimit-Remaining": figure("requests left today"),
  "X-DailyLimit-Reset": figure("end of the day, Unix seconds"),
  "X-MonthlyQuota-Limit": figure("requests a UTC calendar month, per account"),
  "X-MonthlyQuota-Remaining": figure("requests left this month"),
  "X-MonthlyQuota-Reset": figure("end of the month, Unix seconds"),
  "RateLimit-Policy": words("the three limits, by draft-ietf-httpapi-ratelimit-headers-10"),
  RateLimit: words("where they stand, by draft-ietf-httpapi-ratelimit-headers-10"),
};

/** On answers that may be kept. */
const reusable: Record<string, Header> = {
  ...commonHeaders,
  ETag: words("weak tag over data and pagination, equal for all accounts"),
  "X-Request-Cost": {
    description:
      "on a 200: requests that it was charged as; 1, of CSV and NDJSON one for each 100 rows begun, of an uncounted route 0",
    schema: { type: "integer", minimum: 0 },
  },
  "Cache-Control": words("private, max-age=60"),
  Vary: words("Authorization, Accept-Encoding; on lists also Accept"),
  Age: words("seconds since the response was computed; only on a route whose answers are not tied to a data version"),
  Deprecation: words("RFC 9745; only on a route that is going to end"),
  Sunset: words("RFC 8594; when it ends"),
};

/** On a list as CSV or NDJSON, which have no envelope. */
const ofTables: Record<string, Header> = {
  "X-Total-Count": words("CSV and NDJSON: `pagination.total` of the JSON form"),
  "X-Data-Version": words("CSV and NDJSON: `meta.data_version` of the JSON form"),
  "X-Meta": words("CSV and NDJSON: `meta` of the JSON form, as JSON in ASCII"),
  Link: words('CSV and NDJSON: `pagination.next` of the JSON form as rel="next" (RFC 8288); absent on the last page'),
};

/** components.headers: every header by name. */
export const allHeaders: Record<string, Header> = {
  ...reusable,
  ...ofTables,
  Allow: words("GET, HEAD"),
  "Content-Range": words("which bytes of how many; on a 416 only how many"),
  "Retry-After": { ...figure("seconds to wait; obey it before X-RateLimit-Reset"), required: true },
};

const refer = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const commonHeaderRefs = refer(Object.keys(commonHeaders));
export const reusableHeaders = refer(Object.keys(reusable));
export const tableHeaders = refer(Object.keys(ofTables));

/** The other forms of a list. */
export const tables = {
  "text/csv": {
    schema: {
      type: "string",
      description:
        "RFC 4180 with one header line: a column a field, that of a nested part by its path (`outcomes.return_30d_pct`), lists as JSON text, null as an empty cell; what a spreadsheet would run as a formula begins with an apostrophe",
    },
  },
  "application/x-ndjson": {
    schema: { type: "string", description: "the entries of `data`, one JSON object a line" },
  },
};

export const notModified = {
  description: "If-None-Match names the present data; day and month are not charged, the minute is",
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
      error: { type: "string", examples: ["Daily limit of 5 requests exceeded; it resets at 2024-02-01T00:00:00Z"] },
      requestId,
      limitType: { type: "string", enum: ["minute", "daily", "monthly", "address"], examples: ["daily"] },
      unit: {
        type: "string",
        description: "`bytes` where the limit is one of bytes of files; absent for requests",
        examples: ["bytes"],
      },
      limit: { type: "integer", examples: [5] },
      cost: {
        type: "integer",
        description: "what the response would have cost in requests, where that is more than one",
        examples: [100],
      },
      remaining: { type: "integer", description: "with `cost`: requests left in that window", examples: [12] },
      resetAt: { type: "integer", description: "end of that window, Unix seconds", examples: [1706745600] },
      plan: { type: ["string", "null"], examples: ["free"] },
      upgrade: {
        anyOf: [{ $ref: "#/components/schemas/Upgrade" }, { type: "null" }],
        description: "the cheapest plan that lifts the limit",
      },
    },
  },
  Upgrade: {
    type: "object",
    required: ["plan", "url"],
    properties: {
      plan: { type: "string", examples: ["plus"] },
      price: { type: "number", description: "US dollars a month", examples: [19] },
      requestsPerDay: { type: "integer", examples: [500] },
      requestsPerMinute: { type: "integer", examples: [60] },
      url: { type: "string", examples: ["https://example.org/account/plan"] },
    },
  },
};

const errors: Record<string, [description: string, schema: string, message: string, header?: string]> = {
  "400": ["Malformed, unknown, empty or repeated parameters; all of them are named", "ParameterError", ""],
  "401": [
    "Missing or malformed header, invalid format, unknown, revoked or expired key; of a key that was revoked or has expired the message says when",
    "Error",
    "Missing, malformed or unknown API key",
  ],
  "403": [
    "The address is not in the key's allowlist (partner keys)",
    "Error",
    "This key may not be used from this address",
  ],
  "404": ["Nothing has this id, CIK or bioguide id", "Error", "Resource not found"],
  "405": ["Only GET and HEAD", "Error", "Method not allowed", "Allow"],
  "406": [
    "Nothing that the header Accept names is offered: JSON, and of lists CSV and NDJSON",
    "Error",
    "Nothing that the header Accept names is offered here; offered: application/json, text/csv, application/x-ndjson",
  ],
  "410": [
    "The list as it stood at that `dataVersion` is not kept any more: begin again without it",
    "Error",
    "The list as it stood at that dataVersion is not kept any more; begin again without it",
  ],
  "416": [
    "The file ends before the range that is asked for",
    "Error",
    "The file ends before the range that is asked for",
    "Content-Range",
  ],
  "429": ["A limit is exceeded; the body says which one, and the way out", "LimitError", "", "Retry-After"],
  "500": ["A fault of ours; not charged, safe to retry after 1, 2, 4 seconds", "Error", "Internal server error"],
  "503": [
    "Not available just now; not charged, safe to retry",
    "Error",
    "Service temporarily unavailable",
    "Retry-After",
  ],
};

/** components.responses: one entry a status. */
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
