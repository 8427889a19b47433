// The interface between a provider of daily bars over HTTP and the prices publisher: how to request a symbol, how to
// classify a response, and how its closes are adjusted. A new provider needs a file like stooq.ts and a line in
// publisher.ts.
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
export interface ProviderCsv {
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
