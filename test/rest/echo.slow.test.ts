// A parameter accepts what a response says: every value of every golden response is sent back to each parameter
// of the same meaning, unchanged and in capitals and small letters, and none is refused.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { clusterSorts } from "../../src/filters/clusters.ts";
import { insiderTradeSorts } from "../../src/filters/insider-trades.ts";
import { rankedPeriods } from "../../src/filters/outcomes.ts";
import { lateFilingSorts, politicianTradeSorts } from "../../src/filters/politician-trades.ts";
import type { Sorts } from "../../src/filters/sorts.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { companies, insiders, members } from "../support/seed.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";

let service: Service;
let key: string;

beforeAll(async () => {
  service = await startSeededService({ vocabulary: await readVocabulary() });
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

interface Value {
  /** folder of the goldens, and the kind of the row that holds the value where a folder holds several */
  position: string;
  field: string;
  value: string | number | boolean;
  /** of a row; false: of the envelope */
  isOfRow: boolean;
}

/** Rows of another kind that are nested in a row. */
function positionWithin(position: string, name: string): string {
  if (name === "trades" || name === "recent_trades") return `${position} trades`;
  return name === "footnotes" ? `${position} footnotes` : position;
}

/** Every value of the golden responses, once for each position and field. */
function valuesOfResponses(): Value[] {
  const found = new Map<string, Value>();
  const walk = (position: string, field: string, value: unknown, isOfRow = field === "data"): void => {
    if (Array.isArray(value)) for (const one of value) walk(position, field, one, isOfRow);
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value))
        walk(positionWithin(position, name), name, inner, isOfRow || name === "data");
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      found.set(`${position} ${field} ${value}`, { position, field, value, isOfRow });
  };
  const folder = join(packageRoot, "test", "rest", "golden");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => /[/\\]200[^/\\]*\.json$/.test(name)))
    walk(file.split(/[/\\]/)[0] ?? "", "", JSON.parse(readFileSync(join(folder, file), "utf8")).body);
  return [...found.values()];
}

const congressional = /^(politician-trades|late-filings|politicians$|politicians-bioguideId( trades)?$)/;
const text = (value: Value["value"]) => String(value);
const asRange = (value: Value["value"]) => `${value}-${value}`;

