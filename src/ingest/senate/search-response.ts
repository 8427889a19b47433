// Reads a response of the Senate's search: rows of five cells with HTML, for a table on the page. Treated as untrusted
// input: a row that cannot be read is reported, never skipped silently.
import { load } from "cheerio";
import { z } from "zod";
import type { ListedDocument } from "../../store/listings.ts";
import { calendarDate, plainText } from "../congress/values.ts";
import { parseJson } from "../files/decode.ts";
import { senateSite } from "./site.ts";

/** DataTables' own fields (datatables.net/manual/server-side). */
const responseForm = z.object({
  draw: z.number().int().nonnegative().optional(),
  recordsTotal: z.number().int().nonnegative(),
  recordsFiltered: z.number().int().nonnegative(),
  data: z.array(z.array(z.string().max(10_000)).length(5)).max(10_000),
  result: z.string().optional(),
});

interface UnreadRow {
  unreadable: string;
  /** uuid of the report of another kind that the row names, if any */
  otherReport?: string | undefined;
}

export interface SearchResponse {
  /** the number of the request; null if it is missing, then the response has another format */
  draw: number | null;
  /** number of reports that match the search, over all of its pages */
  total: number;
  /** rows of this page */
  rows: (ListedDocument | UnreadRow)[];
}

/** Reads one page of search results; null if the body is not a search response. */
export function readSearchResponse(body: Buffer): SearchResponse | null {
  let json: unknown;
  try {
    json = parseJson(body);
  } catch {
    return null;
  }
  const response = responseForm.safeParse(json);
  if (!response.success || (response.data.result ?? "ok") !== "ok") return null;
  const { draw, recordsTotal, recordsFiltered, data } = response.data;
  // the site's form is the only filter: the filtered count must equal the total
  if (recordsFiltered !== recordsTotal || data.length > recordsFiltered) return null;
  return { draw: draw ?? null, total: recordsFiltered, rows: data.map(readRow) };
}

const reportPath = /^\/search\/view\/(ptr|paper)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/**
 * path of any report of the site, such as `/search/view/annual/<uuid>/` or
 * `/search/view/extension-notice/regular/<uuid>/`
 */
const otherPath = /^\/search\/view\/[a-z-]+(?:\/[a-z-]+)?\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

function readRow(cells: string[]): ListedDocument | UnreadRow {
  const [first = "", last = "", office = "", link = "", date = ""] = cells;
  const anchor = load(link, null, false)("a").first();
  const path = pathOf(anchor.attr("href") ?? "");
  const [, kind, uuid] = reportPath.exec(path ?? "") ?? [];
  const listedOn = calendarDate(text(date));
  if (!path || !kind || !uuid)
    return {
      unreadable: `a row without a report's address: ${shown(link)}`,
      otherReport: otherPath.exec(path ?? "")?.[1],
    };
  if (!listedOn) return { unreadable: `a row without a date: ${shown(date)}` };
  return {
    documentId: uuid.toLowerCase(),
    listedOn,
    kind: kind.toLowerCase(),
    // in the site's own spelling: the uuids of older paper reports are in capitals
    url: senateSite + path,
    detail: { firstName: text(first), lastName: text(last), office: text(office), title: plainText(anchor.text()) },
  };
}

/** The path of a link within the site; null for a link to another site. */
function pathOf(href: string): string | null {
  if (!URL.canParse(href, senateSite)) return null;
  const url = new URL(href, senateSite);
  return url.origin === senateSite ? url.pathname : null;
}

function text(html: string): string {
  return plainText(load(html, null, false).text());
}

function shown(html: string): string {
  return JSON.stringify(plainText(html).slice(0, 120));
}
