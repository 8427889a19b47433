// Reads EDGAR's "Latest Filings" feed (Atom, cgi-bin/browse-edgar?action=getcurrent): the filings since the last daily
// index. It lists a filing once for each CIK concerned, the newest first, a hundred entries per page. Pure.
import { XMLParser } from "fast-xml-parser";
import { isCalendarDate } from "../../lib/calendar-date.ts";
import { type IndexedFiling, isOwnershipForm } from "./index-file.ts";
import { cleanText, elements, text, type XmlNode } from "./xml.ts";

export interface FeedPage {
  filings: IndexedFiling[];
  /** number of entries, of every form */
  entries: number;
  /** the oldest filing date of any entry, YYYY-MM-DD; null without one */
  oldest: string | null;
  /** entries that cannot be read */
  refused: string[];
}

/** The largest page size of EDGAR. */
export const pageSize = 100;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  maxNestedTags: 50,
  jPath: false,
});

/**
 * Reads one page; null if the bytes are not an Atom feed (EDGAR returns an HTML page while its forms are under
 * maintenance).
 */
export function readFeed(bytes: Buffer): FeedPage | null {
  const content = bytes.toString("latin1");
  if (!/<feed[\s>]/.test(content.slice(0, 1000)) || /<!(DOCTYPE|ENTITY)/i.test(content)) return null;
  if (!/<\/feed>\s*$/.test(content)) return null;
  let feed: XmlNode;
  try {
    feed = elements(parser.parse(content), "feed")[0];
  } catch {
    return null;
  }
  const page: FeedPage = { filings: [], entries: 0, oldest: null, refused: [] };
  for (const entry of elements(feed, "entry")) {
    page.entries++;
    const read = readEntry(entry);
    if (typeof read === "string") {
      page.refused.push(read);
      continue;
    }
    if (page.oldest === null || read.filedOn < page.oldest) page.oldest = read.filedOn;
    if (isOwnershipForm(read.formType)) page.filings.push(read);
  }
  return page;
}

/**
 * `4 - Royal Gold Inc (0000085535) (Issuer)`, with the accession number in the id and the date in the summary's HTML.
 */
function readEntry(entry: XmlNode): IndexedFiling | string {
  const id = text(entry, "id") ?? "";
  const accessionNumber = /accession-number=(\d{10}-\d{2}-\d{6})$/.exec(id)?.[1];
  const summary = unescaped(text(entry, "summary") ?? "").replace(/<[^<>]*>/g, " ");
  const filedOn = /Filed:\s*(\d{4}-\d{2}-\d{2})/.exec(summary)?.[1];
  const formType = String(elements(entry, "category")[0]?.["@term"] ?? "");
  const { name, cik } = filerIn((text(entry, "title") ?? "").trimEnd());
  if (!accessionNumber || !filedOn || !isCalendarDate(filedOn) || !formType || !name || !cik)
    return `an entry without ${!accessionNumber ? "accession number" : !filedOn ? "date" : "form or filer"}: ${id.slice(0, 120)}`;
  const path = `edgar/data/${Number(cik)}/${accessionNumber}.txt`;
  return { accessionNumber, formType, filedOn, cik, name: cleanText(name), path };
}

/** The name and CIK in an entry's title: behind the form, and in the last parentheses but for those of the role. */
function filerIn(title: string): { name?: string; cik?: string } {
  const end = / \((\d{10})\)$/.exec(title) ?? / \((\d{10})\) \([^()]*\)$/.exec(title);
  const dash = title.indexOf(" - ", 1);
  if (!end?.[1] || dash < 0 || dash + 3 > end.index || /^\s|[\n\r]/.test(title)) return {};
  return { name: title.slice(dash + 3, end.index), cik: end[1] };
}

/** The summary is HTML escaped as text; text that was escaped twice is still escaped after parsing. */
function unescaped(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
}
