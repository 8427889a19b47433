// The change history of the project's rosters and lists of committees, from the API of GitHub: which versions each file
// had, and every version once. A version never changes, so one that is stored is not requested again.

import { z } from "zod";
import { dateOf } from "../../lib/calendar-date.ts";
import { groupBy } from "../../lib/group-by.ts";
import { lastFetch, recordListing } from "../../store/listings.ts";
import { parseJson } from "../files/decode.ts";
import { OutboundError, type OutboundResponse } from "../outbound/door.ts";
import type { PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { datedFiles } from "./lists.ts";

export type HistorySettings = Pick<PublisherSettings, "legislatorsApiUrl" | "legislatorsFilesUrl">;

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
export async function* listHistory(settings: HistorySettings, context: SyncContext): AsyncGenerator<InputFile[]> {
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
    throw new OutboundError("bad_answer", `${url} is not a list of commits`);
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
