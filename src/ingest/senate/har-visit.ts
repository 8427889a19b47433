// A visit to the Senate's search out of a HAR file: its answers become looks for coverage, its report pages become files like any
// other. Of the HAR file itself nothing is kept but the questions and answers of the search, for it holds the visit's cookies.
import { addDays, daysBetween } from "../../calendar-date.ts";
import { type ListedDocument, type ListingFetch, recordDocuments, recordListing } from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import { withoutBytes } from "../document-file.ts";
import { ReadFailed, readIsolated } from "../isolated/isolated.ts";
import { lacking } from "../lacking.ts";
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import type { HarPage, HarVisit } from "./har.ts";
import { type FoundSearch, searchesOf } from "./har-searches.ts";
import { longestQuiet, newestOf, staleDays } from "./months.ts";

/** Records what the visit's searches listed. Returns the pages of its reports; a file that cannot be read is refused unkept. */
export async function takeVisit(file: InputFile, context: IngestContext): Promise<InputFile[]> {
  const visit = await readApart(file);
  if (visit instanceof ReadFailed) {
    await context.quarantineFile(withoutBytes(file), visit.reason, visit.message);
    return [];
  }
  if (visit.searches.length === 0 && visit.pages.length === 0) {
    const message = "the HAR file holds no search and no report of efdsearch.senate.gov";
    await context.quarantineFile(withoutBytes(file), "empty_har", message);
    return [];
  }
  const kept = Buffer.from(JSON.stringify({ searches: visit.searches, pages: visit.pages.map(({ path }) => path) }));
  const stored = await context.keep(file, kept);
  await recordSearches(file, visit, stored, context);
  return await pagesOf(file, visit.pages, stored, context);
}

async function readApart(file: InputFile): Promise<HarVisit | ReadFailed> {
  try {
    return await readIsolated("senateVisit", await file.read());
  } catch (error) {
    if (error instanceof ReadFailed) return error;
    throw error;
  }
}

async function recordSearches(file: InputFile, visit: HarVisit, stored: StoredFile, context: IngestContext) {
  const { searches, unread } = searchesOf(visit.searches, context.today);
  for (const { place, message } of unread)
    await context.quarantineRecord(file, place, "bad_search_answer", message, { stored });
  // a search that found reports shows that the site was searched
  const works = searches.some(({ documents }) => documents.length > 0);
  for (const search of searches) await recordSearch(file, search, { works, stored }, context);
}

async function recordSearch(
  file: InputFile,
  search: FoundSearch,
  { works, stored }: { works: boolean; stored: StoredFile },
  context: IngestContext,
): Promise<void> {
  const { documents, span, problem } = search;
  const { store } = context;
  const refuse = (reason: string, message: string) =>
    context.quarantineRecord(file, search.place, reason, message, { stored });
  if (span === null) {
    await recordDocuments(store.pool, "senate", documents);
    await refuse("narrow_search", `the search covers no day: ${problem}; its reports are listed`);
    return;
  }
  if (documents.length === 0 && problem === null && !works) {
    await refuse("empty_answer", "the search shows no report, and no other search of the file shows that it works");
    return;
  }
  const quiet = quietEnd(documents, span);
  const none = quiet.length > 0 && documents.length === 0 ? "the search shows no report, which cannot be" : null;
  const lost = problem ?? lacking(documents.length, await listedBefore(context, span), "reports") ?? none;
  const look: ListingFetch = {
    source: "senate",
    listing: `local/visit/${span.from}..${span.to}`,
    coversFrom: span.from,
    coversTo: span.to,
    outcome: lost !== null ? "failed" : documents.length > 0 ? "listed" : "empty",
    final: false,
    sha256: stored.sha256,
    // the day of the visit was not over
    gaps: [...new Set([...quiet, ...(span.askedOn <= span.to ? [span.askedOn] : [])])],
    ...((lost !== null || quiet.length > 0) && {
      message: lost ?? `the search shows no report since ${newestOf(documents)}`,
    }),
  };
  await inTransaction(store, async (client) => {
    await recordListing(client, look, documents);
    // what the visit proves need not be had from a site that refuses us
    if (lost === null)
      await client.query(
        `DELETE FROM listing_looks WHERE source = 'senate' AND listing LIKE 'ptr/%' AND outcome = 'failed'
           AND covers_from >= $1 AND covers_to <= $2`,
        [span.from, span.to],
      );
  });
  if (lost !== null) await refuse("incomplete_search", `${span.from} to ${span.to}: ${lost}`);
}

/** The last days of a span behind its newest report, where they are too many to be believed; a span long past is. */
function quietEnd(documents: ListedDocument[], { from, to, askedOn }: { from: string; to: string; askedOn: string }) {
  if (daysBetween(to, askedOn) > longestQuiet) return [];
  return staleDays(newestOf(documents) ?? addDays(from, -1), from, to, to);
}

async function listedBefore({ store }: IngestContext, { from, to }: { from: string; to: string }): Promise<number> {
  const { rows } = await store.pool.query<{ reports: number }>(
    `SELECT count(*)::int AS reports FROM listed_documents WHERE source = 'senate' AND listed_on BETWEEN $1 AND $2`,
    [from, to],
  );
  return rows[0]?.reports ?? 0;
}

async function pagesOf(
  file: InputFile,
  pages: HarPage[],
  stored: StoredFile,
  context: IngestContext,
): Promise<InputFile[]> {
  const files: InputFile[] = [];
  for (const { path, uuid, html } of pages) {
    if (html === null) {
      const message = "the browser kept no body of this page: open the report again and save the HAR file with content";
      await context.quarantineRecord(file, path, "no_body", message, { stored });
      continue;
    }
    const read = async () => Buffer.from(html);
    files.push({ path: `${file.path}!${path}`, name: `${uuid}.html`, documentId: uuid, read });
  }
  return files;
}
