// Reads a visit to the Senate's search from a HAR file or a bundle: its search results become listing fetches for coverage, and its
// report pages become input files. Of a HAR file only the queries and results of the search are stored, because the
// file contains the visit's cookies.
import type { PoolClient } from "pg";
import { addDays } from "../../lib/calendar-date.ts";
import { type ListedDocument, type ListingFetch, recordDocuments, recordListing } from "../../store/listings.ts";
import { inTransaction } from "../../store/transaction.ts";
import { ReadFailed, readOrFailure } from "../isolated/isolated.ts";
import { truncatedListing } from "../publisher.ts";
import { type IngestContext, type InputFile, type StoredFile, withoutBytes } from "../source.ts";
import { isTrusted } from "./bundle.ts";
import { type Criteria, type HarPage, type HarSearch, type HarVisit, readCriteria } from "./har.ts";
import { quietDays, quietMessage, readSearchResponse, type SearchResponse } from "./search.ts";

// The searches of a visit: pages of responses to the same query are combined, and a result is complete only if all of
// its pages are present. Pure.

/** the search covers reports received since 1 January 2012 */
const firstDay = "2012-01-01";

interface FoundSearch {
  /** name in quarantine: the searched period */
  name: string;
  documents: ListedDocument[];
  /** the days that it covers, YYYY-MM-DD, at most up to the day before the visit; null if it covers none */
  span: { from: string; to: string } | null;
  /** the reason why it proves nothing; null for a complete result of an unrestricted search */
  problem: string | null;
}

interface Unread {
  name: string;
  message: string;
}

/** `today` is YYYY-MM-DD: later dates of a visit are not accepted, because the browser's clock may be wrong. */
function searchesOf(searches: HarSearch[], today: string): { searches: FoundSearch[]; unread: Unread[] } {
  const unread: Unread[] = [];
  const queries = new Map<string, Query>();
  for (const [at, search] of searches.entries()) {
    const name = `search ${at + 1}`;
    const response = search.body === null ? null : readSearchResponse(Buffer.from(search.body));
    if (!response) {
      const message =
        search.body === null ? "the browser saved no body of this response" : "it is not a response of the search";
      unread.push({ name, message });
    }
    const { start: _, length: __, draw: ___, ...form } = search.form;
    const key = JSON.stringify(form);
    const query = queries.get(key) ?? { criteria: readCriteria(form), requestedOn: null, pages: [] };
    queries.set(key, query);
    if (response) query.pages.push(response);
    // time of the first page: later ones may show newer reports, but do not cover more days
    query.requestedOn ??= dayInWashington(search.requestedAt, today);
  }
  return { searches: [...queries.values()].map((query) => found(query, today)), unread };
}

interface Query {
  criteria: Criteria;
  requestedOn: string | null;
  pages: SearchResponse[];
}

function found({ criteria, requestedOn, pages }: Query, today: string): FoundSearch {
  const documents = new Map<string, ListedDocument>();
  const others = new Set<string>();
  const unreadable: string[] = [];
  for (const row of pages.flatMap(({ rows }) => rows)) {
    if (!("unreadable" in row)) {
      const isOther = !criteria.onlyTransactions && !/periodic transaction/i.test(`${row.detail?.title ?? ""}`);
      if (isOther) others.add(row.documentId);
      else documents.set(row.documentId, row);
    } else if (row.otherReport && !criteria.onlyTransactions) others.add(row.otherReport.toLowerCase());
    else unreadable.push(row.unreadable);
  }
  const listed = [...documents.values()];
  // the day of the visit was not over yet
  const to = [criteria.to ?? today, requestedOn === null ? today : addDays(requestedOn, -1), today].sort()[0] ?? today;
  const from = criteria.from !== null && criteria.from > firstDay ? criteria.from : firstDay;
  const name = `search of ${criteria.from ?? "the beginning"} to ${criteria.to ?? "the visit"}`;
  const narrowed = criteria.narrowed ?? (requestedOn === null ? "it does not say when it was made" : null);
  if (narrowed !== null || requestedOn === null || from > to)
    return { name, documents: listed, span: null, problem: narrowed ?? "its days had not ended" };
  const outside = listed.find(({ listedOn }) => listedOn < from || (criteria.to !== null && listedOn > criteria.to));
  const total = pages.at(-1)?.total ?? 0;
  const shown = documents.size + others.size;
  const problem =
    unreadable[0] ??
    (outside && `the search shows a report of ${outside.listedOn}, which is not within it`) ??
    (pages.length === 0 ? "none of its responses can be read" : null) ??
    (pages.some((page) => page.total !== total) ? "its response changed from page to page" : null) ??
    (shown !== total ? `the search states ${total} reports and the file shows ${shown}: open every page of it` : null);
  return { name, documents: listed, span: { from, to }, problem };
}

/** The calendar day of a time in Washington; null for a future day, and without a time. */
function dayInWashington(time: string | null, today: string): string | null {
  if (time === null) return null;
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date(time));
  return day <= addDays(today, 1) ? day : null;
}

/**
 * Records what the searches of a HAR file listed. Returns the pages of its reports; an unreadable file is refused
 * without storing it.
 */
export async function loadHar(file: InputFile, context: IngestContext): Promise<InputFile[]> {
  const visit = await readOrFailure("senateVisit", await file.read());
  if (visit instanceof ReadFailed) {
    await context.quarantineFile(withoutBytes(file), visit.reason, visit.message);
    return [];
  }
  return await loadVisit(file, visit, context);
}

/** The same for a bundle, which is stored as a refused file if its key is not trusted: it can be retried. */
export async function loadBundle(file: InputFile, context: IngestContext): Promise<InputFile[]> {
  const bytes = await file.read();
  const visit = await readOrFailure("senateBundle", bytes);
  if (visit instanceof ReadFailed) {
    await context.quarantineFile(file, visit.reason, visit.message, await context.keep(file, bytes));
    return [];
  }
  if (!(await isTrusted(context.home, visit.publicKey))) {
    const message = `the bundle is signed with the key ${visit.publicKey}, which is not trusted here: if it is yours, run \`disclosed collect trust ${visit.publicKey}\` and retry`;
    await context.quarantineFile(file, "untrusted_key", message, await context.keep(file, bytes));
    return [];
  }
  return await loadVisit(file, visit, context);
}

async function loadVisit(file: InputFile, visit: HarVisit, context: IngestContext): Promise<InputFile[]> {
  if (visit.searches.length === 0 && visit.pages.length === 0) {
    const message = "the file holds no search and no report of efdsearch.senate.gov";
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
  for (const { name, message } of unread)
    await context.quarantineRecord(file, name, "bad_search_response", message, { stored });
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
    context.quarantineRecord(file, search.name, reason, message, { stored });
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
  const isEmptyResponse = documents.length === 0 && problem === null && !works;
  const lost =
    (isEmptyResponse ? "the search shows no report, and no other search of the file shows that it works" : problem) ??
    truncatedListing(covered.length, await listedBefore(context, span), "reports") ??
    (covered.length === 0 && gaps.length > 0 ? "the search shows no report, which is not possible" : null);
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
    await refuse(isEmptyResponse ? "empty_response" : "incomplete_search", `${span.from} to ${span.to}: ${lost}`);
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
      const message =
        "the browser saved no body of this page: open the report again and save the HAR file with content";
      await context.quarantineRecord(file, path, "no_body", message, { stored });
      continue;
    }
    const read = async () => Buffer.from(html);
    files.push({ path: `${file.path}!${path}`, name: `${uuid}.html`, documentId: uuid, read });
  }
  return files;
}
