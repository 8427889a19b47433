// Stored reports of the Senate: pages, with a row's place in their table of transactions.
import { type RowPosition, reportProvenance } from "../congress/provenance.ts";
import { readIsolated } from "../isolated/isolated.ts";
import { senate } from "./index.ts";
import { withListing } from "./listed.ts";

export default reportProvenance({
  ...senate,
  parse: async (content, fileName, docId, store) =>
    await withListing(await readIsolated("senatePage", content, fileName), docId, store),
  positionOf,
});

/** Our columns -> headings of the table. */
const headings: Record<string, string> = {
  traded_on: "transaction date",
  owner: "owner",
  ticker_as_filed: "ticker",
  asset_name: "asset name",
  asset_type: "asset type",
  trade_type: "type",
  amount_range: "amount",
  amount_low: "amount",
  amount_high: "amount",
  amount_mid: "amount",
  comment: "comment",
};

async function positionOf(bytes: Buffer, rowIndex: number): Promise<RowPosition | null> {
  const cells = await readIsolated("senateCells", bytes, rowIndex);
  if (!cells) return null;
  const fields = Object.entries(headings).map(([name, head]) => [
    name,
    { position: `column ${head}`, filed: cells[head] ?? null },
  ]);
  return { position: `row ${rowIndex + 1} of the table of transactions`, fields: Object.fromEntries(fields) };
}
