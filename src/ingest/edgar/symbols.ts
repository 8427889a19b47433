// The history of symbols: every symbol of a company, with the first and last date on which it was seen.
import type { PoolClient } from "pg";
import { symbolsIn } from "../../domain/identifiers.ts";

export interface SymbolSeen {
  cik: string;
  /** as filed; may be a list, or text such as "none" */
  raw: string | null;
  /** YYYY-MM-DD */
  on: string;
  /**
   * the source; symbols that a list names after its first one are marked `<source>-listed` and never become the current
   * one
   */
  source: string;
  /** a list of symbols in order of importance */
  isList?: boolean;
}

interface Span {
  cik: string;
  symbol: string;
  first: string;
  last: string;
  source: string;
  /** date of the newest list that names it, and its position there; null if no list does */
  listed: string | null;
  position: number | null;
}

const mark = "-listed";
const isMarked = (source: string) => source.endsWith(mark);

/**
 * Extends the stored period of each symbol. Idempotent. Where sources name a symbol on the same day, one that names it
 * first has precedence, in any order of calls; of two lists of one day, the later call gives the position.
 */
export async function storeSymbols(client: PoolClient, seen: SymbolSeen[]): Promise<void> {
  const spans = new Map<string, Span>();
  for (const { cik, raw, on, source, isList } of seen) {
    symbolsIn(raw).forEach((symbol, index) => {
      const key = `${cik} ${symbol}`;
      const marked = index === 0 ? source : `${source}${mark}`;
      const span = spans.get(key) ?? { cik, symbol, first: on, last: on, source: marked, listed: null, position: null };
      if (on < span.first) span.first = on;
      const isFirstOfDay = on === span.last && index === 0 && isMarked(span.source);
      if (on > span.last || isFirstOfDay) Object.assign(span, { last: on, source: marked });
      if (isList && on >= (span.listed ?? "")) Object.assign(span, { listed: on, position: index });
      spans.set(key, span);
    });
  }
  if (spans.size > 0) await client.query(widen, [JSON.stringify([...spans.values()])]);
}

/** The new source has a newer date than the stored one, or the same date and no mark where the stored one has it. */
const isNewerSource = `(excluded.last_seen_on, excluded.source NOT LIKE '%${mark}') > (t.last_seen_on, t.source NOT LIKE '%${mark}')`;

const widen = `
  INSERT INTO company_tickers AS t (company_cik, symbol, first_seen_on, last_seen_on, source, listed_on, listed_position)
  SELECT cik, symbol, first, last, source, listed, position
  FROM jsonb_to_recordset($1::jsonb) AS x(cik text, symbol text, first date, last date, source text, listed date, position int)
  ON CONFLICT (company_cik, symbol) DO UPDATE SET
    first_seen_on = least(t.first_seen_on, excluded.first_seen_on),
    last_seen_on = greatest(t.last_seen_on, excluded.last_seen_on),
    source = CASE WHEN ${isNewerSource} THEN excluded.source ELSE t.source END,
    listed_on = greatest(t.listed_on, excluded.listed_on),
    listed_position = CASE WHEN excluded.listed_on >= coalesce(t.listed_on, excluded.listed_on) THEN excluded.listed_position ELSE t.listed_position END
  WHERE excluded.first_seen_on < t.first_seen_on OR ${isNewerSource}
    OR (excluded.listed_on >= coalesce(t.listed_on, excluded.listed_on)
      AND (t.listed_on, t.listed_position) IS DISTINCT FROM (excluded.listed_on, excluded.listed_position))`;
