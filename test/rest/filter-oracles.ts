// The oracles of every filter and sort of every list of src/filters. A filter or a sort without one does not compile.
import { clusterFilters, clusterSorts } from "../../src/filters/clusters.ts";
import {
  committeeFilters,
  committeeSorts,
  companyFilters,
  companySorts,
  insiderFilters,
  insiderSorts,
  politicianFilters,
  politicianSorts,
} from "../../src/filters/directories.ts";
import { exportFilters, exportSorts } from "../../src/filters/exports.ts";
import { insiderTradeFilters, insiderTradeSorts } from "../../src/filters/insider-trades.ts";
import { officerTitles } from "../../src/filters/officer-titles.ts";
import { ofEachOutcomeSort, type byOutcome as outcomeFilters, rankedPeriods } from "../../src/filters/outcomes.ts";
import {
  lateFilingFilters,
  lateFilingSorts,
  politicianTradeFilters,
  politicianTradeSorts,
} from "../../src/filters/politician-trades.ts";
import type { Sorts } from "../../src/filters/sorts.ts";
import { minSample } from "../../src/store/sql/rules.ts";
import {
  anyOf,
  atLeast,
  atMost,
  contains,
  counts,
  each,
  from,
  inDays,
  inRanges,
  isTrue,
  type Known,
  kinds,
  type Oracle,
  percents,
  same,
  search,
  since,
  symbolsOf,
  textOf,
  upTo,
} from "./filter-oracle.ts";
import { byText, decimal, type Row, textAt, within } from "./served-rows.ts";

interface SortOracle {
  key: (row: Row) => string | null;
  kind: "text" | "number";
  /** rows that the sorted list has; all without it */
  isListed?: (row: Row) => boolean;
  /** further texts that sort rows with the same key; the last one is the id */
  ties?: readonly string[];
  /** the further texts ascend in either direction */
  ascends?: true;
}

export interface ListOracle {
  route: string;
  /** parameters without which some rows are left out */
  everything: readonly string[];
  id: string;
  filters: Readonly<Record<string, Oracle>>;
  /** oracles of parameters of the route that are no filters */
  others?: Readonly<Record<string, Oracle>>;
  /** whether a row is listed without the filter; all are without an oracle here */
  otherwise?: Readonly<Record<string, (row: Row) => boolean>>;
  sorts: Readonly<Record<string, SortOracle>>;
  names: Sorts;
  /** has a copy in the index */
  isIndexed?: true;
}

type Describes<Record_> = { readonly [Name in keyof Record_]: unknown };

/** Checks that the oracles are those of the filters and sorts. */
const list = <Filters, By extends string>(
  _filters: Filters,
  names: Sorts<By>,
  oracle: Omit<ListOracle, "names"> & {
    filters: Describes<Filters> & Record<string, Oracle>;
    sorts: Readonly<Record<By, SortOracle>>;
  },
): ListOracle => ({ ...oracle, names });

const number = (path: string): SortOracle => ({ key: textOf(path), kind: "number" });
const text = (path: string): SortOracle => ({ key: textOf(path), kind: "text" });
/** Rows with too few trades for a rate are left out. */
const rate = (path: string, base: string): SortOracle => ({
  ...number(path),
  isListed: (row) => Number(textAt(row, base)) >= minSample,
});

const outcomePath = (measure: string, days: number) => `outcomes.${measure.toLowerCase()}_${days}d_pct`;
const byOutcome = Object.fromEntries(
  ["Return", "Alpha"].flatMap((measure) =>
    rankedPeriods.flatMap((days) => [
      [`min${measure}${days}d`, atLeast(outcomePath(measure, days), percents)],
      [`max${measure}${days}d`, atMost(outcomePath(measure, days), percents)],
    ]),
  ),
) as Record<keyof typeof outcomeFilters, Oracle>;
const outcomeSorts = ofEachOutcomeSort((measure, days) => number(outcomePath(measure, days)));

const isLive = (row: Row) => row.superseded_by === null;
const ofTrade = (row: Row) => [String(row.company_cik)];

const tradeDates = {
  filedFrom: from("filing_date"),
  filedTo: upTo("filing_date"),
  tradedFrom: from("trade_date"),
  tradedTo: upTo("trade_date"),
  updatedSince: since("last_modified"),
};
const byIndustry = { sectors: same("sector"), industries: same("industry") };

/** A property that only the page of the row's company shows. */
const ofListing = (property: "sicCode" | "exchange", company: (row: Row) => string): Oracle => ({
  values: (row, { listings }) => listings.get(company(row))?.[property] ?? [],
  passes: (row, values, { listings }) =>
    listings
      .get(company(row))
      ?.[property].some((own) => values.some((value) => value.toLowerCase() === own.toLowerCase())) === true,
});

