// Reads a visit to the Senate's search from a HAR file: its search results become listing fetches for coverage, and its
// report pages become input files. Of the HAR file only the queries and results of the search are stored, because the
// file contains the visit's cookies.
import type { PoolClient } from "pg";
import { type ListingFetch, recordDocuments, recordListing } from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import { withoutBytes } from "../document-file.ts";
import { ReadFailed, readOrFailure } from "../isolated/isolated.ts";
import { lacking } from "../lacking.ts";
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import type { HarPage, HarVisit } from "./har.ts";
import { type FoundSearch, searchesOf } from "./har-searches.ts";
import { quietDays, quietMessage } from "./months.ts";

/**
 * Records what the visit's searches listed. Returns the pages of its reports; an unreadable file is refused without
 * storing it.
 */
export async function takeVisit(file: InputFile, context: IngestContext): Promise<InputFile[]> {
  const visit = await readOrFailure("senateVisit", await file.read());
  if (visit instanceof ReadFailed) {
    await context.quarantineFile(withoutBytes(file), visit.reason, visit.message);
    return [];
  }
  if (visit.searches.length === 0 && visit.pages.length === 0) {
    const message = "the HAR file holds no search and no report of efdsearch.senate.gov";
    await context.quarantineFile(withoutBytes(file), "empty_har", message);
    return [];
  }
  const storedContent = Buffer.from(
    JSON.stringify({ searches: visit.searches, pages: visit.pages.map(({ path }) => path) }),
  );
  const stored = await context.keep(file, storedContent);
  await recordSearches(file, visit, stored, context);
  return await pagesOf(file, visit.pages, stored, context);
}

async function recordSearches(file: InputFile, visit: HarVisit, stored: StoredFile, context: IngestContext) {
  const { searches, unread } = searchesOf(visit.searches, context.today);
  for (const { place, message } of unread)
    await context.quarantineRecord(file, place, "bad_search_answer", message, { stored });
  // a search that found reports shows that the search was working
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
  // reports of the day of the visit are listed, and that day is not covered
  const covered = documents.filter(({ listedOn }) => listedOn <= span.to);
  const gaps = quietDays(
    covered.map(({ listedOn }) => listedOn),
    span.from,
    span.to,
  );
  const isEmptyAnswer = documents.length === 0 && problem === null && !works;
  const lost =
    (isEmptyAnswer ? "the search shows no report, and no other search of the file shows that it works" : problem) ??
    lacking(covered.length, await listedBefore(context, span), "reports") ??
    (covered.length === 0 && gaps.length > 0 ? "the search shows no report, which cannot be" : null);
  const fetched: ListingFetch = {
    source: "senate",
    listing: `local/visit/${span.from}..${span.to}`,
    coversFrom: span.from,
    coversTo: span.to,
    outcome: lost !== null ? "failed" : covered.length > 0 ? "listed" : "empty",
    final: false,
    sha256: stored.sha256,
    gaps: lost === null ? gaps : [],
    message: lost ?? (gaps.length > 0 ? quietMessage(gaps) : undefined),
  };
  await inTransaction(store, async (client) => {
    await recordListing(client, fetched, documents);
    if (lost === null) await removeCovered(client, fetched);
  });
  if (lost !== null)
    await refuse(isEmptyAnswer ? "empty_answer" : "incomplete_search", `${span.from} to ${span.to}: ${lost}`);
}

/**
 * Deletes what a complete visit replaces: failed fetches of its months, which need not be fetched from a site that
 * refuses the client, and earlier visits and saved searches that prove less than it does.
 */
async function removeCovered(client: PoolClient, fetched: ListingFetch): Promise<void> {
  await client.query(
    `DELETE FROM listing_fetches WHERE source = 'senate' AND listing <> $1 AND covers_from >= $2 AND covers_to <= $3
       AND (listing LIKE 'ptr/%' AND outcome = 'failed'
         OR listing LIKE 'local/%' AND (outcome = 'failed' OR gaps <> '{}') AND $4)`,
    [fetched.listing, fetched.coversFrom, fetched.coversTo, fetched.gaps?.length === 0],
  );
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
