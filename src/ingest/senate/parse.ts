// Reads a Senate Periodic Transaction Report from its page or print page (HTML), with the filer's name as printed, and
// the cells of one of its rows, as filed. Pure: bytes in, record or refusal out.
import { createHash } from "node:crypto";
import { type CheerioAPI, load } from "cheerio";
import { splitParentheses } from "../../lib/text.ts";
import type { Filer, Parsed, PtrReport } from "../congress/record.ts";
import { calendarDate, plainText } from "../congress/values.ts";
import { decodeText } from "../files/text.ts";
import { splitFilerStatus } from "../legislators/names.ts";
import { readRows, tableCells } from "./rows.ts";
import { senateSite } from "./site.ts";

/** the site's id of a report */
// linear time: an attempt reads at most the 36 characters of an id
export const uuidForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const addressForm = new RegExp(`/search/(?:view|print)/(?:ptr|paper)/(${uuidForm.source})`, "i");

/**
 * a page with a thousand transactions has one MB; a larger file was not saved from this site, and parsing it takes
 * minutes
 */
const maxPageBytes = 16 * 1024 * 1024;
/** maximum nesting of elements; a real page has about thirty. The parser's time grows with the square of the depth. */
const maxDepth = 1000;
/** elements without an end tag, or whose end is implied by the next element of their kind */
const unended =
  /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|option|tr|td|th|thead|tbody|tfoot)$/i;

/** Parses one page. `fileName` may contain the report's uuid, which print pages themselves do not contain. */
export function parseSenatePage(bytes: Uint8Array, fileName: string): Parsed {
  if (bytes.length > maxPageBytes)
    return refuse("page_too_large", `The file is larger than any report page: ${bytes.length} bytes`);
  const html = decodePage(bytes);
  if (!/<html|<!doctype html|<body/i.test(html)) return refuse("not_html", "The file is not an HTML page");
  if (isTooDeep(html)) return refuse("not_html", `The page nests more than ${maxDepth} elements`);
  const $ = load(html);
  const title = plainText($("h1").first().text());
  const heading = /^Periodic Transaction Report(?: for (\S+))?(?: \(Amendment (\d+)\))?/i.exec(title);
  if (!heading) return notPtr($, title);

  const filerText = plainText($("h2.filedReport, h2").first().text());
  const stamp = plainText(
    $("body")
      .text()
      .match(/\bFiled\s+(\d[^\n<]*)/)?.[1] ?? "",
  );
  const amendmentNumber = heading[2] ? Number(heading[2]) : null;
  const titleDate = heading[1] ? calendarDate(heading[1]) : null;
  const uuid = (addressForm.exec(html)?.[1] ?? uuidForm.exec(fileName)?.[0])?.toLowerCase();
  const facts: Omit<PtrReport, "filedOn" | "transactions"> = {
    chamber: "Senate",
    docId: uuid ?? printId(title, filerText, stamp),
    title,
    filer: readFiler(filerText),
    amendmentNumber,
    // an original is titled with its own filing date, and its amendments keep that title
    originalFiledOn: amendmentNumber ? titleDate : null,
    statedTransactions: statedTotal($),
    sourceUrl: uuid ? `${senateSite}/search/view/ptr/${uuid}/` : `${senateSite}/search/`,
  };
  const filedOn = calendarDate(stamp.split(" ")[0] ?? "");
  const table = transactionTable($);
  if (!table && isPaper($)) {
    const message = "The report was filed on paper: the page shows images, which cannot be read";
    const sourceUrl = uuid ? `${senateSite}/search/view/paper/${uuid}/` : facts.sourceUrl;
    const report = { ...facts, sourceUrl, filedOn, status: "unreadable" as const };
    return { kind: "unreadable", report, reason: "unreadable_paper", message };
  }
  if (!filedOn) return refuse("no_filing_date", "The page does not say when the report was filed");
  if (!table && facts.statedTransactions !== 0)
    return refuse("no_transactions", "The page has no table of transactions");
  const { transactions, refusedRows, count } = readRows($, table, amendmentNumber !== null);
  if (facts.statedTransactions !== null && facts.statedTransactions !== count) {
    const message = `The page states ${facts.statedTransactions} transactions and shows ${count}`;
    return refuse("row_count_mismatch", message);
  }
  return { kind: "report", report: { ...facts, filedOn, transactions }, refusedRows };
}