const byCompany = (company: (row: Row) => string) => ({
  ...byIndustry,
  sicCode: ofListing("sicCode", company),
  exchange: ofListing("exchange", company),
});

const saysTitle = (office: keyof typeof officerTitles) => (row: Row) => {
  const { says, denies } = officerTitles[office];
  const title = textAt(row, "title")?.toLowerCase();
  return title !== undefined && new RegExp(says).test(title) && !new RegExp(denies).test(title);
};
const anyTitleSays = (office: keyof typeof officerTitles) => (row: Row) =>
  within(row, "insiders").some(saysTitle(office));

const codeOf = (row: Row) => String(row.trade_type).charAt(0);
const isPurchase = (row: Row) => codeOf(row) === "P" && row.is_derivative === false;

const owners = (row: Row) => [String(row.insider_cik), ...each("joint_insiders", "cik")(row)];
const ownerNames = (row: Row) => [String(row.insider_name), ...each("joint_insiders", "name")(row)];

const trades = list(insiderTradeFilters, insiderTradeSorts, {
  route: "/trades",
  everything: ["include=outcomes&includeDerivative=true&updatedSince=1970-01-01T00:00:00Z"],
  id: "id",
  isIndexed: true,
  filters: {
    ...tradeDates,
    ...byCompany((row) => String(row.company_cik)),
    includeDerivative: { values: () => ["true"], passes: () => true },
    tickers: symbolsOf(ofTrade),
    valueRanges: inRanges("value"),
    priceRanges: inRanges("price"),
    transactionCodes: same("trade_type"),
    minValue: atLeast("value"),
    maxValue: atMost("value"),
    minShares: atLeast("shares"),
    maxShares: atMost("shares"),
    minSharesOwnedAfter: atLeast("shares_owned_after"),
    maxSharesOwnedAfter: atMost("shares_owned_after"),
    minDeltaOwnPct: atLeast("delta_own_pct", percents),
    maxDeltaOwnPct: atMost("delta_own_pct", percents),
    ...byOutcome,
    insiderCik: anyOf(owners),
    companyCik: same("company_cik"),
    accessionNumber: accessionNumber(),
    preset: kinds({
      significant: (row) =>
        !isTrue("is_derivative")(row) &&
        ["P", "S"].includes(codeOf(row)) &&
        row.security_class === "common" &&
        row.is_10b5_1 !== true &&
        row.price_quality !== "suspect",
      first_buy: (row) => isPurchase(row) && row.first_buy === true,
      ceo_cfo_buy: (row) => isPurchase(row) && (saysTitle("ceo")(row) || saysTitle("cfo")(row)),
      cluster: (row) => isPurchase(row) && row.cluster_id !== null,
    }),
    role: kinds({
      director: isTrue("is_director"),
      officer: isTrue("is_officer"),
      tenPercentOwner: isTrue("is_ten_percent_owner"),
      ceo: saysTitle("ceo"),
      cfo: saysTitle("cfo"),
    }),
    title: contains("title"),
    signalTier: same("signal_tier"),
    signalDirection: same("signal_direction"),
    minSignalScore: atLeast("signal_score", counts(0)),
    is10b51: same("is_10b5_1"),
    formType: same("form_type"),
    acquiredDisposed: same("acquired_disposed"),
    securityClass: same("security_class"),
    ownership: same("ownership"),
    priceQuality: same("price_quality"),
    amendmentStatus: same("amendment_status"),
    dateQuality: same("date_quality"),
    minDelayDays: atLeast("filing_delay_days", counts()),
    insiderName: contains((row) => ownerNames(row).join("\n")),
    q: search({
      texts: (row) => [
        ...ownerNames(row),
        ...["ticker", "ticker_as_filed", "company_name"].map((name) => textAt(row, name)),
      ],
      ciks: (row) => [...owners(row), ...ofTrade(row)],
      company: (row) => String(row.company_cik),
    }),
  },
  others: { days: inDays("filing_date") },
  otherwise: { updatedSince: isLive, includeDerivative: (row) => row.is_derivative === false },
  sorts: {
    FILED_ON: text("filing_date"),
    TRADED_ON: text("trade_date"),
    VALUE: number("value"),
    SIGNAL_SCORE: number("signal_score"),
    DELAY_DAYS: number("filing_delay_days"),
    EXERCISE_PRICE: number("exercise_price"),
    UNDERLYING_SHARES: number("underlying_shares"),
    ...outcomeSorts,
  },
});

/** An accession number of the SEC's form; the invented ones of other stores are refused. */
function accessionNumber(): Oracle {
  const oracle = same("accession_number");
  return { ...oracle, values: (row, known) => oracle.values(row, known).filter((one) => /^\d{10}-/.test(one)) };
}

