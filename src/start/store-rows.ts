// The rows of the landing page, as the API responds with them.
import type { createOpenResponse } from "../../rest/open-response.ts";
import { addDays } from "../lib/calendar-date.ts";
import { todayUtc } from "../lib/clock.ts";
import type { ExampleTrade, ListedRow, StoreRows, TierRate } from "../pages/facts.ts";
import { documentSources, publishers } from "../sources/sources.ts";

type Respond = Awaited<ReturnType<typeof createOpenResponse>>;

const shownRows = 5;

/** Reads the lists again only where the data version or the day has changed: they cost more than the other facts. */
export function openStoreRows(respond: Respond): (dataVersion: string | undefined) => Promise<StoreRows> {
  let last: { on: string; lists: Promise<Lists> } | undefined;
  return async (dataVersion) => {
    const on = `${dataVersion} ${todayUtc()}`;
    if (dataVersion === undefined || last?.on !== on) last = { on, lists: readLists(respond, todayUtc()) };
    const mine = last;
    try {
      const [lists, sources] = await Promise.all([mine.lists, newestFilings(respond)]);
      return { ...lists, sources };
    } catch (error) {
      if (last === mine) last = undefined;
      throw error;
    }
  };
}

type Lists = Omit<StoreRows, "sources">;

async function readLists(respond: Respond, today: string): Promise<Lists> {
  const rowsOf = async (path: string, query: string) => (await respond(path, query)).data as ListedRow[];
  const size = `pageSize=${shownRows}`;
  const [purchases, clusters, congress, late, example, tiers] = await Promise.all([
    rowsOf("/trades", `tradeTypes=P&role=officer,director&minValue=100000&${size}`),
    rowsOf("/clusters", size),
    rowsOf("/politician-trades", `tradeType=Purchase&${size}`),
    rowsOf("/late-filings", size),
    exampleTrade(respond, today),
    tierRates(respond),
  ]);
  const weekAgo = addDays(today, -7);
  const ofThisWeek = clusters.filter(({ latest_filing_date: filed }) => String(filed) > weekAgo);
  const isThisWeek = ofThisWeek.length > 0;
  return {
    purchases,
    clusters: isThisWeek ? ofThisWeek : clusters,
    clustersSince: isThisWeek ? weekAgo : null,
    congress,
    late,
    example,
    tiers,
  };
}

async function newestFilings(respond: Respond): Promise<StoreRows["sources"]> {
  const { sources } = (await respond("/coverage", "")).data as { sources: ListedRow[] };
  return documentSources.map(({ name, title }) => {
    const newest = sources.find(({ source }) => source === name)?.newest_filing_date;
    return { title, newestFiling: typeof newest === "string" ? newest : null };
  });
}

/** days after which the return of the example is known */
const exampleDays = 90;
/** filing dates that are searched for it, in days before today */
const searched = { from: 730, to: exampleDays + 14 };

/**
 * The officer's purchase with the highest score among those that are old enough, with a ticker and both returns. It is
 * chosen by its score, not by its return.
 */
async function exampleTrade(respond: Respond, today: string): Promise<ExampleTrade | null> {
  const [from, to] = [addDays(today, -searched.from), addDays(today, -searched.to)];
  const query = `tradeTypes=P&role=officer&filedFrom=${from}&filedTo=${to}&sort=signalScore&include=outcomes&pageSize=100`;
  const rows = (await respond("/trades", query)).data as ListedRow[];
  const names = [`return_${exampleDays}d_pct`, `trade_date_return_${exampleDays}d_pct`];
  const found = rows.find(
    ({ ticker, title, outcomes }) =>
      ticker && title && names.every((name) => typeof (outcomes as ListedRow | null)?.[name] === "number"),
  );
  if (!found) return null;
  const [path, parameters] = [`/trades/${found.id}`, "include=outcomes"];
  const row = (await respond(path, parameters)).data as ListedRow;
  return { address: `${path}?${parameters}`, row, documentUrl: publishedAt(row.source_url) };
}

const hosts = new Set(publishers.flatMap((publisher) => publisher.hosts ?? []));

/** The address where it is one of a publisher; null for that of an invented or foreign document. */
function publishedAt(url: unknown): string | null {
  if (typeof url !== "string" || !URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  return protocol === "https:" && hosts.has(host) ? url : null;
}

/** Of the current version of the formula, whose groups come last. */
async function tierRates(respond: Respond): Promise<TierRate[]> {
  const { groups } = (await respond("/signals/performance", "")).data as { groups: ListedRow[] };
  const version = groups.at(-1)?.signal_version;
  const bullish = groups.filter((one) => one.signal_version === version && one.signal_direction === "bullish");
  return bullish.flatMap(({ signal_tier: tier, periods }) => {
    const period = (periods as ListedRow[]).find(({ days }) => days === exampleDays);
    const [rate, low, high] = [period?.hit_rate_pct, period?.hit_rate_low_pct, period?.hit_rate_high_pct];
    if (typeof rate !== "number" || typeof low !== "number" || typeof high !== "number") return [];
    return [{ tier: String(tier), rate, low, high, trades: Number(period?.resolved_trades) }];
  });
}
