// The operation of GET /exports/{name}, which sends a file and no envelope.

import { mediaTypes } from "../../src/filters/exports.ts";
import type { JsonSchema } from "../params/parameter.ts";
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