/** field -> parameters of the same meaning, as `route?parameter` or a path, and how a value is written there; `in`: only at these positions */
const meanings: { field: string; in?: RegExp; targets: string[]; written?: (value: Value["value"]) => string }[] = [
  {
    field: "ticker",
    targets: [
      "/trades?ticker",
      "/politician-trades?ticker",
      "/clusters?ticker",
      "/late-filings?ticker",
      "/insiders?ticker",
      "/summary?ticker",
      "/trades?q",
      "/symbols?q",
    ],
  },
  {
    field: "ticker_as_filed",
    targets: ["/trades?ticker", "/politician-trades?ticker", "/clusters?ticker", "/late-filings?ticker"],
  },
  ...["sector", "industry"].map((field) => ({
    field,
    targets: ["/trades", "/politician-trades", "/clusters", "/companies"].map(
      (route) => `${route}?${field === "sector" ? "sectors" : "industries"}`,
    ),
  })),
  { field: "sector", targets: ["/summary?sectors"] },
  { field: "end_date", in: /^companies/, targets: ["/companies?asOf", "/companies/{cikOrTicker}?asOf"] },
  {
    field: "position",
    in: /^politicians-bioguideId-holdings/,
    targets: ["/politicians/{bioguideId}/holdings?position"],
  },
  { field: "value", in: /^(trades|insider)/, targets: ["/trades?valueRanges"], written: asRange },
  { field: "value", in: /^(trades|insider)/, targets: ["/trades?minValue", "/trades?maxValue"] },
  ...[
    ["insider_cik", "insiderCik"],
    ["cik", "insiderCik"],
    ["cik", "companyCik"],
    ["company_cik", "companyCik"],
    ["accession_number", "accessionNumber"],
    ["signal_tier", "signalTier"],
    ["signal_direction", "signalDirection"],
    ["signal_score", "minSignalScore"],
    ["max_signal_score", "minSignalScore"],
    ["is_10b5_1", "is10b51"],
    ["form_type", "formType"],
    ["acquired_disposed", "acquiredDisposed"],
    ["security_class", "securityClass"],
    ["ownership", "ownership"],
    ["price_quality", "priceQuality"],
    ["amendment_status", "amendmentStatus"],
    ["filing_delay_days", "minDelayDays"],
    ["shares", "minShares"],
    ["shares", "maxShares"],
    ["shares_owned_after", "minSharesOwnedAfter"],
    ["shares_owned_after", "maxSharesOwnedAfter"],
    ["delta_own_pct", "minDeltaOwnPct"],
    ["delta_own_pct", "maxDeltaOwnPct"],
  ].map(([field = "", parameter]) => ({ field, targets: [`/trades?${parameter}`] })),
  ...["Return", "Alpha"].flatMap((measure) =>
    rankedPeriods.map((days) => ({
      field: `${measure.toLowerCase()}_${days}d_pct`,
      targets: ["/trades", "/politician-trades"].flatMap((route) =>
        ["min", "max"].map((side) => `${route}?${side}${measure}${days}d`),
      ),
    })),
  ),
  { field: "date_quality", in: /^(trades|insider)/, targets: ["/trades?dateQuality"] },
  ...[
    ["owner", "owner"],
    ["asset_type", "assetType"],
    ["asset_name", "assetName"],
    ["security_class", "securityClass"],
    ["state", "state"],
    ["date_quality", "dateQuality"],
    ["delay_days", "minDelayDays"],
    ["code", "committee"],
  ].map(([field = "", parameter]) => ({
    field,
    in: /^(politician-trades|late-filings|politicians-bioguideId( trades)?$)/,
    targets: [`/politician-trades?${parameter}`],
  })),
  { field: "total_value", in: /^clusters/, targets: ["/clusters?minValue"] },
  { field: "trade_count", in: /^clusters/, targets: ["/clusters?minTradeCount"] },
  { field: "total_shares", in: /^clusters/, targets: ["/clusters?minShares"] },
  { field: "avg_price", in: /^clusters/, targets: ["/clusters?avgPriceRanges"], written: asRange },
  { field: "latest_filing_date", in: /^clusters/, targets: ["/clusters?filedFrom", "/clusters?filedTo"] },
  { field: "start_date", in: /^clusters/, targets: ["/clusters?startedFrom", "/clusters?startedTo"] },
  { field: "max_signal_score", targets: ["/clusters?minSignalScore"] },
  { field: "title", in: /^(trades|insider|clusters)/, targets: ["/trades?title"] },
  { field: "price", targets: ["/trades?priceRanges"], written: asRange },
  { field: "trade_type", in: /^(trades|insider)/, targets: ["/trades?tradeTypes"] },
  { field: "trade_type", in: /^clusters/, targets: ["/clusters?tradeType", "/trades?tradeTypes"] },
  { field: "trade_type", in: congressional, targets: ["/politician-trades?tradeType", "/late-filings?tradeType"] },
  { field: "company_name", targets: ["/trades?q", "/symbols?q", "/companies?q"] },
  { field: "name", in: /^insider/, targets: ["/insiders?q"] },
  { field: "cik", in: /^(insider|companies)/, targets: ["/insiders?q"] },
  { field: "cik", in: /^companies/, targets: ["/insiders?companyCik"] },
  { field: "company_cik", targets: ["/companies/{}", "/insiders?companyCik"] },
  { field: "list", in: /^exports/, targets: ["/exports?list"] },
  { field: "month", in: /^exports/, targets: ["/exports?month"] },
  { field: "format", in: /^exports/, targets: ["/exports?fileFormat"] },
  { field: "resolved_trades", in: /^insiders/, targets: ["/insiders?minResolved"] },
  { field: "parameter", targets: ["/vocabulary?parameter"] },
  { field: "symbol", targets: ["/companies?q", "/companies/{}"] },
  { field: "days", in: /^companies/, targets: ["/companies?window"] },
  { field: "insider_name", targets: ["/trades?insiderName", "/trades?q", "/symbols?q"] },
  { field: "name", in: /^(insider|clusters|trades)/, targets: ["/trades?insiderName", "/trades?q", "/symbols?q"] },
  {
    field: "name",
    in: /^(politicians|committees)/,
    targets: ["/politician-trades?politician", "/committees?q", "/symbols?q", "/politicians?q"],
  },
  { field: "name", in: /^symbols/, targets: ["/symbols?q", "/trades?q"] },
  { field: "politician_name", targets: ["/politician-trades?politician", "/committees?q"] },
  ...["politician_id", "bioguide_id"].map((field) => ({
    field,
    targets: [
      "/politician-trades?politicianId",
      "/late-filings?politicianId",
      "/politicians/{}",
      "/politicians/{}/performance",
    ],
  })),
  ...["insider_cik", "cik"].map((field) => ({
    field,
    targets: ["/insider/{}", "/insider/{}/track-record", "/trades?q"],
  })),
  { field: "party", targets: ["/politician-trades?party", "/late-filings?party", "/politicians?party"] },
  { field: "state", in: /^(politician|late|committees)/, targets: ["/politicians?state"] },
  { field: "district", targets: ["/politician-trades?district", "/politicians?district"] },
  { field: "cap_gains_over_200", targets: ["/politician-trades?capGainsOver200"] },
  { field: "is_amendment", in: congressional, targets: ["/politician-trades?isAmendment"] },
  { field: "is_late", targets: ["/politician-trades?isLate"] },
  ...[
    ["sic_code", "sicCode"],
    ["exchange", "exchange"],
  ].map(([field = "", parameter]) => ({
    field,
    targets: ["/trades", "/clusters", "/companies"].map((route) => `${route}?${parameter}`),
  })),
  { field: "in_office", targets: ["/politicians?inOffice"] },
  {
    field: "chamber",
    in: congressional,
    targets: ["/politician-trades?chamber", "/late-filings?chamber", "/committees?chamber", "/politicians?chamber"],
  },
  { field: "chamber", in: /^committees/, targets: ["/committees?chamber"] },
  { field: "code", targets: ["/committees?q", "/committees?code", "/politicians?committee"] },
  { field: "parent_code", targets: ["/committees?q", "/committees?code"] },
  { field: "amount_low", targets: ["/politician-trades?minValue", "/late-filings?minValue"] },
  { field: "amount_high", targets: ["/politician-trades?maxValue"] },
  { field: "delay_days", targets: ["/late-filings?minDelayDays"] },
  { field: "is_committee_trade", targets: ["/politician-trades?isCommitteeTrade"] },
  { field: "is_derivative", targets: ["/trades?includeDerivative"] },
  ...(["filing", "trade"] as const).map((which) => ({
    field: `${which}_date`,
    targets: ["/trades", "/politician-trades", ...(which === "filing" ? ["/late-filings", "/summary"] : [])].flatMap(
      (route) => ["From", "To"].map((end) => `${route}?${which === "filing" ? "filed" : "traded"}${end}`),
    ),
  })),
  ...["last_modified", "as_of"].map((field) => ({
    field,
    targets: ["/trades?updatedSince", "/politician-trades?updatedSince"],
  })),
  {
    field: "data_version",
    targets: [
      "/trades",
      "/politician-trades",
      "/clusters",
      "/late-filings",
      "/companies",
      "/politicians",
      "/insiders",
      "/committees",
      "/symbols",
      "/summary",
      "/politicians/{bioguideId}/holdings",
      "/insider/{cik}/holdings",
      "/companies/{cikOrTicker}/holdings",
      "/politicians/{bioguideId}",
    ].map((route) => `${route}?dataVersion`),
  },
  { field: "cluster_size", targets: ["/clusters?minSize"] },
  { field: "source", in: /^coverage/, targets: ["/coverage?source"] },
  { field: "date", in: /^coverage/, targets: ["/coverage?from", "/coverage?to"] },
  ...["id", "superseded_by", "same_block_as", "cluster_id", "trade_id", "trade_ids"].map((field) => ({
    field,
    // a footnote's id is the form's own
    in: /^(?!.* footnotes$)/,
    targets: ["/trades/{}", "/politician-trades/{}"],
  })),
  ...["page", "pageSize"].map((field) => ({
    field,
    targets: ["/trades", "/politician-trades", "/clusters", "/late-filings", "/committees"].map(
      (route) => `${route}?${field}`,
    ),
  })),
];

