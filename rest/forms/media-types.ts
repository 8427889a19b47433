// The forms of an answer. Imports nothing of ours.

export type Form = "json" | "csv" | "ndjson";

/** Parameters of a media type are in it, so that an Accept which names one of them is matched. */
export const mediaTypes: Record<Form, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson; charset=utf-8",
};
