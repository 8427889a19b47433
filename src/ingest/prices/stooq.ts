// Stooq: daily history as CSV, `/q/d/l/?s=aapl.us&i=d`, with d1 and d2 (YYYYMMDD) for a part of it; since March 2026
// only with the operator's own key (`apikey`). Every response has status 200: if it is not CSV, it is a sentence or an
// HTML page for browsers.
import type { PriceProvider, ResponseMeaning } from "./provider.ts";

export function stooq(baseUrl: string, key: string | undefined): PriceProvider {
  return {
    request(symbol, from, today) {
      const query = new URLSearchParams({ s: `${symbol.toLowerCase().replaceAll(".", "-")}.us`, i: "d" });
      // both parameters are needed: a single one is ignored
      if (from !== null) {
        query.set("d1", from.replaceAll("-", ""));
        query.set("d2", today.replaceAll("-", ""));
      }
      if (key !== undefined) query.set("apikey", key);
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
      message: "Stooq responded with a page instead of bars: set PRICE_API_KEY to your key",
    };
  return { kind: "bad", message: `Stooq responded ${JSON.stringify(start.slice(0, 80))}` };
}
