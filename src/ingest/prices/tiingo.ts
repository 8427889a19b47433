// Tiingo: `/tiingo/daily/<ticker>/prices?startDate=...&format=csv` with the header `Authorization: Token <key>`. A ticker that it does
// not have is 404; the CSV has raw and adjusted figures side by side. (Its documentation, "End-of-Day Prices".)
import type { AnswerMeaning, PriceProvider } from "./provider.ts";

/** older than any exchange-listed history it has: without a startDate only the newest bar comes */
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

function meaning(text: string): AnswerMeaning {
  const start = text.trim().slice(0, 300);
  if (/^date,.*\badjClose\b.*\n\s*\d/is.test(start)) return { kind: "bars" };
  // a header alone, or an empty list, is an answer too
  if (/^date,.*\badjClose\b/i.test(start) || start === "[]" || /not found/i.test(start)) return { kind: "none" };
  if (/\b(limit|allocation|run over)\b/i.test(start))
    return { kind: "limit", message: `Tiingo says: ${start.slice(0, 120)}` };
  return { kind: "bad", message: `Tiingo answers ${JSON.stringify(start.slice(0, 80))}` };
}