/** parameters whose values no field of a response shows, and a role, which several fields show */
const withoutField = ["fields", "format", "include", "days", "sort", "order", "role", "preset", "by"];

/** The owner of the requested list, where a path names one. */
const entities: Record<string, string> = {
  cik: insiders.hargrove,
  cikOrTicker: companies.corvane,
  bioguideId: members.ashcombe,
};

/** Further parameters of a list: rows of the derivative table too, and the search text. */
function besides(target: string): string {
  if (target === "/symbols?dataVersion") return "&q=co";
  if (target.startsWith("/summary?")) return "&by=month";
  return target.startsWith("/trades?") && target !== "/trades?includeDerivative" ? "&includeDerivative=true" : "";
}

/** The request that sends a text back. */
function requestOf(target: string, written: string): string {
  const sent = encodeURIComponent(written);
  if (target.includes("{}")) return target.replace("{}", sent);
  return `${target.replace(/\?(\w+)$/, `?$1=${sent}`)}${besides(target)}`.replace(
    /\{(\w+)\}/,
    (_, name: string) => entities[name] ?? "",
  );
}

interface Echo {
  target: string;
  request: string;
  /** the row that has the value is in the requested list */
  finds: boolean;
}

function* echoes(): Generator<Echo> {
  for (const { position, field, value, isOfRow } of valuesOfResponses())
    for (const { targets, written = text } of meanings.filter(
      (one) => one.field === field && (one.in ?? /./).test(position),
    ))
      for (const target of targets) {
        const sent = written(value);
        // the rows of the small store have a sector that is another vendor's name, which is an alias of ours
        const finds = isOfRow && target.startsWith(`/${position}?`) && value !== "Financials";
        for (const one of new Set([sent, sent.toUpperCase(), sent.toLowerCase()]))
          yield { target, request: requestOf(target, one), finds };
      }
}

