// Senate Periodic Transaction Reports: HTML pages as saved from efdsearch.senate.gov.
import { ingestReports } from "../congress/ingest.ts";
import type { Source } from "../source.ts";
import { parseSenatePage } from "./parse.ts";

/** Takes .html and .htm files. */
export const senateSource: Source = {
  name: "senate",
  accepts: (file) => /\.html?$/i.test(file.name),
  ingest: (files, context) => ingestReports(files, context, (bytes, file) => parseSenatePage(bytes, file.name)),
};
