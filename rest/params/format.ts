// `format` of every list: the format of the response, for callers that cannot set a header.
import { choice } from "./texts.ts";

export const format = choice(
  "format of the response, takes precedence over the header Accept. json: the envelope; csv: a table with one line per row, nested fields by their paths (`outcomes.return_30d_pct`) and lists as JSON text; ndjson: one JSON object per line",
  { json: "json", csv: "csv", ndjson: "ndjson" },
  { enumerated: true },
);
