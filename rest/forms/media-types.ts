// The formats of a response. Imports nothing of this project.

export type Form = "json" | "csv" | "ndjson";

/** With the parameters of the media type, so that an Accept header that names one of them matches. */
export const mediaTypes: Record<Form, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson; charset=utf-8",
};
