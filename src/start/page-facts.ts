// What the public pages show of the store: rows and facts for the landing page, rows for samples, and for /status how
// fresh and how complete each source is.
import { pathParameters } from "../../rest/define-route.ts";
import type { createOpenResponse } from "../../rest/facade.ts";
import { addDays, dateOf, now, todayUtc } from "../lib/calendar-date.ts";
import type { ExampleTrade, ListedRow, ReadFacts, SampleValues, StoreRows, TierRate } from "../pages/facts.ts";
import type { ServiceStatus, SourceStatus } from "../pages/status.ts";
import { documentSources, publishers, type SourceName, sourceOf } from "../sources/sources.ts";
import { kindOf } from "../store/sample-data.ts";
import { type SourceCoverage, sourceCoverage } from "../store/statistics/coverage.ts";
import { monthSummary } from "../store/statistics/service-minutes.ts";
import type { Store } from "../store/store.ts";

// The rows of the landing page, as the API responds with them.

type Respond = Awaited<ReturnType<typeof createOpenResponse>>;

const shownRows = 5;

/** Reads the lists again only where the data version or the day has changed: they cost more than the other facts. */
function openStoreRows(respond: Respond): (dataVersion: string | undefined) => Promise<StoreRows> {
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

/** Of the current version of the formula, whose groups come first. */
async function tierRates(respond: Respond): Promise<TierRate[]> {
  const { groups } = (await respond("/signals/performance", "")).data as { groups: ListedRow[] };
  const version = groups.at(0)?.signal_version;
  const bullish = groups.filter((one) => one.signal_version === version && one.signal_direction === "bullish");
  return bullish.flatMap(({ signal_tier: tier, periods }) => {
    const period = (periods as ListedRow[]).find(({ days }) => days === exampleDays);
    const [rate, low, high] = [period?.hit_rate_pct, period?.hit_rate_low_pct, period?.hit_rate_high_pct];
    if (typeof rate !== "number" || typeof low !== "number" || typeof high !== "number") return [];
    return [{ tier: String(tier), rate, low, high, trades: Number(period?.resolved_trades) }];
  });
}

// What /status shows: how fresh and how complete each source is, and how many requests of the month have failed.

/** Rejects where the store cannot be read. */
export async function readStatus(store: Store): Promise<ServiceStatus> {
  const today = todayUtc();
  const [coverage, month, kind] = await Promise.all([
    sourceCoverage(store.prisma, today),
    monthSummary(store.prisma, now()),
    kindOf(store.pool),
  ]);
  return { asOf: now().toISOString(), isSample: kind === "sample", sources: coverage.map(sourceStatus), month };
}

function sourceStatus(one: SourceCoverage): SourceStatus {
  const { source, newestFiledOn, expectedOn, behindDays, lastFetchedAt, listing, records } = one;
  return {
    source,
    title: sourceOf(source as SourceName).title,
    records,
    newest_record_date: newestFiledOn && dateOf(newestFiledOn),
    expected_date: dateOf(expectedOn),
    behind_days: behindDays,
    last_fetched_at: lastFetchedAt?.toISOString() ?? null,
    documents: listing && {
      listed: listing.listed,
      stored: listing.stored,
      quarantined: listing.quarantined,
      not_fetched: listing.notFetched,
    },
  };
}

/**
 * @param response the API's responses without an account
 * @param paths templates of all paths of the API
 */
export function pageFacts(store: Store, response: Response, paths: string[]): ReadFacts {
  const storeRows = openStoreRows(response);
  return async () => {
    const newest = await response("/trades", "pageSize=1");
    const { data_version: dataVersion, sample } = newest.meta as { data_version?: string; sample?: boolean };
    const [plans, rows, samples] = await Promise.all([
      store.prisma.plan.findMany({ where: { listed: true }, orderBy: [{ pricePerMonth: "asc" }, { id: "asc" }] }),
      storeRows(dataVersion),
      sampleValues(response, { trades: newest, paths }),
    ]);
    return {
      plans: plans.map((plan) => ({
        ...plan,
        pricePerMonth: plan.pricePerMonth?.toNumber() ?? null,
        bytesPerDay: plan.bytesPerDay.toNumber(),
      })),
      rows,
      isSample: sample === true,
      samples,
    };
  };
}

type Response = Awaited<ReturnType<typeof createOpenResponse>>;
type Row = Record<string, unknown>;

const firstRow = ({ data }: Row): Row | undefined => (data as Row[] | undefined)?.[0];

/**
 * Rows of the newest filings; without a trade that leads to an insider, company or member, the first row of that list.
 */
async function sampleValues(
  response: Response,
  { trades, paths }: { trades: Row; paths: string[] },
): Promise<SampleValues> {
  const first = async (path: string, query = "") => firstRow(await response(path, `${query}pageSize=1`));
  const [politicianTrade, file] = await Promise.all([
    first("/politician-trades"),
    first("/exports", "list=trades&fileFormat=parquet&"),
  ]);
  const trade = firstRow(trades);
  const [insider, company, member] = await Promise.all([
    trade ? { cik: trade.insider_cik, name: trade.insider_name } : first("/insiders"),
    trade ? companyOf(trade) : first("/companies", "sort=lastFiling&"),
    politicianTrade
      ? { bioguide_id: politicianTrade.politician_id, name: politicianTrade.politician_name }
      : first("/politicians"),
  ]);
  const q = company?.ticker ?? company?.company_name ?? insider?.name ?? member?.name;
  return {
    parameters: {
      ...parametersOf(paths, { trade, politicianTrade, insider, company, member, file }),
      ...(isPresent(q) && { "/symbols": { q: String(q) } }),
    },
    dataVersion: (trades.meta as { data_version?: string } | undefined)?.data_version,
    insiderName: maxWordLength(insider?.name),
    ticker: typeof company?.ticker === "string" ? company.ticker : undefined,
    memberName: maxWordLength(member?.name),
  };
}

type SampleRows = Record<"trade" | "politicianTrade" | "insider" | "company" | "member" | "file", Row | undefined>;

/**
 * The example of each path parameter: by its name, or by the path that ends with it, where the name means rows of that
 * list alone.
 */
const pathExamples: Record<string, (rows: SampleRows) => unknown> = {
  "/trades/{id}": ({ trade }) => trade?.id,
  "/politician-trades/{id}": ({ politicianTrade }) => politicianTrade?.id,
  "/exports/{name}": ({ file }) => file?.name,
  cik: ({ insider }) => insider?.cik,
  cikOrTicker: ({ company }) => company?.cik,
  bioguideId: ({ member }) => member?.bioguide_id,
};

/** test/start/page-facts.test.ts reports a parameter without an example. */
export function pathExample(path: string, name: string): ((rows: SampleRows) => unknown) | undefined {
  const [before = ""] = path.split(`{${name}}`, 1);
  return pathExamples[`${before}{${name}}`] ?? pathExamples[name];
}

/** The values of each path with parameters; a path for which the store lacks one is left out. */
function parametersOf(paths: string[], rows: SampleRows): SampleValues["parameters"] {
  const found: SampleValues["parameters"] = {};
  for (const path of paths) {
    const values = pathParameters(path).map((name) => [name, pathExample(path, name)?.(rows)] as const);
    if (values.length === 0 || !values.every(([, value]) => isPresent(value))) continue;
    found[path] = Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
  }
  return found;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

const companyOf = ({ company_cik: cik, ticker, company_name }: Row): Row => ({ cik, ticker, company_name });

/** `DOE JANE-ANN` -> `doe`; such a word needs no encoding in a URL. */
function maxWordLength(name: unknown): string | undefined {
  const words = typeof name === "string" ? (name.match(/[a-z]{2,}/gi) ?? []) : [];
  return words
    .reduce<string | undefined>((long, word) => (long && long.length >= word.length ? long : word), undefined)
    ?.toLowerCase();
}
