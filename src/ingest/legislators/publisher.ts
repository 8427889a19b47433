// The congress-legislators project as a publisher: lists of current and past members and committees, the current
// roster, and the earlier versions of both that its repository has.
import { z } from "zod";
import { dateOf } from "../../lib/calendar-date.ts";
import { groupBy } from "../../lib/group-by.ts";
import { lastFetch, recordListing } from "../../store/listings.ts";
import { parseJson } from "../files/text.ts";
import { OutboundError, type OutboundResponse } from "../outbound/index.ts";
import type { Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { datedFiles, lists, roster } from "./records.ts";

const forms = ["json", "yaml"] as const;

type Settings = HistorySettings & Pick<PublisherSettings, "legislatorsUrl">;

export default function legislatorsPublisher({ legislatorsUrl, ...history }: Settings): Publisher {
  return {
    source: "legislators",
    async *list(context) {
      let changed = false;
      let complete = true;
      for (const list of lists) {
        const fetched = await fetchListing(list, legislatorsUrl, context);
        complete &&= fetched.had;
        if (fetched.file === null) continue;
        changed ||= !fetched.isKnown;
        yield* take(fetched.file, fetched.isKnown, context);
      }
      // a seat needs its member and its committee: the roster is not fetched if a list is missing
      if (!complete) return;
      const fetched = await fetchListing(roster, legislatorsUrl, context);
      if (fetched.file !== null) yield* take(fetched.file, fetched.isKnown && !changed, context);
      yield* listHistory(history, context);
    },
  };
}

interface Fetched {
  /** the list was fetched, now or earlier */
  had: boolean;
  /** the current file; null if the fetch failed, which is recorded */
  file: FetchedFile | null;
  /** these bytes are already stored */
  isKnown: boolean;
}

interface FetchedFile {
  listing: string;
  url: string;
  asOf: string;
  sha256: string | null;
  body: Buffer;
  /** reason why it is not a list; null if it is one */
  problem: string | null;
}

async function fetchListing(listing: string, baseUrl: string, context: SyncContext): Promise<Fetched> {
  const known = await lastFetch(context.store.pool, "legislators", listing);
  try {
    const response = await request(listing, baseUrl, context);
    const { url, sha256, body } = response;
    const problem = await problemOf(response, known?.sha256 ?? null, context);
    const file = { listing, url, sha256, body, problem, asOf: asOfDate(response, context.today) };
    return { had: true, file, isKnown: known?.sha256 === sha256 };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { today } = context;
    await recordListing(
      context.store.pool,
      {
        source: "legislators",
        listing,
        coversFrom: today,
        coversTo: today,
        outcome: "failed",
        final: false,
        message: error.message,
      },
      [],
    );
    return { had: known?.sha256 != null, file: null, isKnown: false };
  }
}

/**
 * The reason why a response is not a list: an HTML page, or a list less than half as long as at the last fetch. Null
 * for a list.
 */
async function problemOf({ url, body }: OutboundResponse, before: string | null, { store }: SyncContext) {
  if (/^\s*</.test(body.subarray(0, 256).toString("latin1"))) return `${url} is a web page, not a list`;
  const { rows } = await store.pool.query<{ bytes: number }>("SELECT bytes FROM source_files WHERE sha256 = $1", [
    before,
  ]);
  const bytes = rows[0]?.bytes ?? 0;
  return body.length < bytes / 2
    ? `${url} has ${body.length} bytes, and had ${bytes} before: it is not the whole list`
    : null;
}

async function request(listing: string, baseUrl: string, { outbound, signal }: SyncContext): Promise<OutboundResponse> {
  for (const form of forms) {
    const response = await outbound.request({
      publisher: "legislators",
      url: `${baseUrl}/${listing}.${form}`,
      signal,
    });
    if (response.status === 200) return response;
  }
  throw new OutboundError("bad_response", `neither ${forms.map((form) => `${listing}.${form}`).join(" nor ")} exists`);
}

/**
 * The date of a file: the day of its Last-Modified in UTC (RFC 9110, 8.8.2), else the day of the fetch; never in the
 * future, and not before the project began in 2012.
 */
function asOfDate(response: OutboundResponse, today: string): string {
  const modified = Date.parse(response.headers.get("last-modified") ?? "");
  if (Number.isNaN(modified)) return today;
  const day = dateOf(modified);
  return day <= today && day >= "2012-01-01" ? day : today;
}

async function* take(file: FetchedFile, isKnown: boolean, context: SyncContext): AsyncGenerator<InputFile> {
  const { url, asOf, body } = file;
  if (!isKnown) yield { path: url, name: url.slice(url.lastIndexOf("/") + 1), listedOn: asOf, read: async () => body };
  await recordListing(
    context.store.pool,
    {
      source: "legislators",
      listing: file.listing,
      coversFrom: asOf,
      coversTo: context.today,
      outcome: file.problem === null ? "listed" : "failed",
      final: false,
      ...(file.problem !== null && { message: file.problem }),
      ...(file.problem === null && file.sha256 !== null && { sha256: file.sha256 }),
    },
    [],
  );
}

// The change history of the project's rosters and lists of committees, from the API of GitHub: which versions each file
// had, and every version once. A version never changes, so one that is stored is not requested again.

type HistorySettings = Pick<PublisherSettings, "legislatorsApiUrl" | "legislatorsFilesUrl">;

const source = "legislators";

/** number of commits in a page of GitHub's list, its maximum */
const pageSize = 100;
/** a file with more pages is not the project's: twice a day since 2012 would be 100 pages */
const maxPages = 200;
/** versions that are stored together, because the periods of membership are computed once for each batch */
const batchSize = 25;

/**
 * Yields the versions that are not stored, oldest first, those of the committees before those of the rosters; of several
 * versions of a day (UTC) the last one. The versions of today are left for tomorrow, when no other can follow. All days
 * are fetched, whatever the first day of the sync is: what a roster proves depends on the rosters around it. If one
 * version cannot be fetched, the file's listing is recorded as failed and the rest is left for the next sync.
 */
async function* listHistory(settings: HistorySettings, context: SyncContext): AsyncGenerator<InputFile[]> {
  for (const file of datedFiles) {
    try {
      yield* versionsOf(`${file}.yaml`, settings, context);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      await record(listingOf(`${file}.yaml`), context, { message: error.message });
      // a roster is not stored without the committees of its day
      return;
    }
  }
}

interface Version {
  commit: string;
  /** YYYY-MM-DD, in UTC */
  day: string;
}

async function* versionsOf(file: string, settings: HistorySettings, context: SyncContext): AsyncGenerator<InputFile[]> {
  const stored = await storedVersions(file, context);
  const isWhole = (await lastFetch(context.store.pool, source, listingOf(file)))?.outcome === "listed";
  const versions = await listVersions(file, isWhole ? stored : new Set(), settings, context);
  const wanted = versions.filter(({ commit }) => !stored.has(commit));
  for (let from = 0; from < wanted.length; from += batchSize) {
    const batch = wanted.slice(from, from + batchSize);
    const files: InputFile[] = [];
    for (const version of batch) files.push(...(await fetchVersion(file, version, settings, context)));
    yield files;
    // they are stored now
    for (const { commit, day } of batch) await record(listingOf(file, commit), context, { day });
  }
  await record(listingOf(file), context, {});
}

const listingOf = (file: string, commit?: string) => `history/${file}${commit === undefined ? "" : `@${commit}`}`;

async function storedVersions(file: string, { store }: SyncContext): Promise<Set<string>> {
  const { rows } = await store.pool.query<{ listing: string }>(
    "SELECT listing FROM listing_fetches WHERE source = $1 AND starts_with(listing, $2)",
    [source, listingOf(file, "")],
  );
  return new Set(rows.map(({ listing }) => listing.slice(listing.indexOf("@") + 1)));
}

const commitPage = z.array(
  z.looseObject({
    sha: z.string().regex(/^[0-9a-f]{40}$/),
    commit: z.looseObject({ committer: z.looseObject({ date: z.iso.datetime() }) }),
  }),
);

/**
 * The last version of each day before today, oldest first. The list begins with the newest commit and is read up to the
 * first page with a version that is `known`: with all that precede it.
 */
async function listVersions(
  file: string,
  known: Set<string>,
  { legislatorsApiUrl }: HistorySettings,
  context: SyncContext,
): Promise<Version[]> {
  const commits: Version[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const url = `${legislatorsApiUrl}/commits?path=${file}&per_page=${pageSize}&page=${page}`;
    const found = readPage(url, (await get(url, context)).body);
    commits.push(...found);
    if (found.length < pageSize || found.some(({ commit }) => known.has(commit))) break;
  }
  const lastOfDays = [...groupBy(commits, ({ day }) => day).values()].flatMap(([last]) => last ?? []);
  return lastOfDays.filter(({ day }) => day < context.today).sort((a, b) => (a.day < b.day ? -1 : 1));
}

function readPage(url: string, body: Buffer): Version[] {
  try {
    return commitPage
      .parse(parseJson(body))
      .map(({ sha, commit }) => ({ commit: sha, day: dateOf(new Date(commit.committer.date)) }));
  } catch {
    throw new OutboundError("bad_response", `${url} is not a list of commits`);
  }
}

/** The version's file; none if its commit removed it. */
async function fetchVersion(
  file: string,
  { commit, day }: Version,
  { legislatorsFilesUrl }: HistorySettings,
  context: SyncContext,
): Promise<InputFile[]> {
  const { status, url, body } = await get(`${legislatorsFilesUrl}/${commit}/${file}`, context);
  return status === 200 ? [{ path: url, name: file, listedOn: day, read: async () => body }] : [];
}

async function get(url: string, { outbound, signal }: SyncContext): Promise<OutboundResponse> {
  return await outbound.request({ publisher: "legislators", url, signal });
}

/** Records a fetch: of the file's list of versions, or of the version of a day. */
async function record(
  listing: string,
  { store, today }: SyncContext,
  { day = today, message }: { day?: string; message?: string },
): Promise<void> {
  const outcome = message === undefined ? "listed" : "failed";
  const final = day !== today;
  await recordListing(store.pool, { source, listing, coversFrom: day, coversTo: day, outcome, final, message }, []);
}
