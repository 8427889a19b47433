// The fields of a tool's result where the call names none: those that most questions are about. A tool that is not
// listed here returns all fields. `fields` of a call selects others, and "*" selects all.
import type { Route } from "../../rest/define-route.ts";
import type { HoldingPeriod } from "../domain/holding-periods.ts";

interface Brief {
  /** as in the parameter `fields`; absent = all */
  fields?: readonly string[];
  /** the fields that a part of `include` adds */
  parts?: Readonly<Record<string, readonly string[]>>;
  /** rows per page; the API's default is 25 */
  pageSize?: number;
  /** the arguments that the list of tools describes; the others are named there, and `describeTool` describes them */
  described?: readonly string[];
}

/** As a value of `fields`: every field. */
export const everyField = "*";

const within = (parent: string, names: readonly string[]) => names.map((name) => `${parent}.${name}`);

const shownPeriods = [30, 90, 180, 365] as const satisfies readonly HoldingPeriod[];
const outcomes = within("outcomes", [
  "status",
  "reason",
  "entry_date",
  "entry_price",
  ...shownPeriods.map((days) => `return_${days}d_pct`),
  ...shownPeriods.map((days) => `alpha_${days}d_pct`),
]);

const insiderTrade = [
  "id",
  "filing_date",
  "trade_date",
  "ticker",
  "company_name",
  "insider_name",
  "insider_cik",
  "title",
  "trade_type",
  "shares",
  "price",
  "value",
  "delta_own_pct",
  "is_10b5_1",
  "price_quality",
  "signal_score",
  "signal_tier",
];

const member = ["politician_name", "politician_id", "party", "chamber", "state"];
const politicianTrade = [
  "id",
  "filing_date",
  "trade_date",
  ...member,
  "ticker",
  "asset_name",
  "trade_type",
  "owner",
  "amount_low",
  "amount_high",
  "delay_days",
  "sector",
  "is_committee_trade",
  "committee_matches.name",
  "committee_data",
];

const cluster = [
  "id",
  "ticker",
  "company_name",
  "sector",
  "trade_type",
  "cluster_size",
  "trade_count",
  "total_value",
  "avg_price",
  "start_date",
  "end_date",
  "latest_filing_date",
  "max_signal_score",
];

const position = [
  "ticker",
  "security_title",
  "security_class",
  "ownership",
  "vehicle",
  "shares",
  "value",
  "stated_date",
  "gap_count",
];

const windows = ["windows.days", "windows.insiders", "windows.members"];

const parts = { outcomes };
const footnotes = ["footnotes", "nature_of_ownership", "remarks", "accepted_at"];

const briefs: Readonly<Record<string, Brief>> = {
  listTrades: {
    fields: insiderTrade,
    parts: { outcomes, footnotes },
    described: [
      ...["ticker", "q", "tradeTypes", "insiderName", "insiderCik", "sectors", "minValue", "role", "is10b51"],
      ...["signalTier", "filedFrom", "days", "sort", "include"],
    ],
  },
  listPoliticianTrades: {
    fields: politicianTrade,
    parts,
    described: [
      ...["ticker", "politician", "politicianId", "party", "chamber", "tradeType", "minValue", "isCommitteeTrade"],
      ...["committee", "sectors", "filedFrom", "days", "sort", "include"],
    ],
  },
  listClusters: {
    fields: [...cluster, ...within("insiders", ["cik", "name", "title", "value"])],
    described: [...["minSize", "tradeType", "ticker", "sectors", "role", "minValue", "filedFrom"], "sort"],
  },
  listLateFilings: {
    fields: [...politicianTrade.slice(0, -3), "deadline_date", "days_late"],
    described: [...["minDelayDays", "ticker", "politicianId", "party", "chamber", "tradeType", "days"], "sort"],
  },
  listCommittees: {
    fields: [
      ...["code", "name", "chamber", "type", "parent_code"],
      ...within("members", ["bioguide_id", "name", "party", "state", "title"]),
    ],
    pageSize: 5,
  },
  listPoliticians: {
    described: ["q", "chamber", "party", "state", "committee", "sort"],
  },
  listCompanies: {
    fields: ["cik", "ticker", "company_name", "sector", "last_filing_date", ...windows],
    pageSize: 10,
    described: ["q", "sectors", "sort", "window", "asOf"],
  },
  listSummary: { described: ["by", "filedFrom", "sectors", "sort"] },
  listInsiders: {
    fields: [
      ...["cik", "name", "total_value"],
      ...within("stats", ["total_trades", "buy_count", "sell_count", "net_value", "last_trade_date"]),
      ...within("track_record_90d", ["resolved_trades", "win_rate_pct", "win_rate_low_pct", "avg_alpha_pct"]),
    ],
  },
  listInsiderHoldings: { fields: ["company_cik", "company_name", ...position], described: ["cik"] },
  listPoliticianHoldings: { described: ["bioguideId", "position"] },
  listCompanyHoldings: { fields: ["insider_cik", "insider_name", ...position], described: ["cikOrTicker"] },
  getCompany: {
    fields: [
      ...["cik", "company_name", "ticker", "exchange", "sector", "industry", "last_filing_date", ...windows],
      ...["symbols", "insiders", ...within("clusters", cluster.slice(4))],
    ],
  },
  getInsider: { fields: ["cik", "name", "companies", "stats", ...within("recent_trades", insiderTrade)] },
  getPolitician: {
    fields: [
      ...["bioguide_id", "name", "party", "chamber", "state", "district", "position", "in_office"],
      ...["committees", "stats", "top_tickers", "trades.pagination.total", "trades.pagination.totalPages"],
      ...within(
        "trades.items",
        politicianTrade.filter((name) => !member.includes(name)),
      ),
    ],
  },
};

/** The tool's page size where the call names none. */
export const pageSizeOf = ({ operationId }: Route): number | undefined => briefs[operationId]?.pageSize;

/** Arguments of every list, which their names describe. */
const plain = new Set(["fields", "dataVersion", "order", "page", "pageSize"]);

/** Whether the list of tools describes the argument. */
export const isDescribed = ({ operationId }: Route, argument: string): boolean =>
  !plain.has(argument) && (briefs[operationId]?.described?.includes(argument) ?? true);

/** The tool's fields where the call names none, without those that `include` adds; undefined = all. */
export const fieldsOf = ({ operationId }: Route): readonly string[] | undefined => briefs[operationId]?.fields;

/** The call's arguments as the API's parameters, with the tool's own fields and page size as defaults. */
export function withBrief(route: Route, given: Record<string, unknown>): Record<string, unknown> {
  const { fields, pageSize } = { fields: defaultFields(route, given), pageSize: pageSizeOf(route) };
  const args = { ...given };
  if (listOf(args.fields).includes(everyField)) delete args.fields;
  else if (fields) args.fields ??= fields;
  if (pageSize !== undefined) args.pageSize ??= pageSize;
  return args;
}

function defaultFields(route: Route, given: Record<string, unknown>): readonly string[] | undefined {
  const { fields, parts: known = {} } = briefs[route.operationId] ?? {};
  if (!fields) return undefined;
  const included = listOf(given.include).map((name) => known[name.toLowerCase()]);
  // an unknown part is left to the API, which refuses it
  return included.includes(undefined) ? undefined : [...fields, ...included.flatMap((names) => names ?? [])];
}

/** A list as models write it: an array, or text with commas. */
function listOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return [value]
    .flat()
    .flatMap((entry) => String(entry).split(","))
    .map((entry) => entry.trim());
}
