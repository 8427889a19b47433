// The operations of GET /exports/{name} and GET /stream, which send a file or events and no envelope.
import { mediaTypes } from "../../src/filters/exports.ts";
import type { JsonSchema } from "../params/parameter.ts";
import { listParameter } from "../pipeline/event-stream.ts";
import { commonHeaderRefs, notModified } from "./responses.ts";

const binary: JsonSchema = { type: "string", format: "binary" };

const content = Object.fromEntries(Object.values(mediaTypes).map((type) => [type, { schema: binary }]));

const integer = (description: string) => ({ description, schema: { type: "integer" } });

const headers = {
  ...commonHeaderRefs,
  ETag: { description: "SHA-256 of the file", schema: { type: "string" } },
  "Accept-Ranges": { description: "bytes", schema: { type: "string" } },
  "X-BytesLimit-Limit": integer("bytes of files per day"),
  "X-BytesLimit-Remaining": integer("bytes left today"),
  "X-BytesLimit-Reset": integer("end of the UTC day, Unix seconds"),
};

const refused = (status: string) => [status, { $ref: `#/components/responses/${status}` }];

export const downloadOperation = {
  operationId: "getExport",
  tags: ["Service"],
  summary: "A ready-made file, whole or a range of it",
  description:
    "`GET /exports` lists the names; a replaced file remains available for 30 days. The file is also sent under its `path` (`GET /exports/parquet/trades/year=2024/month=01/{name}`), and the descriptions of the files under the names `datapackage.json` and `croissant.json`. Every request counts for the minute. For the day, downloads count in bytes and not in requests: all bytes that were sent count, also if the caller closes the connection early. A request for one range gets 206; a request for several ranges gets the whole file.",
  parameters: [
    {
      name: "name",
      in: "path",
      required: true,
      description: "name of the file",
      schema: { type: "string", maxLength: 100 },
      example: "trades-2024-01-1f0c2f9e5b7a9d3c.parquet",
    },
    {
      name: "Range",
      in: "header",
      required: false,
      description: "one range of bytes",
      schema: { type: "string" },
      example: "bytes=0-1023",
    },
    {
      name: "If-Match",
      in: "header",
      required: false,
      description: "ETag of the expected content; if the file has other content, the response is 412",
      schema: { type: "string" },
    },
  ],
  responses: {
    "200": { description: "the file", headers, content },
    "206": { description: "the range", headers, content },
    "304": notModified,
    ...Object.fromEntries(["400", "401", "403", "404", "405", "412", "416", "429", "500", "503"].map(refused)),
  },
};

// The operation of GET /stream, which sends events and no envelope.

export const eventStreamOperation = {
  operationId: "openStream",
  tags: ["Service"],
  summary: "The changes of a list's rows as they happen: Server-Sent Events",
  description:
    "Accepts `list` and the filters of that list's route, but not the parameters that shape a response (page, sort, fields, format). Each event has an id, a type (`trade.created`, `trade.changed`, `trade.withdrawn`, the same of `politician_trade` and `cluster`) and as data the body that a webhook gets, on one line. A comment every 15 seconds shows that the stream is alive. Opening it counts as one request, events as none. A plan has a number of open streams; one more is 429. The stream ends when the service stops or the key is revoked: open it again with the last id.",
  parameters: [
    {
      name: "list",
      in: "query",
      required: true,
      description: listParameter.description,
      schema: listParameter.schema,
      example: "trades",
    },
    {
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description:
        "continues after this event, for 30 days; later the response is 410: read the list with updatedSince, then open the stream without this header. Without it the stream begins with the next change",
      schema: { type: "string", maxLength: 100 },
      example: "evt_412_90871_created",
    },
  ],
  responses: {
    "200": {
      description: "the stream",
      headers: {
        ...commonHeaderRefs,
        "X-Request-Cost": { $ref: "#/components/headers/X-Request-Cost" },
      },
      content: { "text/event-stream": { schema: { type: "string" } } },
    },
    "429": {
      description: "A limit of requests is exceeded, or the account has as many open streams as its plan allows",
      headers: { ...commonHeaderRefs, "Retry-After": { $ref: "#/components/headers/Retry-After" } },
      content: {
        "application/json": {
          schema: {
            anyOf: [{ $ref: "#/components/schemas/LimitError" }, { $ref: "#/components/schemas/StreamLimitError" }],
          },
        },
      },
    },
    ...Object.fromEntries(["400", "401", "403", "405", "406", "410", "500", "503"].map(refused)),
  },
};
