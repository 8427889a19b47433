// Senate Periodic Transaction Reports: HTML pages as saved from efdsearch.senate.gov, saved search results, and whole
// visits as saved by a browser.
import { ingestReports, reportsIn } from "../congress/ingest.ts";
import { asDocument } from "../document-file.ts";
import { readIsolated } from "../isolated/isolated.ts";
import type { InputFile, Source } from "../source.ts";
import { takeVisit } from "./har-visit.ts";
import { senate } from "./index.ts";
import { withListing } from "./listed.ts";
import { uuidForm } from "./parse.ts";
import { isSearchName, takeSearchAnswer } from "./search-listing.ts";

const pageName = /\.html?$/i;
const harName = /\.har$/i;
/** files that a browser saves with a page: its frames and scripts */
const besidePage = /[^/\\]_files[/\\]/i;

/** Accepts .html and .htm files, saved search results (`search*.json`), and HAR files with both. */
const source: Source = {
  name: senate.name,
  accepts: ({ name, path }) =>
    !besidePage.test(path) && (pageName.test(name) || isSearchName(name) || harName.test(name)),
  // read entry by entry
  isTable: ({ name }) => harName.test(name),
  documentIdIn: (path) => uuidForm.exec(path)?.[0]?.toLowerCase() ?? null,
  documentsIn: (bytes) => reportsIn(() => readIsolated("senatePage", bytes, "")),
  open: (context) => ({
    async take(files) {
      // the search results are needed for reports on paper
      for (const file of files) if (isSearchName(file.name)) await takeSearchAnswer(file, context);
      const visited: InputFile[] = [];
      for (const file of files) if (harName.test(file.name)) visited.push(...(await takeVisit(file, context)));
      const pages = [...files.filter(({ name }) => pageName.test(name)), ...visited].map((file) =>
        asDocument(file, file.documentId, uuidForm.exec(file.name)?.[0]?.toLowerCase()),
      );
      await ingestReports(pages, context, async (bytes, { name, documentId }) => {
        const parsed = await readIsolated("senatePage", bytes, name);
        // a page that was saved under its title still contains its URL
        const ownId = parsed.kind === "refused" ? undefined : parsed.report.docId;
        return await withListing(parsed, documentId ?? ownId, context.store);
      });
    },
  }),
};

export default source;
