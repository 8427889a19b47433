// The footnotes of a trade's row: the row has the ids, its filing has the texts, so each text is stored once.
import type { Db } from "../store.ts";
import { Prisma } from "../store.ts";

/** A footnote of a row; `text` is null if the form has no footnote with that id. */
export interface FootnoteRow {
  id: string;
  text: string | null;
}

export interface TradeFootnotes {
  tradeId: bigint;
  footnotes: FootnoteRow[];
}

/** The footnotes of the trade `t` of the filing `f` as JSON, in the order in which the row mentions them. */
export const footnotesOfTrade = `(
  SELECT coalesce(json_agg(json_build_object('id', n.id, 'text', nullif(f.footnotes ->> n.id, '')) ORDER BY n.place), '[]')
  FROM unnest(t.footnote_ids) WITH ORDINALITY AS n(id, place))`;

/** The footnotes of these trades. */
export async function footnotesOfTrades(db: Db, ids: readonly bigint[]): Promise<TradeFootnotes[]> {
  return await db.$queryRaw<TradeFootnotes[]>`
    SELECT t.id AS "tradeId", ${Prisma.raw(footnotesOfTrade)} AS footnotes
    FROM insider_trades t JOIN filings f USING (accession_number) WHERE t.id = ANY(${[...ids]})`;
}
