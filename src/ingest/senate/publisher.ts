// The Senate as a publisher. Its search: one listing per month of submission, and one page per report, all within one
// session. Or, instead of the search, bundles from a folder or an address.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { lastDayOfMonth } from "../../lib/calendar-date.ts";
import { type ListingFetch, lastFetch, recordFetchFailure, recordListing } from "../../store/listings.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { OutboundError } from "../outbound/index.ts";
import type { DueDocument, Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import {
  type Control,
  judgeMonth,
  newestOf,
  quietDays,
  quietMessage,
  type SearchedMonth,
  searchAll,
  searchTotal,
  spanOfMonth,
} from "./search.ts";
import { explained, isWholePage, SenateSession } from "./session.ts";

// Finds long periods without a report over all fetched months: a single month does not show them.

/** Records the days of such periods as unproven in the fetches of their months, which are then fetched again. */
async function recordQuietDays(pool: Pool, { from, to }: { from: string; to: string }): Promise<void> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT DISTINCT to_char(listed_on, 'YYYY-MM-DD') AS day FROM listed_documents
     WHERE source = 'senate' AND listed_on BETWEEN $1 AND $2`,
    [from, to],
  );
  const days = quietDays(
    rows.map(({ day }) => day),
    from,
    to,
  );
  if (days.length === 0) return;
  await pool.query(
    `UPDATE listing_fetches l SET final = false, message = $2, gaps = ARRAY(
         SELECT DISTINCT day FROM unnest(l.gaps || $1::date[]) AS day
         WHERE day BETWEEN l.covers_from AND l.covers_to ORDER BY day)
     WHERE source = 'senate' AND listing LIKE 'ptr/%' AND outcome <> 'failed'
       AND EXISTS (SELECT FROM unnest($1::date[]) AS day WHERE day BETWEEN l.covers_from AND l.covers_to)`,
    [days, quietMessage(days)],
  );
}

/** the search covers reports received since 1 January 2012 */
const firstMonth = "2012-01";

type Settings = Pick<PublisherSettings, "senateUrl" | "senateBundles">;

/** With SENATE_BUNDLES nothing is requested from the site. */
export default function senatePublisher({ senateUrl, senateBundles }: Settings): Publisher {
  return senateBundles === undefined ? sitePublisher(senateUrl) : bundlesPublisher(senateBundles);
}

function sitePublisher(senateUrl: string): Publisher {
  let session: SenateSession | undefined;
  // one session for the lists and the reports of a run
  const sessionOf = ({ outbound, signal }: SyncContext) => {
    if (session?.outbound !== outbound || session.signal !== signal)
      session = new SenateSession(senateUrl, outbound, signal);
    return session;
  };
  return {
    source: "senate",
    // biome-ignore lint/correctness/useYield: the Senate has no listing files that are ingested
    async *list(context) {
      await fetchMonths(sessionOf(context), context);
    },
    fetch: (document, context) =>
      fetchReport(document, sessionOf(context), context).catch((error: unknown) => {
        throw explained(error);
      }),
  };
}

/** Months from that of `to` back to that of `from`, YYYY-MM. */
function monthsBack(to: string, from: string): string[] {
  const first = from.slice(0, 7) > firstMonth ? from.slice(0, 7) : firstMonth;
  const months: string[] = [];
  for (let month = to.slice(0, 7); month >= first; month = monthBefore(month)) months.push(month);
  return months;
}

function monthBefore(month: string): string {
  return new Date(Date.parse(`${month}-01T00:00:00Z`) - 1).toISOString().slice(0, 7);
}

/**
 * Fetches every month that is not final. Months with reports are recorded immediately, those without after the control
 * search.
 */
async function fetchMonths(session: SenateSession, context: SyncContext): Promise<void> {
  const { store, today, from, to = today } = context;
  const empty: SearchedMonth[] = [];
  const months = monthsBack(to, from);
  const [lastMonth, earliestMonth] = [months[0], months.at(-1)];
  if (!lastMonth || !earliestMonth) return;
  let newest = await newestListed(store);
  let reports = 0;
  for (const [at, month] of months.entries()) {
    const known = await lastFetch(store.pool, "senate", `ptr/${month}`);
    if (known?.final) {
      reports += known.listed;
      continue;
    }
    let searched: SearchedMonth;
    try {
      const found = await searchAll({ from: `${month}-01`, to: lastDayOfMonth(month) }, session);
      searched = { ...found, month, listedBefore: known?.listed ?? 0 };
    } catch (error) {
      await recordRefusal([...empty.map((one) => one.month), ...months.slice(at)], explained(error), context);
      throw explained(error);
    }
    const shown = newestOf(searched.documents);
    if (newest === null || (shown !== null && shown > newest)) newest = shown;
    reports += searched.documents.length;
    if (searched.documents.length === 0 && searched.problem === null) empty.push(searched);
    else await record(searched, { doubt: null, newest }, context);
  }
  const span = { from: `${earliestMonth}-01`, to: lastDayOfMonth(lastMonth) };
  if (empty.length > 0) {
    const doubt = await reasonToDoubt(reports, span, session, today);
    for (const searched of empty) await record(searched, { doubt, newest }, context);
  }
  await recordQuietDays(store.pool, { from: span.from, to: spanOfMonth(lastMonth, today).to });
}

/**
 * The reason why months without a report prove nothing: the search for the whole period has another total, or the site
 * shows no report at all. Null if there is no such reason.
 */
async function reasonToDoubt(
  reports: number,
  span: { from: string; to: string },
  session: SenateSession,
  today: string,
): Promise<string | null> {
  const whole = await searchTotal(span, session);
  if (typeof whole === "string") return whole;
  if (whole > reports)
    return `the search states ${whole} reports of ${span.from} to ${span.to}, and shows ${reports} by month`;
  if (whole > 0) return null;
  const ever = await searchTotal({ from: `${firstMonth}-01`, to: today }, session);
  if (typeof ever === "string") return ever;
  return ever > 0 ? null : "the search shows no report of any day: nothing shows that it was searched";
}

async function record(searched: SearchedMonth, control: Control, { store, today, to }: SyncContext): Promise<void> {
  // if only past days are requested, it is unknown whether the search shows new reports
  const newest = to === undefined || to >= today ? control.newest : null;
  const fetched = judgeMonth(searched, { ...control, newest }, today);
  await inTransaction(store, (client) => recordListing(client, fetched, searched.documents));
}

/**
 * While the site refuses requests, no month can be fetched: each month that is not final is recorded as a failed fetch.
 */
async function recordRefusal(months: string[], error: unknown, { store, today }: SyncContext): Promise<void> {
  if (!(error instanceof OutboundError)) return;
  for (const month of months) {
    const listing = `ptr/${month}`;
    if ((await lastFetch(store.pool, "senate", listing))?.final) continue;
    const { from, to } = spanOfMonth(month, today);
    const fetched: ListingFetch = {
      source: "senate",
      listing,
      coversFrom: from,
      coversTo: to,
      outcome: "failed",
      final: false,
      message: error.message,
    };
    await recordListing(store.pool, fetched, []);
  }
}

/** The date of the newest report that the search ever listed, YYYY-MM-DD. */
async function newestListed({ pool }: Store): Promise<string | null> {
  const { rows } = await pool.query<{ day: string | null }>(
    "SELECT to_char(max(listed_on), 'YYYY-MM-DD') AS day FROM listed_documents WHERE source = 'senate'",
  );
  return rows[0]?.day ?? null;
}

/**
 * Fetches a report's page. Returns null for a truncated page, which is fetched again later, because its rows cannot be
 * counted.
 */
async function fetchReport(
  { documentId, listedOn, url: address }: DueDocument,
  session: SenateSession,
  { store }: SyncContext,
): Promise<InputFile | null> {
  const path = new URL(address).pathname;
  const { status, body } = await session.page(path);
  const fail = async (message: string) => {
    await recordFetchFailure(store.pool, { source: "senate", documentId, message });
    return null;
  };
  if (status !== 200) return await fail(`HTTP ${status} from ${path}`);
  if (!isWholePage(body))
    return await fail(`the page has no end: ${JSON.stringify(body.subarray(0, 80).toString("utf8"))}`);
  return { path: session.senateUrl + path, name: `${documentId}.html`, documentId, listedOn, read: async () => body };
}

// Bundles instead of the Senate's search: `disclosed sync` takes them from a folder, or from an address that serves the
// newest one. What a bundle proves is recorded when it is read (har-visit.ts).

/** a source name of its own in listing_fetches: a bundle that was taken covers no day by itself */
const source = "senate-bundles";

/** Takes each bundle once. `location`: SENATE_BUNDLES, a folder or a URL. */
function bundlesPublisher(location: string): Publisher {
  return {
    source: "senate",
    async *list(context) {
      const bundles = URL.canParse(location) ? [await fetchBundle(location, context)] : await bundlesIn(location);
      for (const bundle of bundles) yield* takeNew(bundle, context);
    },
  };
}

interface Bundle {
  path: string;
  name: string;
  read(): Promise<Buffer>;
}

/** Throws OutboundError, or an Error if the address responds that it has no bundle. */
async function fetchBundle(url: string, { outbound, signal }: SyncContext): Promise<Bundle> {
  const { status, body } = await outbound.request({ publisher: "senate", url, signal });
  if (status !== 200) throw new Error(`HTTP ${status} from ${url}, not a bundle`);
  return { path: url, name: "bundle.zip", read: async () => body };
}

/** The .zip files of the folder by name. Throws an Error if it cannot be read. */
async function bundlesIn(folder: string): Promise<Bundle[]> {
  const names = (await readdir(folder)).filter((name) => /\.zip$/i.test(name)).sort();
  return names.map((name) => ({ path: join(folder, name), name, read: () => readFile(join(folder, name)) }));
}

async function* takeNew({ path, name, read }: Bundle, { store, today }: SyncContext): AsyncGenerator<InputFile> {
  const bytes = await read();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if ((await lastFetch(store.pool, source, path))?.sha256 === sha256) return;
  yield { path, name, read: async () => bytes };
  const days = { coversFrom: today, coversTo: today };
  await recordListing(store.pool, { source, listing: path, ...days, outcome: "listed", final: false, sha256 }, []);
}
