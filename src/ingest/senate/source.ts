// Senate Periodic Transaction Reports: HTML pages as saved from efdsearch.senate.gov, and what its search lists.
import { ingestReports } from "../congress/ingest.ts";
import { asDocument } from "../document-file.ts";
import { readIsolated } from "../isolated/isolated.ts";
import type { Source } from "../source.ts";
import { withListing } from "./listed.ts";
import { uuidForm } from "./parse.ts";
import { isSearchName, takeSearchAnswer } from "./search-listing.ts";

const pageName = /\.html?$/i;

/** Takes .html and .htm files, and saved answers of the search (`search*.json`). */
export const senateSource: Source = {
  name: "senate",
  accepts: ({ name }) => pageName.test(name) || isSearchName(name),
  documentIdIn: (path) => uuidForm.exec(path)?.[0]?.toLowerCase() ?? null,
  async ingest(files, context) {
    // what the search says of a report is needed for those on paper
    for (const file of files) if (isSearchName(file.name)) await takeSearchAnswer(file, context);
    const pages = files
      .filter(({ name }) => pageName.test(name))
      .map((file) => asDocument(file, file.documentId, uuidForm.exec(file.name)?.[0]?.toLowerCase()));
    await ingestReports(pages, context, async (bytes, { name, documentId }) =>
      withListing(await readIsolated("senatePage", bytes, name), documentId, context.store),
    );
  },
};
