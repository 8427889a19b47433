// The congress-legislators project as a publisher: lists of current and past members and committees, the current roster,
// and the earlier versions of both that its repository has (history-publisher.ts).
import { dateOf } from "../../lib/calendar-date.ts";
import { lastFetch, recordListing } from "../../store/listings.ts";
import { OutboundError, type OutboundResponse } from "../outbound/door.ts";
import type { Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { type HistorySettings, listHistory } from "./history-publisher.ts";
import { lists, roster } from "./lists.ts";

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
  throw new OutboundError("bad_answer", `neither ${forms.map((form) => `${listing}.${form}`).join(" nor ")} exists`);
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
