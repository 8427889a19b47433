// Senate Periodic Transaction Reports: HTML pages as saved from efdsearch.senate.gov, saved search results, and whole
// visits as saved by a browser or collected by `disclosed collect`.
import { type ListedDocument, recordListing } from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import { ingestReports, reportsIn } from "../congress/ingest.ts";
import { readIsolated } from "../isolated/isolated.ts";
import { asDocument, type IngestContext, type InputFile, type Source } from "../source.ts";
import { bundleFile } from "./bundle.ts";
import { loadBundle, loadHar } from "./har-visit.ts";
import { senate } from "./index.ts";
import { withListing } from "./listed.ts";
import { uuidForm } from "./parse.ts";
import { readSearchResponse, type SearchResponse } from "./search.ts";

// Records a saved response of the Senate's search as a listing, so that coverage can compare it with the stored
// reports.

/** True if the file name is that of a saved search response. */
export function isSearchName(name: string): boolean {
  const last = name.slice(name.lastIndexOf("/") + 1);
  return /\.json$/i.test(last) && /search/i.test(last);
}

/**
 * Stores a saved response, records the reports that it lists and quarantines its bad rows. It covers the days between
 * its first and last report, because the requested days are not in it. A response without a report therefore covers
 * nothing, and is refused.
 */
async function takeSearchResponse(file: InputFile, context: IngestContext): Promise<void> {
  const bytes = await file.read();
  const stored = await context.keep(file, bytes);
  const response = readSearchResponse(bytes);
  if (!response) {
    await context.quarantineFile(
      file,
      "not_a_search_response",
      "The file is not a response of the Senate's search",
      stored,
    );
    return;
  }
  const { documents, unreadable } = sorted(response);
  for (const { row, message } of unreadable)
    await context.quarantineRecord(file, `row ${row}`, "bad_search_row", message, { stored });
  const days = documents.map(({ listedOn }) => listedOn).sort();
  const [coversFrom, coversTo] = [days[0], days.at(-1)];
  if (!coversFrom || !coversTo) {
    const message = "The response lists no reports and does not state the requested days";
    await context.quarantineFile(file, "empty_response", message, stored);
    return;
  }
  const fetched = {
    source: "senate",
    listing: `local/search/${coversFrom}..${coversTo}`,
    coversFrom,
    coversTo,
    final: false,
    sha256: stored.sha256,
    ...finding(response, documents.length),
  };
  await inTransaction(context.store, (client) => recordListing(client, fetched, documents));
}

function sorted({ rows }: SearchResponse) {
  const documents = new Map<string, ListedDocument>();
  const unreadable: { row: number; message: string }[] = [];
  for (const [at, row] of rows.entries()) {
    if ("unreadable" in row) unreadable.push({ row: at + 1, message: row.unreadable });
    else documents.set(row.documentId, row);
  }
  return { documents: [...documents.values()], unreadable };
}

/** A single page of a longer result is not complete. */
function finding({ total }: SearchResponse, shown: number): { outcome: "listed" | "failed"; message?: string } {
  if (shown === total) return { outcome: "listed" };
  return { outcome: "failed", message: `the search states ${total} reports and shows ${shown}` };
}

const pageName = /\.html?$/i;
const harName = /\.har$/i;
const isBundle = (name: string) => name.toLowerCase() === bundleFile;
const isVisit = (name: string) => harName.test(name) || isBundle(name);
/** files that a browser saves with a page: its frames and scripts */
const besidePage = /[^/\\]_files[/\\]/i;

/** Accepts .html and .htm files, saved search results (`search*.json`), and HAR files and bundles with both. */
const source: Source = {
  name: senate.name,
  accepts: ({ name, path }) => !besidePage.test(path) && (pageName.test(name) || isSearchName(name) || isVisit(name)),
  // read entry by entry
  isTable: ({ name }) => isVisit(name),
  documentIdIn: (path) => uuidForm.exec(path)?.[0]?.toLowerCase() ?? null,
  documentsIn: (bytes) => reportsIn(() => readIsolated("senatePage", bytes, "")),
  open: (context) => ({
    async take(files) {
      // the search results are needed for reports on paper
      for (const file of files) if (isSearchName(file.name)) await takeSearchResponse(file, context);
      const visited: InputFile[] = [];
      for (const file of files) {
        if (harName.test(file.name)) visited.push(...(await loadHar(file, context)));
        else if (isBundle(file.name)) visited.push(...(await loadBundle(file, context)));
      }
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