/** The companies that have the symbol of the row. */
const bearers: Parameters<typeof symbolsOf>[0] = (row, { symbols }) =>
  [...symbols].flatMap(([cik, all]) => (all.has(String(row.ticker)) ? [cik] : []));

const saleKinds = ["Sale", "Sale (Full)", "Sale (Partial)"];
const tradeKind: Oracle = {
  values: (row) => [String(row.trade_type)],
  passes: (row, [kind = ""]) => (kind === "Sale" ? saleKinds : [kind]).includes(String(row.trade_type)),
};

const ofMember = {
  tickers: symbolsOf(bearers),
  politicianId: same("politician_id"),
  party: same("party"),
  chamber: same("chamber"),
  tradeKind,
  minAmount: atLeast("amount_low"),
};

const memberTradeSorts = {
  FILED_ON: text("filing_date"),
  AMOUNT_MID: number("amount_mid"),
  DELAY_DAYS: number("delay_days"),
};

const politicianTrades = list(politicianTradeFilters, politicianTradeSorts, {
  route: "/politician-trades",
  everything: ["include=outcomes&updatedSince=1970-01-01T00:00:00Z"],
  id: "id",
  isIndexed: true,
  filters: {
    ...tradeDates,
    ...byIndustry,
    ...ofMember,
    politician: contains("politician_name"),
    maxAmount: atMost("amount_high"),
    ...byOutcome,
    isCommitteeTrade: same("is_committee_trade"),
    isLate: same("is_late"),
    owner: same("owner"),
    assetType: same("asset_type", (name) => name.toLowerCase()),
    assetName: contains("asset_name"),
    securityClass: same("security_class"),
    state: same("state"),
    district: same("district"),
    capGainsOver200: same("cap_gains_over_200"),
    isAmendment: same("is_amendment"),
    committee: anyOf(each("committee_matches", "code")),
    dateQuality: same("date_quality"),
    minDelayDays: atLeast("delay_days", counts()),
  },
  others: { days: inDays("filing_date") },
  otherwise: { updatedSince: isLive },
  sorts: { ...memberTradeSorts, TRADED_ON: text("trade_date"), ...outcomeSorts },
});

const lateFilings = list(lateFilingFilters, lateFilingSorts, {
  route: "/late-filings",
  everything: [""],
  id: "id",
  isIndexed: true,
  filters: {
    ...ofMember,
    minDelayDays: atLeast("delay_days", counts()),
    filedFrom: from("filing_date"),
    filedTo: upTo("filing_date"),
  },
  others: { days: inDays("filing_date") },
  // what the route means by a late filing, whatever the caller sends
  otherwise: { minDelayDays: (row) => Number(row.delay_days) >= 46 },
  sorts: memberTradeSorts,
});

const clusters = list(clusterFilters, clusterSorts, {
  route: "/clusters",
  everything: ["tradeType=P", "tradeType=S"],
  id: "id",
  isIndexed: true,
  filters: {
    ...byCompany((row) => String(row.company_cik)),
    role: kinds({ ceo: anyTitleSays("ceo"), cfo: anyTitleSays("cfo") }),
    filedFrom: from("latest_filing_date"),
    filedTo: upTo("latest_filing_date"),
    minSize: atLeast("cluster_size", counts(2)),
    transactionCode: same("trade_type"),
    tickers: symbolsOf(ofTrade),
    minValue: atLeast("total_value"),
    minTradeCount: atLeast("trade_count", counts(1)),
    minShares: atLeast("total_shares"),
    averagePriceRanges: inRanges("avg_price"),
    minSignalScore: atLeast("max_signal_score", counts(0)),
    startedFrom: from("start_date"),
    startedTo: upTo("start_date"),
  },
  otherwise: { transactionCode: (row) => row.trade_type === "P - Purchase" },
  sorts: {
    LATEST_FILED_ON: text("latest_filing_date"),
    START_ON: text("start_date"),
    SIZE: number("cluster_size"),
    VALUE: number("total_value"),
    SIGNAL_SCORE: number("max_signal_score"),
  },
});

/** A company's sums of the window that the list is sorted by where the caller names none. */
const inWindow = (path: string): SortOracle => ({
  kind: "number",
  key: (row) => textAt(within(row, "windows").find(({ days }) => days === "90") as Row, path),
});

const companies = list(companyFilters, companySorts, {
  route: "/companies",
  everything: [""],
  id: "cik",
  filters: {
    ...byCompany((row) => String(row.cik)),
    q: search({
      texts: (row) => [textAt(row, "company_name"), textAt(row, "ticker")],
      ciks: (row) => [String(row.cik)],
      company: (row) => String(row.cik),
    }),
  },
  sorts: {
    NAME: text("company_name"),
    LAST_FILING: text("last_filing_date"),
    NET_VALUE: inWindow("insiders.net_value"),
    BUY_VALUE: inWindow("insiders.buy_value"),
    SELL_VALUE: inWindow("insiders.sell_value"),
    DISTINCT_BUYERS: inWindow("insiders.distinct_buyers"),
    MEMBER_PURCHASES: inWindow("members.purchase_count"),
  },
});