test("a parameter accepts every value of every golden response, in any case", { timeout: 300_000 }, async () => {
  const requests = new Map<string, boolean>();
  for (const { request, finds } of echoes()) requests.set(request, finds || requests.get(request) === true);
  const refused: string[] = [];
  const next = requests.entries();
  const sendAll = async () => {
    for (const [request, finds] of next) {
      const { status, text: response, body } = await service.get(`/api/v1${request}`, key);
      // 404: an id of the other kind of trade; 410: this store holds no list of that version
      if (![200, 404, 410].includes(status)) refused.push(`${status} ${request} ${response.slice(0, 300)}`);
      const isFound = async () =>
        body.pagination?.total !== 0 ||
        // a list of clusters is of one kind
        (request.startsWith("/clusters?") &&
          (await service.get(`/api/v1${request}&tradeType=S`, key)).body.pagination?.total > 0);
      if (finds && !(await isFound())) refused.push(`${status} ${request} finds nothing`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, sendAll));
  expect(refused).toEqual([]);
  expect(requests.size).toBeGreaterThan(400);
});

test("field names and directions are accepted as a response writes them", async () => {
  const lists = {
    trades: insiderTradeSorts,
    "politician-trades": politicianTradeSorts,
    clusters: clusterSorts,
    "late-filings": lateFilingSorts,
  };
  for (const [list, sorts] of Object.entries<Sorts>(lists)) {
    const parts = list.endsWith("trades") ? "&include=outcomes" : "";
    const { body } = await service.get(`/api/v1/${list}?pageSize=1${parts}`, key);
    for (const { name, field } of Object.values(sorts)) {
      expect(body.data[0], list).toHaveProperty(field);
      for (const query of [`sort=${name}`, `sort=${field.toUpperCase()}&order=DESC`, `sort=${field}&order=asc`])
        expect((await service.get(`/api/v1/${list}?${query}`, key)).status, `${list} ${query}`).toBe(200);
    }
  }
});

test("every parameter of every route has a field that is sent back to it, or is listed as one without a field", async () => {
  const sent = new Set([...echoes()].map(({ target }) => target));
  for (const route of await loadRoutes())
    for (const name of Object.keys(route.params)) {
      if (withoutField.includes(name) || route.path.includes(`{${name}}`)) continue;
      // all lists share the parameters of paging
      if (["page", "pageSize"].includes(name)) continue;
      expect(sent, `${route.path}?${name}`).toContain(`${route.path}?${name}`);
    }
});

test("Sale (Full) means that kind of sale, and sale means every kind", async () => {
  const kinds = async (tradeType: string) => {
    const { body } = await service.get(
      `/api/v1/politician-trades?pageSize=100&tradeType=${encodeURIComponent(tradeType)}`,
      key,
    );
    return [...new Set(body.data.map((row: { trade_type: string }) => row.trade_type))].sort();
  };
  expect(await kinds("sale (full)")).toEqual(["Sale (Full)"]);
  expect(await kinds("Sale (Partial)")).toEqual(["Sale (Partial)"]);
  expect(await kinds("sale")).toEqual(["Sale", "Sale (Full)", "Sale (Partial)"]);
});

test("a single character means an exact symbol in both searches", async () => {
  const one = "0000000017";
  await service.store.pool.query("INSERT INTO companies (cik, name, ticker) VALUES ($1, 'Quorra Fabrication', 'Q')", [
    one,
  ]);
  const total = async (path: string) => (await service.get(`/api/v1${path}`, key)).body.pagination.total;
  const { body } = await service.get("/api/v1/symbols?q=q", key);
  expect(body.data).toMatchObject([{ kind: "company", ticker: "Q", cik: one }]);
  expect(await total("/symbols?q=q+q")).toBeGreaterThan(1);
  // no filing of that company is held, and no other company's name is searched
  expect(await total("/trades?q=Q")).toBe(0);
  expect(await total("/trades?q=a+a")).toBeGreaterThan(0);
});

test("a symbol in a filing's spelling finds the company's rows", async () => {
  const total = async (ticker: string) =>
    (await service.get(`/api/v1/trades?ticker=${encodeURIComponent(ticker)}`, key)).body.pagination.total;
  const plain = await total("ALDM");
  expect(plain).toBeGreaterThan(0);
  for (const spelling of ["NYSE:ALDM", "nasdaq: aldm", "(ALDM)", "$aldm", "ALDM,ALDM"])
    expect(await total(spelling)).toBe(plain);
  expect(await total("NONE")).toBe(0);
});
