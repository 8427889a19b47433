// Converts one row of a House report's table to a transaction: codes to words, and the asset's cell to name, symbol and
// type.
import { readAmount } from "../congress/amount.ts";
import { calendarDate } from "../congress/dates.ts";
import type { CongressTradeType, Owner, PtrTransaction, RefusedRow } from "../congress/record.ts";
import { drawnBox } from "../pdf/lines.ts";
import { restoreCapitals } from "./capitals.ts";
import type { TableRow } from "./table.ts";

const tradeTypes: Record<string, CongressTradeType> = {
  P: "Purchase",
  S: "Sale",
  "S (PARTIAL)": "Sale (Partial)",
  E: "Exchange",
};
// a blank owner is the member (instructions of the form)
const owners: Record<string, Owner> = { "": "Self", SP: "Spouse", JT: "Joint", DC: "Child" };

// a row without a status line is a new one
const statuses: Record<string, "new" | "amended" | "deleted"> = {
  "": "new",
  NEW: "new",
  AMENDED: "amended",
  DELETED: "deleted",
};

/** Older forms print the box in a symbol font, whose extracted text is the letters of its keys. */
const ticked = new Set<string>([drawnBox.ticked, "gfedcb"]);
const box = new RegExp(`gfedcb?|${drawnBox.empty}|${drawnBox.ticked}`, "g");

/** True if the box is ticked. A row across two pages shows it on both; null if there is none, or if two differ. */
function isTicked(cell: string): boolean | null {
  const states = new Set([...cell.replaceAll(" ", "").matchAll(box)].map(([one]) => ticked.has(one)));
  const [state] = states;
  return states.size === 1 && state !== undefined ? state : null;
}

/** Reads a row's cells; `lost` are the capitals that the document's font does not have. */
export function toTransaction(row: TableRow, rowIndex: number, lost: ReadonlySet<string>): PtrTransaction | RefusedRow {
  const refuseRow = (
    reason: string,
    [field, raw]: [field: string, raw: string],
    what = "is not known",
  ): RefusedRow => ({
    rowIndex,
    reason,
    message: `${field} "${raw}" ${what}`,
    place: { kind: "text", row: rowIndex, field, raw },
  });
  const tradedOn = calendarDate(row.tradedOn);
  if (!tradedOn) return refuseRow("bad_transaction_date", ["Transaction date", row.tradedOn], "is no date");
  const tradeType = tradeTypes[row.type.toUpperCase()];
  if (!tradeType) return refuseRow("unknown_transaction_type", ["Transaction type", row.type]);
  const owner = owners[row.owner.toUpperCase()];
  if (!owner) return refuseRow("unknown_owner", ["Owner", row.owner]);
  const { filingStatus = "" } = row.details;
  const status = statuses[filingStatus.toUpperCase()];
  if (!status) return refuseRow("unknown_filing_status", ["Filing status", filingStatus]);
  const amount = readAmount(row.amount);
  if (amount.amountLow === null) return refuseRow("unknown_amount", ["Amount", row.amount]);
  const comment = [row.details.description, row.details.comments].filter(Boolean).join("; ") || null;
  return {
    rowIndex,
    tradedOn,
    owner,
    ...readAsset(row.asset, lost),
    tradeType,
    ...amount,
    comment: comment && restoreCapitals(comment, lost, "sentence"),
    account: row.details.subholdingOf ? restoreCapitals(row.details.subholdingOf, lost, "name") : null,
    notifiedOn: calendarDate(row.notifiedOn),
    capGainsOver200: isTicked(row.capitalGains),
    isAmendment: status !== "new",
    publisherRowId: /^\d+$/.test(row.id) ? row.id : null,
    withdraws: status === "deleted",
  };
}

/**
 * `GE Vernova Inc. Common Stock (GEV) [ST]` -> name, symbol, type code. The last parentheses are a symbol only if they
 * look like one: `(Class A)` is part of the name.
 */
function readAsset(text: string, lost: ReadonlySet<string>) {
  const typed = /\[([A-Za-z0-9]{2})\]/.exec(text);
  const assetType = typed?.[1]?.toUpperCase() ?? null;
  const around = typed && [text.slice(0, typed.index).trimEnd(), text.slice(typed.index + typed[0].length).trimStart()];
  const rest = around ? around.filter(Boolean).join(" ") : text;
  const bracket = /(?<=.)\(([A-Za-z0-9][A-Za-z0-9.\-/$]{0,7})\)$/.exec(rest);
  const symbol = [...(bracket?.[1] ?? "")].map((letter) => (lost.has(letter) ? letter.toUpperCase() : letter)).join("");
  const isSymbol = /[A-Z]/.test(symbol) && symbol === symbol.toUpperCase();
  const assetName = restoreCapitals(isSymbol ? rest.slice(0, bracket?.index).trimEnd() : rest, lost, "name");
  return { assetName, assetType, tickerAsFiled: isSymbol ? symbol : null };
}
