// Reads a House Periodic Transaction Report from its PDF: bytes in, record or refusal out. The filing date and the
// filer's name as the Clerk lists it come from the yearly index, if it lists the document.
import type { CongressTradeType, Filer, Owner, Parsed, PtrTransaction, RefusedRow } from "../congress/record.ts";
import { calendarDate, readAmount } from "../congress/values.ts";
import { drawnBox, type Line, lineText } from "../files/text.ts";
import { ReadFailed, readIsolated } from "../isolated/isolated.ts";
import { type IndexEntry, isReport } from "./index-file.ts";
import { readTable, restoreCapitals, type TableRow } from "./table.ts";

// Converts one row of a House report's table to a transaction: codes to words, and the asset's cell to name, symbol and
// type.
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
function toTransaction(row: TableRow, rowIndex: number, lost: ReadonlySet<string>): PtrTransaction | RefusedRow {
  const refuseRow = (
    reason: string,
    [field, raw]: [field: string, raw: string],
    what = "is not known",
  ): RefusedRow => ({
    rowIndex,
    reason,
    message: `${field} "${raw}" ${what}`,
    position: { kind: "text", row: rowIndex, field, raw },
  });
  const tradedOn = calendarDate(row.tradedOn);
  if (!tradedOn) return refuseRow("bad_transaction_date", ["Transaction date", row.tradedOn], "is not a date");
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

/**
 * What pdf.js makes of a font's map of letters to characters that is not valid UTF-16: a replaced half of a pair, or
 * characters that no report contains. Emoji may be in a comment.
 */
const brokenText = /[\uFFFD\p{Cn}]|(?!\p{Extended_Pictographic})[\u{10000}-\u{10FFFF}]/u;

/** Parses one PDF. `lookUp` finds a document in the ingested yearly indexes. */
export async function parseHousePdf(
  bytes: Buffer,
  fileName: string,
  lookUp: (docId: string) => Promise<IndexEntry | undefined>,
): Promise<Parsed> {
  if (bytes.subarray(0, 1024).indexOf("%PDF-") < 0) return refuse("not_a_pdf", "The file is not a PDF");
  let lines: Line[];
  try {
    lines = await readIsolated("pdfLines", bytes);
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return error.reason === "reader_error"
      ? refuse("not_a_pdf", "The PDF cannot be opened: it is damaged, or needs a password")
      : refuse(error.reason, `The PDF is too costly: ${error.message}`);
  }
  const texts = lines.map(lineText);
  if (texts.some((text) => brokenText.test(text)))
    return refuse(
      "unreadable_text",
      "The PDF maps letters to characters that do not exist, so its text is not what it shows",
    );
  const printedId = firstMatch(texts, /Filing ID #(\d+)/i);
  const docId = printedId ?? docIdInName(fileName);
  if (texts.length === 0 || (!printedId && isPaperId(docId)))
    return unreadable(docId, docId ? await lookUp(docId) : undefined);
  if (!isPtr(texts)) return refuse("not_a_ptr", "The PDF is not a Periodic Transaction Report");
  if (!docId) return refuse("no_document_id", "Neither the PDF nor its name says its document id");
  const entry = await lookUp(docId);
  // after a long name the date is on the next line
  const signature = /Digitally Signed:[^:]{0,200}?(\d{1,2}\/\d{1,2}\/\d{4})(?!\S)/i;
  const signed = calendarDate(signature.exec(texts.join(" "))?.[1] ?? "");
  const filedOn = entry?.filedOn ?? signed;
  if (!filedOn) return refuse("no_filing_date", "Neither the index nor a signature in the PDF says when it was filed");
  const facts = { ...commonFacts, ...indexedFacts(docId, entry, filedOn), filer: readFiler(texts, entry) };
  const { rows, lost, statusLines } = readTable(lines);
  if (rows.length === 0) return refuse("no_transactions", "The report has no table of transactions that can be read");
  if (statusLines !== rows.length && statusLines > 0) {
    const message = `The report shows ${statusLines} transactions, of which ${rows.length} could be read`;
    return refuse("row_count_mismatch", message);
  }
  const read = rows.map((row, index) => toTransaction(row, index, lost));
  return {
    kind: "report",
    report: { ...facts, filedOn, transactions: read.filter((row) => !("reason" in row)) as PtrTransaction[] },
    refusedRows: read.filter((row) => "reason" in row),
  };
}

/** `20018539.pdf`, `P_20033421.pdf`, `2021_20018539 (1).pdf`: the Clerk's document ids have seven or eight digits. */
export function docIdInName(fileName: string): string | undefined {
  return /(?<!\d)(\d{7,8})(?!\d)/.exec(fileName)?.[1];
}

/**
 * DocIDs of paper reports have seven digits, those of electronic reports eight. A scanned report may contain text from
 * unreliable character recognition.
 */
function isPaperId(docId: string | undefined): boolean {
  return docId?.length === 7;
}

function refuse(reason: string, message: string): Parsed {
  return { kind: "refused", reason, message };
}

function unreadable(docId: string | undefined, entry: IndexEntry | undefined): Parsed {
  if (entry && !isReport(entry))
    return refuse("not_a_ptr", `The index lists the document as another form: ${entry.filingType}`);
  const reason = "unreadable_scan";
  const message = "The report was filed on paper and scanned: its text cannot be read reliably";
  if (!docId) return refuse(reason, message);
  const filedOn = entry?.filedOn ?? null;
  const facts = { ...commonFacts, ...indexedFacts(docId, entry, filedOn), filer: readFiler([], entry) };
  return { kind: "unreadable", report: { ...facts, filedOn, status: "unreadable" }, reason, message };
}

const commonFacts = {
  chamber: "House",
  amendmentNumber: null,
  originalFiledOn: null,
  statedTransactions: null,
} as const;

/** What the year of the index's row decides, else the day of filing (YYYY-MM-DD). */
export function indexedFacts(docId: string, entry: Pick<IndexEntry, "year"> | undefined, filedOn: string | null) {
  const title = entry ? `Periodic Transaction Report ${entry.year}` : "Periodic Transaction Report";
  return { docId, title, sourceUrl: address(docId, entry, filedOn) };
}

function address(docId: string, entry: Pick<IndexEntry, "year"> | undefined, filedOn: string | null): string {
  const year = entry?.year ?? filedOn?.slice(0, 4);
  const site = "https://disclosures-clerk.house.gov/public_disc";
  return year ? `${site}/ptr-pdfs/${year}/${docId}.pdf` : `${site}/ptr-pdfs/${docId}.pdf`;
}

// The certification names the form too, because the small capitals of the heading may be missing.
function isPtr(texts: string[]): boolean {
  return (
    /Periodic Transaction Report/i.test(texts.slice(0, 12).join("\n")) ||
    /attached Periodic Transaction Report/i.test(texts.join(" "))
  );
}

function readFiler(texts: string[], entry: IndexEntry | undefined): Filer {
  const indexed = entry && [entry.prefix, entry.firstName, entry.lastName, entry.suffix].filter(Boolean).join(" ");
  const asFiled = firstMatch(texts, /^Name: (.+)$/i) ?? indexed ?? "";
  const seat = /^([A-Z]{2})(\d{2})$/i.exec(
    firstMatch(texts, /^State\/District: ?(\S+)/i) ?? entry?.stateDistrict ?? "",
  );
  return {
    asFiled,
    ...(entry && { firstName: entry.firstName, lastName: entry.lastName }),
    ...(entry?.suffix && { suffix: entry.suffix }),
    ...(seat?.[1] && { state: seat[1].toUpperCase(), district: Number(seat[2]) }),
  };
}

function firstMatch(texts: string[], form: RegExp): string | undefined {
  for (const text of texts) {
    const found = form.exec(text)?.[1];
    if (found) return found.trim();
  }
  return undefined;
}
