// The fetch of EDGAR's latest filings: page after page back to the last day that a daily index covers.
import type { PoolClient } from "pg";
import { addDays } from "../../calendar-date.ts";
import { type ListingFetch, lastFetch, recordListing } from "../../store/listings.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { OutboundError } from "../outbound/door.ts";
import type { SyncContext } from "../publisher.ts";
import { isBusinessDay } from "./edgar-listings.ts";
import type { IndexedFiling } from "./index-file.ts";
import { listedFilings } from "./index-listing.ts";
import { type FeedPage, pageSize, readFeed } from "./latest-filings.ts";

/**
 * The feed knows a filing's form by its beginning: `4` also gives 4/A, 424B2, 40-F ... With `owner=only` the ownership forms are
 * left of them, and what else still comes is sorted out by its exact form.
 */
const formTypes = ["4", "3", "5"];
/** how far back the feed is walked where no index covers the days before: the indexes come after at most a long weekend */
const mostDaysBack = 4;
/** the deepest page in the material is at 5,100; the busiest day has some 6,300 lines of Form 4 */
const mostPages = 70;

/**
 * Records what was filed on the running day and on those before it that no daily index covers yet, as one fetch that is never
 * final. A page that cannot be had makes it a failed fetch, which keeps what the pages before it said.
 */
export async function syncLatest(secUrl: string, context: SyncContext): Promise<void> {
  const { store, today } = context;
  const listing = "latest-filings";
  const since = await firstUncovered(store, today);
  const known = await lastFetch(store.pool, "form345", listing);
  // after a walk that was complete, a page with nothing new is where the last one began
  const walk = new Walk(since, known?.outcome === "listed", secUrl, context);
  let finding: Pick<ListingFetch, "outcome" | "message">;
  try {
    finding = await walk.all();
    if (finding.outcome === "listed" && walk.filings.size === 0) finding = silence(since, today);
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    finding = { outcome: "failed", message: error.message };
  }
  const fetched = { source: "form345", listing, coversFrom: since, coversTo: today, final: false, ...finding };
  const documents = listedFilings([...walk.filings.values()]);
  await inTransaction(store, async (client) => {
    await recordListing(client, fetched, documents);
    const gaps = await silentDays(client, since, today);
    if (finding.outcome === "listed" && gaps.length > 0)
      await recordListing(
        client,
        { ...fetched, gaps, message: `the feed lists nothing of ${gaps.join(", ")}` },
        documents,
      );
  });
}

/** A feed without a new filing is right before the first one of a day, and never over a whole business day. */
function silence(since: string, today: string): Pick<ListingFetch, "outcome" | "message"> {
  for (let day = since; day < today; day = addDays(day, 1))
    if (isBusinessDay(day)) return { outcome: "failed", message: `the feed lists nothing filed since ${since}` };
  return { outcome: "not_published", message: "nothing filed yet" };
}

/** Working days before today of which no filing is known: the feed proves nothing of them, their daily indexes will. */
async function silentDays(client: PoolClient, since: string, today: string): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `SELECT DISTINCT to_char(listed_on, 'YYYY-MM-DD') AS day FROM listed_documents
     WHERE source = 'form345' AND listed_on >= $1 AND listed_on < $2`,
    [since, today],
  );
  const known = new Set(rows.map(({ day }) => day));
  const days: string[] = [];
  for (let day = since; day < today; day = addDays(day, 1)) if (isBusinessDay(day) && !known.has(day)) days.push(day);
  return days;
}

/** The day after the last one that a daily index covers, but not before the limit above. */
async function firstUncovered({ pool }: Store, today: string): Promise<string> {
  const { rows } = await pool.query<{ day: string | null }>(
    `SELECT to_char(max(covers_to) + 1, 'YYYY-MM-DD') AS day FROM listing_looks
     WHERE source = 'form345' AND listing LIKE 'daily-index/%' AND outcome = 'listed' AND covers_to < $1`,
    [today],
  );
  const earliest = addDays(today, -mostDaysBack);
  const day = rows[0]?.day;
  return day && day > earliest ? day : earliest;
}

class Walk {
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

  /** Walks one form's pages, the newest first. Returns how many entries there were. */
  private async pages(formType: string): Promise<number> {
    let entries = 0;
    for (let page = 0; page < mostPages; page++) {
      const feed = await this.page(formType, page * pageSize);
      entries += feed.entries;
      this.refused += feed.refused.length;
      const wanted = feed.filings.filter(({ filedOn }) => filedOn >= this.since);
      const seen = this.stopAtKnown && feed.filings.length > 0 && (await this.allListed(wanted));
      for (const filing of wanted) this.filings.set(filing.accessionNumber, filing);
      if (seen || feed.entries < pageSize || (feed.oldest !== null && feed.oldest < this.since)) return entries;
    }
    throw new OutboundError("bad_answer", `the feed of form ${formType} has no end within ${mostPages} pages`);
  }

  private async page(formType: string, start: number): Promise<FeedPage> {
    const { outbound, signal } = this.context;
    // names and order of the parameters as in the material: atom-getcurrent/
    const query = `action=getcurrent&count=${pageSize}&start=${start}&type=${formType}&owner=only&output=atom`;
    const url = `${this.secUrl}/cgi-bin/browse-edgar?${query}`;
    const answer = await outbound.request({ publisher: "sec", url, conditional: false, signal });
    const feed = answer.status === 200 ? readFeed(answer.body) : null;
    if (!feed) throw new OutboundError("bad_answer", `HTTP ${answer.status} and no feed from ${url}`);
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
