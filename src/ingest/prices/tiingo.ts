// Tiingo: `/tiingo/daily/<ticker>/prices?startDate=...&format=csv` with the header `Authorization: Token <key>`. An
// unknown ticker is 404; the CSV has both raw and adjusted figures. (Its documentation, "End-of-Day Prices".)
import type { PriceProvider, ResponseMeaning } from "./provider.ts";

/** earlier than any exchange-listed history that it has: without a startDate only the newest bar is returned */
const beginning = "1960-01-01";

export function tiingo(baseUrl: string, key: string | undefined): PriceProvider {
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
    return { kind: "limit", message: `Tiingo says: ${start.slice(0, 120)}` };
  return { kind: "bad", message: `Tiingo answers ${JSON.stringify(start.slice(0, 80))}` };
}
