// What a provider of daily bars over HTTP is to the prices publisher: how a symbol is requested, what an answer means, and what
// its closes are. One more provider is one more file like stooq.ts, and a line in
// configured-provider.ts.
import type { PublisherSettings } from "../publisher.ts";

export type ProviderName = Exclude<PublisherSettings["priceProvider"], "none">;

interface PriceRequest {
  url: string;
  headers?: Record<string, string>;
}

/** What an answer with status 200 says. `none`: there are no bars of this symbol. `limit`: no more answers before tomorrow. */
export type AnswerMeaning =
  | { kind: "bars" }
  | { kind: "none" }
  | { kind: "limit"; message: string }
  | { kind: "bad"; message: string };

export interface PriceProvider {
  /** `symbol` in our spelling (BRK.B); `from` to `today` (YYYY-MM-DD) are the wanted days, null: the whole history */
  request(symbol: string, from: string | null, today: string): PriceRequest;
  meaning(text: string): AnswerMeaning;
}

/** What the CSV of a provider holds; separate from the provider itself because files outlive the settings. */
export interface ProviderCsv {
  /** the name of its series in the store */
  series: string;
  /** what an unnamed close is; undefined: the file names an adjusted one */
  close: "adjusted" | undefined;
  /** adjusted for dividends too */
  dividends: boolean;
  /** it names closes that are not adjusted for later splits */
  asTraded: boolean;
}

/**
 * Stooq: one Close, adjusted for splits. Whether dividends are taken out too is told both ways by its users and nowhere by
 * itself, so returns from it count as returns without dividends. Tiingo: raw closes and an adjClose "for both split and dividend
 * adjustments" (its documentation of End-of-Day prices).
 */
export const providerCsv: Record<ProviderName, ProviderCsv> = {
  stooq: { series: "split-adjusted:stooq", close: "adjusted", dividends: false, asTraded: false },
  tiingo: { series: "adjusted-close:tiingo", close: undefined, dividends: true, asTraded: true },
};

/** What a fetched file is called: provider and symbol. */
export const documentIdOf = (name: ProviderName, symbol: string) => `${name}/${symbol}`;

/** Provider and symbol of a fetched file; null for one that was not fetched. */
export function fetchedFrom(documentId: string | undefined): { csv: ProviderCsv; symbol: string } | null {
  const [name = "", symbol = ""] = documentId?.split("/") ?? [];
  const csv = Object.hasOwn(providerCsv, name) ? providerCsv[name as ProviderName] : undefined;
  return csv && symbol ? { csv, symbol } : null;
}
