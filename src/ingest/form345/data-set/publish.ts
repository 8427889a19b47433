// The SEC's quarterly data sets as a way to catch up: where the indexes list thousands of filings of a closed quarter that are
// not in the store, one file of the publisher brings them, instead of hours of single documents. What it lacks (filings made after
// 5:30 p.m. ET on the quarter's last business day are in the next set) stays due and is fetched as documents.
import { recordListing } from "../../../store/listings.ts";
import { inTransaction } from "../../../store/transaction.ts";
import { OutboundError } from "../../outbound/door.ts";
import type { SyncContext } from "../../publisher.ts";
import type { InputFile } from "../../source.ts";
import { fullSpan } from "../index-span.ts";

/** apart from the fetches that say which filings there are: a data set lists none */
const looks = "form345-data-sets";
/** below this many, documents are the better source and soon fetched: at eight a second, four minutes */
const worthwhile = 2_000;
/** a quarter has 10 to 15 MB */
const maxBytes = 256 * 1024 * 1024;

export interface Quarter {
  year: number;
  quarter: number;
  /** first and last day, YYYY-MM-DD */
  from: string;
  to: string;
}

/** The quarters from `from` on that were over before `today`, the newest first. A quarter that began before `from` is none of them. */
export function closedQuarters(from: string, today: string): Quarter[] {
  const quarters: Quarter[] = [];
  for (let at = Number(today.slice(0, 4)) * 4 + Math.ceil(Number(today.slice(5, 7)) / 3) - 1; ; at--) {
    const year = Math.floor((at - 1) / 4);
    const quarter = ((at - 1) % 4) + 1;
    const span = fullSpan(year, quarter, null);
    const to = lastDay(year, quarter);
    if (span.coversFrom < from) return quarters;
    if (to < today) quarters.push({ year, quarter, from: span.coversFrom, to });
  }
}

/**
 * The data sets that are worth fetching now. Yields the zip; when it is resumed, what the zip holds is in the store. The fetch
 * is recorded behind that, so that a kill in between makes the set due again.
 */
export async function* fetchDataSets(
  secUrl: string,
  context: SyncContext,
  least = worthwhile,
): AsyncGenerator<InputFile> {
  for (const quarter of closedQuarters(context.from, context.today)) {
    const before = await notStored(quarter, context);
    if (before < least || !(await isDue(quarter, context))) continue;
    const found = await request(quarter, secUrl, context);
    if ("problem" in found) {
      await record(quarter, found.problem, context);
      continue;
    }
    yield found.file;
    const brought = before - (await notStored(quarter, context));
    const outcome: Finding =
      brought > 0
        ? { outcome: "listed", final: true, message: `${brought} filings that were not in the store` }
        : { outcome: "failed", final: false, message: "nothing could be loaded from it; see the quarantine" };
    await record(quarter, { ...outcome, sha256: found.sha256 }, context);
  }
}

interface Finding {
  outcome: "listed" | "not_published" | "failed";
  final: boolean;
  message: string;
  sha256?: string;
}

async function request(
  { year, quarter }: Quarter,
  secUrl: string,
  { outbound, signal }: SyncContext,
): Promise<{ file: InputFile; sha256?: string } | { problem: Finding }> {
  const name = `${year}q${quarter}_form345.zip`;
  // the address that the page "Insider Transactions Data Sets" of sec.gov links each quarter to
  const url = `${secUrl}/files/structureddata/data/insider-transactions-data-sets/${name}`;
  try {
    const answer = await outbound.request({ publisher: "sec", url, maxBytes, signal });
    if (answer.status !== 200)
      return { problem: { outcome: "not_published", final: false, message: `HTTP ${answer.status} from ${url}` } };
    if (answer.body.subarray(0, 2).toString("latin1") !== "PK")
      return { problem: { outcome: "failed", final: false, message: `no zip file from ${url}` } };
    return {
      file: { path: url, name, read: async () => answer.body },
      ...(answer.sha256 && { sha256: answer.sha256 }),
    };
  } catch (error) {
    // while the publisher wants to be left alone, no other set can be had either
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    return { problem: { outcome: "failed", final: false, message: error.message } };
  }
}

/** Listed filings of the quarter that are neither stored nor in quarantine. */
async function notStored({ from, to }: Quarter, { store }: SyncContext): Promise<number> {
  const { rows } = await store.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM listed_document_states
     WHERE source = 'form345' AND listed_on BETWEEN $1 AND $2 AND state = 'not_fetched'`,
    [from, to],
  );
  return rows[0]?.n ?? 0;
}

/** A set is taken once. One that was not there, or of no use, is requested again a day later. */
async function isDue({ year, quarter }: Quarter, { store }: SyncContext): Promise<boolean> {
  const { rows } = await store.pool.query<{ due: boolean }>(
    `SELECT NOT final AND looked_at < now() - interval '1 day' AS due FROM listing_looks WHERE source = $1 AND listing = $2`,
    [looks, listingOf(year, quarter)],
  );
  return rows[0]?.due ?? true;
}

async function record({ year, quarter, from, to }: Quarter, finding: Finding, { store }: SyncContext): Promise<void> {
  const look = { source: looks, listing: listingOf(year, quarter), coversFrom: from, coversTo: to, ...finding };
  await inTransaction(store, (client) => recordListing(client, look, []));
}

const listingOf = (year: number, quarter: number) => `data-set/${year}q${quarter}`;

function lastDay(year: number, quarter: number): string {
  return new Date(Date.UTC(year, quarter * 3, 0)).toISOString().slice(0, 10);
}
