// Stored reports of the House: PDFs, with a row's place as a box on its pages.
import { type RowPlace, reportProvenance } from "../congress/provenance.ts";
import { house } from "./index.ts";
import { findEntry } from "./index-store.ts";
import { parseHousePdf } from "./parse.ts";
import { placeOnPages } from "./places.ts";

export default reportProvenance({
  ...house,
  parse: (content, fileName, _docId, store) => parseHousePdf(content, fileName, (docId) => findEntry(store, docId)),
  placeOf,
});

async function placeOf(bytes: Buffer, rowIndex: number): Promise<RowPlace | null> {
  const found = await placeOnPages(bytes, rowIndex);
  if (!found) return null;
  const { asset, type, owner, tradedOn, notifiedOn, amount, capitalGains, id, details } = found.row;
  const cell = (column: string, filed: string | undefined) => ({ place: `cell ${column}`, filed: filed || null });
  const comment = [details.description, details.comments].filter(Boolean).join("; ");
  const amounts = ["amount_range", "amount_low", "amount_high", "amount_mid"].map((name) => [
    name,
    cell("Amount", amount),
  ]);
  const assets = ["asset_name", "asset_type", "ticker_as_filed"].map((name) => [name, cell("Asset", asset)]);
  const status = ["is_amendment", "withdraws"].map((name) => [name, cell("Filing Status", details.filingStatus)]);
  return {
    place: found.place,
    fields: {
      ...Object.fromEntries([...amounts, ...assets, ...status]),
      publisher_row_id: cell("ID", id),
      owner: cell("Owner", owner),
      trade_type: cell("Transaction Type", type),
      traded_on: cell("Date", tradedOn),
      notified_on: cell("Notification Date", notifiedOn),
      cap_gains_over_200: cell("Cap. Gains > $200?", capitalGains),
      account: cell("Subholding Of", details.subholdingOf),
      comment: cell("Description, Comments", comment),
    },
  };
}