/** The site serves UTF-8; a browser may save UTF-16, which it marks with a byte-order mark, or Windows-1252. */
export function decodePage(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return decodeText(bytes);
}

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (unended.test(name)) continue;
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

function refuse(reason: string, message: string): Parsed {
  return { kind: "refused", reason, message };
}

function notPtr($: CheerioAPI, title: string): Parsed {
  if (/find reports/i.test(title) || $("#agree_statement, form#agreement_form").length > 0) {
    return refuse(
      "session_expired",
      "The page is the search form, not a report: the session had ended when it was fetched",
    );
  }
  return refuse(
    "not_a_ptr",
    title ? `The page is not a Periodic Transaction Report: ${title.slice(0, 120)}` : "The page is not a report",
  );
}

/** Finds the table by its columns, so that another table on the page is never read as trades. */
export function transactionTable($: CheerioAPI) {
  const tables = $("table").filter((_, element) => {
    const heads = $(element)
      .find("th")
      .toArray()
      .map((head) => plainText($(head).text()).toLowerCase());
    return heads.includes("transaction date") && heads.includes("amount");
  });
  return tables.length > 0 ? tables.first() : undefined;
}

function isPaper($: CheerioAPI): boolean {
  return $("img.filingImage, img[src*='efd-media'], a[href*='/view/paper/']").length > 0;
}

function statedTotal($: CheerioAPI): number | null {
  const match = /\((\d[\d,]*) transactions? total\)/i.exec($("body").text());
  return match?.[1] ? Number(match[1].replaceAll(",", "")) : null;
}

/**
 * Id of a page without its uuid: from its title, the filer's name without form of address and status, and the minute of
 * filing.
 */
function printId(title: string, filer: string, stamp: string): string {
  const { name: person } = splitFilerStatus(filer);
  const name = /\(([^()]*)\)\s*$/.exec(person)?.[1] ?? person;
  return `print-${createHash("sha256").update([title, name, stamp].join("|")).digest("hex").slice(0, 32)}`;
}

const suffixForm = /^(?:(?:Jr|Sr)\.?|I{2,3}|IV|V)$/i;

/** `McConnell, Jr.` -> `McConnell` and `Jr.` */
export function splitSuffix(text: string): { name: string; suffix?: string } {
  const words = text.split(/[\s,]+/);
  const suffix = words.at(-1) ?? "";
  if (words.length < 2 || !suffixForm.test(suffix)) return { name: text.trim() };
  let end = text.length - suffix.length;
  while (end > 0 && /[\s,]/.test(text.charAt(end - 1))) end--;
  return { name: text.slice(0, end).trim(), suffix };
}

/**
 * `The Honorable Susan M Collins (Collins, Susan M.)`: the parentheses separate last and first name. For a former
 * senator, `(Former Senator)` may be printed instead of them or after them.
 */
export function readFiler(asFiled: string): Filer {
  const { inside = "" } = splitParentheses(splitFilerStatus(asFiled).name) ?? {};
  const comma = inside.indexOf(",");
  if (comma < 1 || comma === inside.length - 1) return { asFiled };
  const { name: firstName, suffix } = splitSuffix(inside.slice(comma + 1).trimStart());
  const printed = suffix ?? /\s((?:Jr|Sr)\.?|I{2,3}|IV|V)\s*\(/i.exec(asFiled)?.[1];
  return { asFiled, firstName, lastName: inside.slice(0, comma).trim(), ...(printed && { suffix: printed }) };
}

/** Cell texts by lower-case column heading; null if the page has no such row. `rowIndex` counts from 0. */
export function readSenateCells(bytes: Uint8Array, rowIndex: number): Record<string, string> | null {
  const $ = load(decodePage(bytes));
  const table = transactionTable($);
  if (!table) return null;
  const { heads, rows } = tableCells($, table);
  const row = rows[rowIndex];
  return row ? Object.fromEntries(heads.map((head, index) => [head, plainText(row[index]?.text() ?? "")])) : null;
}