const nameSearch = (...ids: string[]) =>
  search({ texts: (row) => [textAt(row, "name")], ciks: (row) => ids.map((id) => String(row[id])) });

/** CIKs of the companies on which an insider filed. */
const companiesOf = (row: Row, { companies, names }: Pick<Known, "companies" | "names">) =>
  [...names].flatMap(([cik, name]) => (companies.get(String(row.cik))?.has(name) ? [cik] : []));

const insiders = list(insiderFilters, insiderSorts, {
  route: "/insiders",
  everything: [""],
  id: "cik",
  filters: {
    q: nameSearch("cik"),
    companyCik: {
      values: companiesOf,
      passes: (row, ciks, known) => ciks.some((cik) => companiesOf(row, known).includes(cik)),
    },
    tickers: symbolsOf(companiesOf, () => null),
    minResolved: atLeast("track_record_90d.resolved_trades", counts(0)),
  },
  sorts: {
    TRADES: number("stats.total_trades"),
    VALUE: number("total_value"),
    WIN_RATE_LOW_90: rate("track_record_90d.win_rate_low_pct", "track_record_90d.resolved_trades"),
    ALPHA_90: rate("track_record_90d.avg_alpha_pct", "track_record_90d.compared_trades"),
    NAME: text("name"),
  },
});

const politicians = list(politicianFilters, politicianSorts, {
  route: "/politicians",
  everything: [""],
  id: "bioguide_id",
  filters: {
    q: nameSearch(),
    chamber: same("chamber"),
    party: same("party"),
    state: same("state"),
    district: same("district"),
    inOffice: same("in_office"),
    committee: {
      values: (row, { seats }) => [...seats].flatMap(([code, all]) => (all.has(String(row.bioguide_id)) ? [code] : [])),
      passes: (row, [code = ""], { seats }) => seats.get(code)?.has(String(row.bioguide_id)) === true,
    },
  },
  sorts: {
    TRADES: number("stats.total_trades"),
    VOLUME: number("stats.est_volume_mid"),
    LATE_RATE: rate("stats.late_rate_pct", "stats.late_judged_count"),
    ALPHA_90: rate("performance_90d.avg_alpha_pct", "performance_90d.compared_trades"),
    WIN_RATE_90: rate("performance_90d.win_rate_pct", "performance_90d.resolved_trades"),
    NAME: text("name"),
  },
});

const committees = list(committeeFilters, committeeSorts, {
  route: "/committees",
  everything: [""],
  id: "code",
  filters: {
    chamber: same("chamber"),
    code: anyOf((row) => [textAt(row, "code"), textAt(row, "parent_code")].flatMap((code) => code ?? [])),
    q: contains("name", "code", (row) => each("members", "name")(row).join("\n")),
  },
  sorts: { CHAMBER: { ...text("chamber"), ties: ["name", "code"] }, NAME: text("name") },
});

const exports = list(exportFilters, exportSorts, {
  route: "/exports",
  everything: [""],
  id: "name",
  filters: { list: same("list"), fileFormat: same("format"), month: same("month") },
  sorts: { MONTH: { ...text("month"), ties: ["list", "format", "name"], ascends: true }, NAME: text("name") },
});

/** By the names of the exports of src/filters: `insiderTrade` has `insiderTradeFilters` and `insiderTradeSorts`. */
export const lists: Readonly<Record<string, ListOracle>> = {
  insiderTrade: trades,
  politicianTrade: politicianTrades,
  lateFiling: lateFilings,
  cluster: clusters,
  company: companies,
  insider: insiders,
  politician: politicians,
  committee: committees,
  export: exports,
};

/** Orders rows as the sort does: rows without a key last, ties by id, in the direction. */
export function ordering({ id, sorts }: ListOracle, sort: string, isDescending: boolean): (a: Row, b: Row) => number {
  const { key, kind, ties = [id], ascends } = sorts[sort] as SortOracle;
  const sign = isDescending ? -1 : 1;
  const byKey = kind === "text" ? byText : (a: string, b: string) => decimal(a).cmp(b);
  return (a, b) => {
    const [first, second] = [key(a), key(b)];
    if (first === null || second === null) {
      if (first !== second) return first === null ? 1 : -1;
    } else {
      const order = byKey(first, second);
      if (order !== 0) return sign * order;
    }
    for (const name of ties) {
      const [one, other] = [String(a[name]), String(b[name])];
      const order = name === "id" ? decimal(one).cmp(other) : byText(one, other);
      if (order !== 0) return ascends ? order : sign * order;
    }
    return 0;
  };
}
