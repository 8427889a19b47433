// The interface between a provider of daily bars over HTTP and the prices publisher: how to request a symbol, how to
// classify a response, and how its closes are adjusted; and Stooq as such a provider. A new provider needs a function
// like `stooq`, and a line in publisher.ts, which has Tiingo.
import type { PublisherSettings } from "../publisher.ts";

export type ProviderName = Exclude<PublisherSettings["priceProvider"], "none">;

interface PriceRequest {
  url: string;
  headers?: Record<string, string>;
}

/**
 * The meaning of a response with status 200. `none`: there are no bars of this symbol. `limit`: the provider sends no
 * more data before tomorrow.
 */
export type ResponseMeaning =
  | { kind: "bars" }
  | { kind: "none" }
  | { kind: "limit"; message: string }
  | { kind: "bad"; message: string };

export interface PriceProvider {
  /**
   * `symbol` in this project's spelling (BRK.B); `from` to `today` (YYYY-MM-DD) are the requested days, null: the whole
   * history
   */
  request(symbol: string, from: string | null, today: string): PriceRequest;
  meaning(text: string): ResponseMeaning;
}

/**
 * The CSV format of a provider; separate from the provider itself, because files must be readable without the settings.
 */
interface ProviderCsv {
  /** provider name of its series in price_series */
  series: string;
  /** meaning of an unlabelled close; undefined: the file labels an adjusted one */
  close: "adjusted" | undefined;
  /** adjusted for dividends too */
  dividends: boolean;
  /** it has closes that are not adjusted for later splits */
  asTraded: boolean;
}

/**
 * Stooq: one Close, adjusted for splits. Its users disagree on whether it is adjusted for dividends, and Stooq does not
 * document it, so returns from it count as returns without dividends. Tiingo: raw closes and an adjClose "for both
 * split and dividend adjustments" (its documentation of End-of-Day prices).
 */
export const providerCsv: Record<ProviderName, ProviderCsv> = {
  stooq: { series: "split-adjusted:stooq", close: "adjusted", dividends: false, asTraded: false },
  tiingo: { series: "adjusted-close:tiingo", close: undefined, dividends: true, asTraded: true },
};

/** Document id of a fetched file: provider and symbol. */
export const documentIdOf = (name: ProviderName, symbol: string) => `${name}/${symbol}`;

/** Provider and symbol of a fetched file; null for one that was not fetched. */
export function fetchedFrom(documentId: string | undefined): { csv: ProviderCsv; symbol: string } | null {
  const [name = "", symbol = ""] = documentId?.split("/") ?? [];
  const csv = Object.hasOwn(providerCsv, name) ? providerCsv[name as ProviderName] : undefined;
  return csv && symbol ? { csv, symbol } : null;
}

// Stooq: daily history as CSV, `/q/d/l/?s=aapl.us&i=d`, with d1 and d2 (YYYYMMDD) for a part of it; since March 2026
// only with the operator's own key (`apikey`). Every response has status 200: if it is not CSV, it is a sentence or an
// HTML page for browsers.

export function stooq(baseUrl: string, key: string): PriceProvider {
  return {
    request(symbol, from, today) {
      const name = `${symbol.toLowerCase().replaceAll(".", "-")}.us`;
      const query = new URLSearchParams({ s: name, i: "d", apikey: key });
      // both parameters are needed: a single one is ignored
      if (from !== null) {
        query.set("d1", from.replaceAll("-", ""));
        query.set("d2", today.replaceAll("-", ""));
      }
      return { url: `${baseUrl}/q/d/l/?${query}` };
    },
    meaning,
  };
}

function meaning(text: string): ResponseMeaning {
  const start = text.trimStart().slice(0, 200);
  if (/^Date,Open,High,Low,Close/i.test(start)) return { kind: "bars" };
  if (/^No data\b/i.test(start)) return { kind: "none" };
  if (/daily hits limit/i.test(start)) return { kind: "limit", message: "Stooq's daily limit is used up" };
  // instructions for getting a key, or a page that needs a browser: the next symbol would give the same
  if (/^</.test(start) || /apikey/i.test(text.slice(0, 2000)))
    return {
      kind: "limit",
      message: "Stooq responded with a page instead of bars; the key in PRICE_API_KEY may be wrong",
    };
  return { kind: "bad", message: `Stooq responded ${JSON.stringify(start.slice(0, 80))}` };
}
