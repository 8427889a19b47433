// `format` of every list: the form of the answer, for callers who cannot set a header.
import { choice } from "./texts.ts";

export const format = choice(
  "form of the response, before what the header Accept says: the JSON envelope; a table with one line a row, nested fields by their paths (`outcomes.return_30d_pct`) and lists as JSON text; or one JSON object a line",
  { json: "json", csv: "csv", ndjson: "ndjson" },
  { enumerated: true },
);
