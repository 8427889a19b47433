// The congress-legislators project as a publisher: three lists of members and committees of today and of the past, and the
// roster of today. It keeps no history of rosters; ours is made of the days on which a changed one was seen.
import { lastFetch, recordListing } from "../../store/listings.ts";
import { type OutboundAnswer, OutboundError } from "../outbound/door.ts";
import type { Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";

/**
 * In the order in which they need one another. Names as in the project's README, "Data File Download Links"; its pages serve
 * each as .json and .yaml, its repository's main branch as .yaml only.
 */
const lists = ["legislators-historical", "legislators-current", "committees-historical", "committees-current"] as const;
const roster = "committee-membership-current";
const forms = ["json", "yaml"] as const;

export default function legislatorsPublisher({ legislatorsUrl }: Pick<PublisherSettings, "legislatorsUrl">): Publisher {
  return {
    source: "legislators",
    async *list(context) {
      let changed = false;
      let complete = true;
      for (const list of lists) {
        const fetched = await fetchListing(list, legislatorsUrl, context);
        complete &&= fetched.had;
        if (fetched.file === null) continue;
        changed ||= !fetched.taken;
        yield* take(fetched.file, fetched.taken, context);
      }
      // a seat needs its member and its committee: a roster that came before them waits
      if (!complete) return;
      const fetched = await fetchListing(roster, legislatorsUrl, context);
      if (fetched.file !== null) yield* take(fetched.file, fetched.taken && !changed, context);
    },
  };
}

interface Fetched {
  /** the list was had, now or earlier */
  had: boolean;
  /** what is there now; null when it could not be had, which is recorded */
  file: FetchedFile | null;
  /** these very bytes are in the store */
  taken: boolean;
}

interface FetchedFile {
  listing: string;
  url: string;
  asOf: string;
  sha256: string | null;
  body: Buffer;
  /** why it is no list; null for one */
  problem: string | null;
}

async function fetchListing(listing: string, baseUrl: string, context: SyncContext): Promise<Fetched> {
  const known = await lastFetch(context.store.pool, "legislators", listing);
  try {
    const answer = await request(listing, baseUrl, context);
    const { url, sha256, body } = answer;
    const problem = await problemOf(answer, known?.sha256 ?? null, context);
    const file = { listing, url, sha256, body, problem, asOf: takenOn(answer, context.today) };
    return { had: true, file, taken: known?.sha256 === sha256 };
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
    return { had: known?.sha256 != null, file: null, taken: false };
  }
}

/** Why an answer is no list: a page in its place, or a list that has lost half of itself since the last fetch. Null for a list. */
async function problemOf({ url, body }: OutboundAnswer, before: string | null, { store }: SyncContext) {
  if (/^\s*</.test(body.subarray(0, 256).toString("latin1"))) return `${url} is a web page, not a list`;
  const { rows } = await store.pool.query<{ bytes: number }>("SELECT bytes FROM source_files WHERE sha256 = $1", [
    before,
  ]);
  const bytes = rows[0]?.bytes ?? 0;
  return body.length < bytes / 2
    ? `${url} has ${body.length} bytes, and had ${bytes} before: it is not the whole list`
    : null;
}

async function request(listing: string, baseUrl: string, { outbound, signal }: SyncContext): Promise<OutboundAnswer> {
  for (const form of forms) {
    const answer = await outbound.request({
      publisher: "legislators",
      url: `${baseUrl}/${listing}.${form}`,
      signal,
    });
    if (answer.status === 200) return answer;
  }
  throw new OutboundError("bad_answer", `neither ${forms.map((form) => `${listing}.${form}`).join(" nor ")} exists`);
}

/**
 * The day that a file speaks of: the day of its Last-Modified in UTC (RFC 9110, 8.8.2), else the day on which it was seen; never
 * a day to come, and none before the project began in 2012.
 */
function takenOn(answer: OutboundAnswer, today: string): string {
  const modified = Date.parse(answer.headers.get("last-modified") ?? "");
  if (Number.isNaN(modified)) return today;
  const day = new Date(modified).toISOString().slice(0, 10);
  return day <= today && day >= "2012-01-01" ? day : today;
}

async function* take(file: FetchedFile, taken: boolean, context: SyncContext): AsyncGenerator<InputFile> {
  const { url, asOf, body } = file;
  if (!taken) yield { path: url, name: url.slice(url.lastIndexOf("/") + 1), listedOn: asOf, read: async () => body };
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
