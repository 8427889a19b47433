// A double of two providers of daily bars on one server, Stooq and Tiingo. It serves the bars of a test, or those of the data
// folder, in the providers' layouts.
//
// Where this was taken from:
// - Stooq: `/q/d/l/?s=aapl.us&i=d`, with d1 and d2 (YYYYMMDD), the header Date,Open,High,Low,Close,Volume, CRLF, and the sentence
//   "No data" with 200: its download link, as pandas-datareader's stooq.py and many others request it. "Exceeded the daily hits limit"
//   with 200: Dakostu/MiniStocks issue 7. `apikey`, and an HTML page with 200 without one: the OpenAPI description of
//   api-evangelist/stooq and Verdenroz/finance-query issue 263.
// - Tiingo: `/tiingo/daily/<ticker>/prices?startDate=...&format=csv`, Authorization: Token, the columns, 404 for a ticker that it
//   does not have, one row alone without a startDate: its documentation, "2.1 REST - End-of-Day Prices".
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Double, type DoubleRequest, type DoubleResponse, type StartedDouble, startDouble } from "./kit.ts";
import { sharedData } from "./shared-data.ts";

export interface DailyBar {
  date: string;
  /** as traded */
  close: number;
  /** adjusted for later splits: what Stooq has */
  splitAdjusted: number;
  /** adjusted for later dividends too: what Tiingo has beside the close */
  adjusted: number;
}

/** `barsOf`: the bars of a symbol as the providers spell it (BRK-B), oldest first; null for one that they do not have. */
export function startPrices(
  barsOf: (symbol: string) => DailyBar[] | null,
  { key }: { key?: string } = {},
): Promise<Double> {
  return startDouble((request) => stooq(request, barsOf, key) ?? tiingo(request, barsOf, key));
}

function stooq(
  { path, query }: DoubleRequest,
  barsOf: (symbol: string) => DailyBar[] | null,
  key?: string,
): DoubleResponse | null {
  if (path !== "/q/d/l/" || query.get("i") !== "d") return null;
  const html = { "content-type": "text/html" };
  if (key !== undefined && query.get("apikey") !== key)
    return { headers: html, body: "<!doctype html><html><body>get your apikey</body></html>" };
  const symbol = /^([a-z0-9-]+)\.us$/.exec(query.get("s") ?? "")?.[1];
  const day = (name: string) => query.get(name)?.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  const [from, to] = [day("d1"), day("d2")];
  const bars = (symbol && barsOf(symbol.toUpperCase())) || [];
  // a period with only one end is ignored
  const wanted = from && to ? bars.filter(({ date }) => date >= from && date <= to) : bars;
  if (wanted.length === 0) return { body: "No data" };
  const rows = wanted.map(({ date, splitAdjusted: p }) => [date, p, p, p, p, 1000].join(","));
  return { body: `${["Date,Open,High,Low,Close,Volume", ...rows].join("\r\n")}\r\n` };
}

const tiingoColumns = "date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor";

function tiingo(
  { path, query, headers }: DoubleRequest,
  barsOf: (symbol: string) => DailyBar[] | null,
  key?: string,
): DoubleResponse | null {
  const symbol = /^\/tiingo\/daily\/([A-Za-z0-9-]+)\/prices$/.exec(path)?.[1];
  if (!symbol) return null;
  if (headers.authorization !== `Token ${key}`) return { status: 401, body: '{"detail":"Please supply a token"}' };
  const bars = barsOf(symbol.toUpperCase());
  if (!bars) return { status: 404, body: '{"detail":"Not found."}' };
  const from = query.get("startDate");
  const wanted = from ? bars.filter(({ date }) => date >= from) : bars.slice(-1);
  const rows = wanted.map(({ date, close: c, adjusted: a }) =>
    [date, c, c, c, c, 1000, a, a, a, a, 1000, 0, 1].join(","),
  );
  return { headers: { "content-type": "text/csv" }, body: [tiingoColumns, ...rows].join("\n") };
}

const folder = join(sharedData, "prices", "kinryukii-us-tech-quant-v18", "v16_prices_full");

/** The bars of a file of the data folder: Yahoo's layout, whose Close is adjusted for splits and Adj Close for dividends too. */
function realBars(symbol: string): DailyBar[] | null {
  const file = join(folder, `${symbol}.csv`);
  if (!existsSync(file)) return null;
  const [, ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/);
  return lines.map((line) => {
    const [date = "", , , , close, adjusted] = line.split(",");
    return { date, close: Number(close), splitAdjusted: Number(close), adjusted: Number(adjusted) };
  });
}

export async function startedPrices(): Promise<StartedDouble> {
  const key = "sample-key";
  const double = await startPrices(realBars, { key });
  const settings = { PRICE_PROVIDER: "tiingo", PRICE_API_KEY: key, STOOQ_URL: double.url, TIINGO_URL: double.url };
  return { double, settings };
}
