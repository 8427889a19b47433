// Fetches EDGAR's latest filings, page by page back to the last day that a daily index covers, and reads the pages. The
// feed "Latest Filings" (Atom, cgi-bin/browse-edgar?action=getcurrent) has the filings since the last daily index. It
// lists a filing once for each CIK concerned, the newest first, a hundred entries per page.
import { XMLParser } from "fast-xml-parser";
import type { PoolClient } from "pg";
import { edgarBusinessDays } from "../../../domain/business-days.ts";
import { addDays, isCalendarDate } from "../../../lib/calendar-date.ts";
import { type ListingFetch, lastFetch, recordListing } from "../../../store/listings.ts";
import type { Store } from "../../../store/store.ts";
import { inTransaction } from "../../../store/transaction.ts";
import { type IndexedFiling, isOwnershipForm, listedFilings } from "../../edgar/index-file.ts";
import { cleanText, elements, text, type XmlNode } from "../../edgar/xml.ts";
import { OutboundError } from "../../outbound/index.ts";
import type { SyncContext } from "../../publisher.ts";

/**
 * The feed filters a form by its prefix: `4` also returns 4/A, 424B2, 40-F ... `owner=only` leaves mainly the ownership
 * forms, and the others are filtered out by their exact form type.
 */
const formTypes = ["4", "3", "5"];
/**
 * maximum days that the feed is read back if no index covers them: a new index appears after a long weekend at the
 * latest
 */
const maxDaysBack = 4;
/** the deepest page in the recorded responses of EDGAR is at 5,100; the busiest day has about 6,300 lines of Form 4 */
const maxPages = 70;

/**
 * Records the filings of the current day and of earlier days that no daily index covers yet, as one fetch that is never
 * final. If a page cannot be fetched, the fetch is recorded as failed, with the filings of the pages before it.
 */
export async function syncLatest(secUrl: string, context: SyncContext): Promise<void> {
  const { store, today } = context;
  const listing = "latest-filings";
  const since = await firstUncovered(store, today);
  const known = await lastFetch(store.pool, "form345", listing);
  // after a complete fetch, a page without new filings is where that fetch began
  const reader = new FeedReader(since, known?.outcome === "listed", secUrl, context);
  let finding: Pick<ListingFetch, "outcome" | "message">;
  try {
    finding = await reader.all();
    if (finding.outcome === "listed" && reader.filings.size === 0) finding = noFilings(since, today);
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    finding = { outcome: "failed", message: error.message };
  }
  const fetched = { source: "form345", listing, coversFrom: since, coversTo: today, final: false, ...finding };
  const documents = listedFilings([...reader.filings.values()]);
  await inTransaction(store, async (client) => {
    await recordListing(client, fetched, documents);
    const gaps = await daysWithoutFilings(client, since, today);
    if (finding.outcome === "listed" && gaps.length > 0)
      await recordListing(
        client,
        { ...fetched, gaps, message: `the feed lists nothing of ${gaps.join(", ")}` },
        documents,
      );
  });
}

/** A feed without a new filing is normal before the first filing of a day, but not for a whole business day. */
function noFilings(since: string, today: string): Pick<ListingFetch, "outcome" | "message"> {
  return edgarBusinessDays(since, addDays(today, -1)).length > 0
    ? { outcome: "failed", message: `the feed lists nothing filed since ${since}` }
    : { outcome: "not_published", message: "nothing filed yet" };
}

/** Business days before today without a known filing: not the feed but their daily indexes prove that none exist. */
async function daysWithoutFilings(client: PoolClient, since: string, today: string): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `SELECT DISTINCT to_char(listed_on, 'YYYY-MM-DD') AS day FROM listed_documents
     WHERE source = 'form345' AND listed_on >= $1 AND listed_on < $2`,
    [since, today],
  );
  const known = new Set(rows.map(({ day }) => day));
  return edgarBusinessDays(since, addDays(today, -1)).filter((day) => !known.has(day));
}

/** The day after the last one that a daily index covers, but at most `maxDaysBack` days ago. */
async function firstUncovered({ pool }: Store, today: string): Promise<string> {
  const { rows } = await pool.query<{ day: string | null }>(
    `SELECT to_char(max(covers_to) + 1, 'YYYY-MM-DD') AS day FROM listing_fetches
     WHERE source = 'form345' AND listing LIKE 'daily-index/%' AND outcome = 'listed' AND covers_to < $1`,
    [today],
  );
  const earliest = addDays(today, -maxDaysBack);
  const day = rows[0]?.day;
  return day && day > earliest ? day : earliest;
}

class FeedReader {
  readonly filings = new Map<string, IndexedFiling>();
  private refused = 0;

  constructor(
    private readonly since: string,
    private readonly stopAtKnown: boolean,
    private readonly secUrl: string,
    private readonly context: SyncContext,
  ) {}

  async all(): Promise<Pick<ListingFetch, "outcome" | "message">> {
    for (const formType of formTypes) {
      const entries = await this.pages(formType);
      // even on a Sunday the feed shows the filings of Friday
      if (entries === 0 && formType === "4") return { outcome: "failed", message: "the feed has no entry at all" };
    }
    return this.refused > 0
      ? { outcome: "failed", message: `${this.refused} entries could not be read` }
      : { outcome: "listed" };
  }

