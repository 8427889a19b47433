// The footnotes of insider trades, separate from the trades: only a request that selects them reads their texts.
import { type FootnoteRow, footnotesOfTrade } from "../../store/lists/insider-trades.ts";
import type { JoinedKind } from "./trade-reader.ts";

export interface JoinedFootnotes {
  trade: { id: bigint };
  footnotes: FootnoteRow[];
}

export const joinedFootnotes: JoinedKind<JoinedFootnotes> = {
  name: "joined_footnotes",
  json: `json_build_array(t.id::text, ${footnotesOfTrade})`,
  from: "(insider_trades t JOIN filings f ON f.accession_number = t.accession_number)",
  read(values) {
    const [id, footnotes] = values as [string, FootnoteRow[]];
    return { trade: { id: BigInt(id) }, footnotes };
  },
};
