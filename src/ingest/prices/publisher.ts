// The prices publisher: requests the bars that trades need from the configured provider, one symbol at a time. New bars
// are requested with some days that are stored already: if those have changed, the provider adjusted them again, and
// the whole history is fetched.
import type { Pool } from "pg";
import { daysToLastExit } from "../../derive/scope.ts";
import { UsageError } from "../../errors.ts";
import { addDays } from "../../lib/calendar-date.ts";
import { recordListing } from "../../store/listings.ts";
import { benchmarkSymbol } from "../../store/sql/rules.ts";
import { ReadFailed } from "../isolated/isolated.ts";
import { OutboundError } from "../outbound/index.ts";
import type { Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { readCsvPrices } from "./csv.ts";
import { joinsStored } from "./load.ts";
import {
  documentIdOf,
  type PriceProvider,
  type ProviderName,
  providerCsv,
  type ResponseMeaning,
  stooq,
} from "./provider.ts";

// Selects the symbols that lack bars needed for the returns of trades: the benchmark first, then those with the newest
// filings.
interface WantedSymbol {
  symbol: string;
  /** newest stored bar of this provider, YYYY-MM-DD; null: none yet */
  lastOn: string | null;
}

/** days until a symbol is requested again that the provider does not have, or that has no new bars */
const daysUntilFetchedAgain = { unknown: 7, ended: 30 };

/**
 * Symbols of trades whose series `series` ends before the bars that their newest filing needs, at most up to the last
 * trading day before `today` (YYYY-MM-DD). Each symbol is requested at most once a day. `provider` is the first part of
 * the listing names of its fetches.
 */
async function wantedSymbols(
  pool: Pool,
  { provider, series, today }: { provider: string; series: string; today: string },
): Promise<WantedSymbol[]> {
  const { rows } = await pool.query<WantedSymbol>(wantedQuery, [provider, series, today, benchmarkSymbol]);
  return rows;
}

const wantedQuery = `
  WITH companies_filed AS (
    SELECT company_cik, max(filed_on) AS filed_on FROM insider_trades WHERE NOT is_derivative GROUP BY company_cik
  ), needs AS (
    SELECT s.symbol, max(f.filed_on) AS filed_on
    FROM companies_filed f JOIN company_price_symbols s USING (company_cik)
    GROUP BY s.symbol
    UNION ALL
    SELECT ticker, max(filed_on) FROM politician_trades WHERE ticker IS NOT NULL GROUP BY ticker
    UNION ALL
    SELECT $4, $3::date WHERE EXISTS (SELECT FROM insider_trades) OR EXISTS (SELECT FROM politician_trades)
  ), wanted AS (
    SELECT symbol, max(filed_on) AS filed_on FROM needs GROUP BY symbol
  ), newest_bars AS (
    SELECT w.symbol, w.filed_on, (SELECT max(b.date) FROM price_series p JOIN price_bars b ON b.series_id = p.id
      WHERE p.symbol = w.symbol AND p.provider = $2) AS last_on
    FROM wanted w
  )
  SELECT h.symbol, to_char(h.last_on, 'YYYY-MM-DD') AS "lastOn"
  FROM newest_bars h
  LEFT JOIN listing_fetches l ON l.source = 'prices' AND l.listing = $1 || '/' || h.symbol
  CROSS JOIN LATERAL (
    -- the last weekday before today; a holiday costs one request
    SELECT $3::date - CASE extract(isodow FROM $3::date)::int WHEN 1 THEN 3 WHEN 7 THEN 2 ELSE 1 END AS newest_on
  ) AS market
  WHERE (h.last_on IS NULL OR h.last_on < least(h.filed_on + ${daysToLastExit}, market.newest_on))
    AND NOT (l.outcome IS NOT DISTINCT FROM 'listed' AND l.covers_to >= $3::date)
    AND NOT (l.outcome IS NOT DISTINCT FROM 'empty' AND l.covers_to > $3::date - ${daysUntilFetchedAgain.unknown})
    AND NOT (l.outcome IS NOT DISTINCT FROM 'listed' AND h.last_on < l.covers_to - ${daysUntilFetchedAgain.ended}
      AND l.covers_to > $3::date - ${daysUntilFetchedAgain.ended})
  ORDER BY (h.symbol = $4) DESC, h.filed_on DESC, h.symbol COLLATE "C"`;

// Tiingo: `/tiingo/daily/<ticker>/prices?startDate=...&format=csv` with the header `Authorization: Token <key>`. An
// unknown ticker is 404; the CSV has both raw and adjusted values. (Its documentation, "End-of-Day Prices".)

/** earlier than any exchange-listed history that it has: without a startDate only the newest bar is returned */
const beginning = "1960-01-01";

function tiingo(baseUrl: string, key: string | undefined): PriceProvider {
  return {
    request(symbol, from) {
      const ticker = encodeURIComponent(symbol.replaceAll(".", "-"));
      const query = new URLSearchParams({ startDate: from ?? beginning, format: "csv" });
      return {
        url: `${baseUrl}/tiingo/daily/${ticker}/prices?${query}`,
        ...(key !== undefined && { headers: { authorization: `Token ${key}` } }),
      };
    },
    meaning,
  };
}

function meaning(text: string): ResponseMeaning {
  const start = text.trim().slice(0, 300);
  const named = /^date,/i.test(start) ? start.search(/\badjClose\b/i) : -1;
  const lines = named < 0 ? [] : start.slice(named).split("\n");
  if (lines.slice(1).some((line) => /^\s*\d/.test(line))) return { kind: "bars" };
  // a header without rows, or an empty list, is a valid response too
  if (/^date,.*\badjClose\b/i.test(start) || start === "[]" || /not found/i.test(start)) return { kind: "none" };
  if (/\b(limit|allocation|run over)\b/i.test(start))
    return { kind: "limit", message: `Tiingo responded: ${start.slice(0, 120)}` };
  return { kind: "bad", message: `Tiingo responded ${JSON.stringify(start.slice(0, 80))}` };
}

// The provider of daily bars in the settings.

/** The configured provider; null if prices come only from files. Throws UsageError for Stooq without a key. */
function providerOf(settings: PriceSettings): { name: ProviderName; provider: PriceProvider } | null {
  const { priceProvider: name, priceApiKey: key } = settings;
  if (name === "stooq") {
    if (key === undefined) throw new UsageError(stooqWithoutKey);
    return { name, provider: stooq(settings.stooqUrl, key) };
  }
  if (name === "tiingo") return { name, provider: tiingo(settings.tiingoUrl, key) };
  return null;
}

export type PriceSettings = Pick<PublisherSettings, "priceProvider" | "priceApiKey" | "stooqUrl" | "tiingoUrl">;

/** calendar days before the newest stored bar that are requested again: at least a week of trading */
const overlapDays = 14;
/** consecutive failures, each already retried by the outbound client, after which this sync stops requesting */
const maxFailures = 5;

export default function pricesPublisher(settings: PriceSettings): Publisher {
  return {
    source: "prices",
    async *list(context) {
      const configured = providerOf(settings);
      if (!configured) {
        context.progress.say("no provider is configured (PRICE_PROVIDER); prices come from files only");
        return;
      }
      yield* new FetchRound(configured.name, configured.provider, context).run();
    },
  };
}

const stooqWithoutKey =
  "Stooq has required a key since March 2026: set PRICE_API_KEY to your key, or PRICE_PROVIDER to another provider";

type Fetched = { kind: "bars"; text: string } | { kind: "none" };

/** Thrown when the provider's daily limit is reached. */
class DailyLimit extends Error {}

const noMoreToday = (message: string) => `${message}; nothing more is requested before tomorrow (UTC)`;

class FetchRound {
  constructor(
    private readonly name: ProviderName,
    private readonly provider: PriceProvider,
    private readonly context: SyncContext,
  ) {}

  async *run(): AsyncGenerator<InputFile> {
    const { store, today, progress } = this.context;
    const limit = await this.limitReached();
    if (limit !== null) return progress.say(noMoreToday(limit));
    const { series } = providerCsv[this.name];
    const wanted = await wantedSymbols(store.pool, { provider: this.name, series, today });
    let failures = 0;
    for (const symbol of wanted) {
      try {
        yield* this.fetch(symbol);
        failures = 0;
      } catch (error) {
        if (error instanceof DailyLimit) {
          progress.say(noMoreToday(error.message));
          return await this.record(this.name, "failed", error.message);
        }
        if (!(error instanceof OutboundError)) throw error;
        await this.record(documentIdOf(this.name, symbol.symbol), "failed", error.message);
        failures += 1;
        if (error.reason === "publisher_stopped" || failures === maxFailures) return;
      }
    }
  }

  /**
   * What the provider responded when its limit was reached today; null if it was not. The limit is per day of the
   * provider, which is assumed to be UTC.
   */
  private async limitReached(): Promise<string | null> {
    const { rows } = await this.context.store.pool.query<{ message: string }>(
      "SELECT coalesce(message, '') AS message FROM listing_fetches WHERE source = 'prices' AND listing = $1 AND outcome = 'failed' AND covers_to = $2",
      [this.name, this.context.today],
    );
    return rows[0]?.message ?? null;
  }

  private async *fetch({ symbol, lastOn }: WantedSymbol): AsyncGenerator<InputFile> {
    const documentId = documentIdOf(this.name, symbol);
    let fetched = await this.fetchFrom(symbol, lastOn && addDays(lastOn, -overlapDays));
    if (lastOn !== null && !(await this.joins(symbol, fetched))) fetched = await this.fetchFrom(symbol, null);
    if (fetched.kind === "none") return await this.recordNone(symbol, lastOn !== null);
    const bytes = Buffer.from(fetched.text);
    const { today } = this.context;
    yield { path: `${documentId}.csv`, name: `${symbol}.csv`, documentId, listedOn: today, read: async () => bytes };
    await this.record(documentId, "listed");
  }

  /**
   * Records that a symbol has no bars. It is recorded as a failure if the provider had bars of it before, or has not
   * returned bars of any symbol yet.
   */
  private async recordNone(symbol: string, hadBars: boolean): Promise<void> {
    const { series } = providerCsv[this.name];
    const { rowCount } = await this.context.store.pool.query("SELECT 1 FROM price_series WHERE provider = $1 LIMIT 1", [
      series,
    ]);
    const message = hadBars
      ? `${this.name} has no bars of ${symbol}, and had some before`
      : rowCount
        ? `${this.name} has no bars of ${symbol}`
        : `${this.name} has no bars of ${symbol}, nor of any other symbol so far`;
    await this.record(documentIdOf(this.name, symbol), hadBars || !rowCount ? "failed" : "empty", message);
  }

  private async fetchFrom(symbol: string, from: string | null): Promise<Fetched> {
    const { outbound, signal, today } = this.context;
    const { url, headers } = this.provider.request(symbol, from, today);
    // whole histories are requested rarely, and parts with a different URL each time: storing validators has no use
    const response = await outbound.request({ publisher: "prices", url, headers, signal, conditional: false });
    if (response.status !== 200) return { kind: "none" };
    const text = response.body.toString("utf8");
    const meaning = this.provider.meaning(text);
    if (meaning.kind === "limit") throw new DailyLimit(meaning.message);
    if (meaning.kind === "bad") throw new OutboundError("bad_response", meaning.message);
    return meaning.kind === "bars" ? { kind: "bars", text } : meaning;
  }

  /** True if the fetched part continues the stored bars; false if it has no bars, or cannot be read. */
  private async joins(symbol: string, fetched: Fetched): Promise<boolean> {
    if (fetched.kind === "none") return false;
    const { series: provider, close, dividends } = providerCsv[this.name];
    const file = { path: documentIdOf(this.name, symbol), symbolOfFile: symbol };
    try {
      const { symbols, adjusted } = readCsvPrices(fetched.text, file, { close, today: this.context.today });
      const bars = symbols[0]?.bars ?? [];
      return (
        bars.length > 0 && (await joinsStored(this.context.store, { symbol, provider, adjusted, dividends, bars }))
      );
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      return false;
    }
  }

  private async record(listing: string, outcome: "listed" | "empty" | "failed", message?: string): Promise<void> {
    const { store, today } = this.context;
    await recordListing(
      store.pool,
      { source: "prices", listing, coversFrom: today, coversTo: today, outcome, final: false, message },
      [],
    );
  }
}