  /** Fetches one form's pages, the newest first. Returns the number of entries. */
  private async pages(formType: string): Promise<number> {
    let entries = 0;
    for (let page = 0; page < maxPages; page++) {
      const feed = await this.page(formType, page * pageSize);
      entries += feed.entries;
      this.refused += feed.refused;
      const wanted = feed.filings.filter(({ filedOn }) => filedOn >= this.since);
      const seen = this.stopAtKnown && feed.filings.length > 0 && (await this.allListed(wanted));
      for (const filing of wanted) this.filings.set(filing.accessionNumber, filing);
      if (seen || feed.entries < pageSize || (feed.oldest !== null && feed.oldest < this.since)) return entries;
    }
    throw new OutboundError("bad_response", `the feed of form ${formType} has no end within ${maxPages} pages`);
  }

  private async page(formType: string, start: number): Promise<FeedPage> {
    const { outbound, signal } = this.context;
    // names and order of the parameters as in the recorded responses of EDGAR: atom-getcurrent/
    const query = `action=getcurrent&count=${pageSize}&start=${start}&type=${formType}&owner=only&output=atom`;
    const url = `${this.secUrl}/cgi-bin/browse-edgar?${query}`;
    const response = await outbound.request({ publisher: "sec", url, conditional: false, signal });
    const feed = response.status === 200 ? readFeed(response.body) : null;
    if (!feed) throw new OutboundError("bad_response", `HTTP ${response.status} without a feed from ${url}`);
    return feed;
  }

  private async allListed(filings: IndexedFiling[]): Promise<boolean> {
    const ids = [...new Set(filings.map(({ accessionNumber }) => accessionNumber))];
    const { rows } = await this.context.store.pool.query<{ known: number }>(
      "SELECT count(*)::int AS known FROM listed_documents WHERE source = 'form345' AND document_id = ANY($1)",
      [ids],
    );
    return rows[0]?.known === ids.length;
  }
}

interface FeedPage {
  filings: IndexedFiling[];
  /** number of entries, of every form */
  entries: number;
  /** the oldest filing date of any entry, YYYY-MM-DD; null without one */
  oldest: string | null;
  /** number of entries that cannot be read */
  refused: number;
}

/** The largest page size of EDGAR. */
const pageSize = 100;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  maxNestedTags: 50,
  jPath: false,
});

/**
 * Reads one page; null if the bytes are not an Atom feed (EDGAR returns an HTML page while its forms are under
 * maintenance).
 */
function readFeed(bytes: Buffer): FeedPage | null {
  const content = bytes.toString("latin1");
  if (!/<feed[\s>]/.test(content.slice(0, 1000)) || /<!(DOCTYPE|ENTITY)/i.test(content)) return null;
  if (!/<\/feed>\s*$/.test(content)) return null;
  let feed: XmlNode;
  try {
    feed = elements(parser.parse(content), "feed")[0];
  } catch {
    return null;
  }
  const page: FeedPage = { filings: [], entries: 0, oldest: null, refused: 0 };
  for (const entry of elements(feed, "entry")) {
    page.entries++;
    const read = readEntry(entry);
    if (!read) {
      page.refused++;
      continue;
    }
    if (page.oldest === null || read.filedOn < page.oldest) page.oldest = read.filedOn;
    if (isOwnershipForm(read.formType)) page.filings.push(read);
  }
  return page;
}

/**
 * `4 - Royal Gold Inc (0000085535) (Issuer)`, with the accession number in the id and the date in the summary's HTML.
 * Null if any of these is missing.
 */
function readEntry(entry: XmlNode): IndexedFiling | null {
  const id = text(entry, "id") ?? "";
  const accessionNumber = /accession-number=(\d{10}-\d{2}-\d{6})$/.exec(id)?.[1];
  const summary = unescaped(text(entry, "summary") ?? "").replace(/<[^<>]*>/g, " ");
  const filedOn = /Filed:\s*(\d{4}-\d{2}-\d{2})/.exec(summary)?.[1];
  const formType = String(elements(entry, "category")[0]?.["@term"] ?? "");
  const { name, cik } = filerIn((text(entry, "title") ?? "").trimEnd());
  if (!accessionNumber || !filedOn || !isCalendarDate(filedOn) || !formType || !name || !cik) return null;
  const path = `edgar/data/${Number(cik)}/${accessionNumber}.txt`;
  return { accessionNumber, formType, filedOn, cik, name: cleanText(name), path };
}

/** The name and CIK in an entry's title: behind the form, and in the last parentheses but for those of the role. */
function filerIn(title: string): { name?: string; cik?: string } {
  const end = / \((\d{10})\)$/.exec(title) ?? / \((\d{10})\) \([^()]*\)$/.exec(title);
  const dash = title.indexOf(" - ", 1);
  if (!end?.[1] || dash < 0 || dash + 3 > end.index || /^\s|[\n\r]/.test(title)) return {};
  return { name: title.slice(dash + 3, end.index), cik: end[1] };
}

/** The summary is HTML escaped as text; text that was escaped twice is still escaped after parsing. */
function unescaped(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
}
