// What the Senate's search answers: rows of five cells for a table on the page, HTML in them. Read as hostile input: a row
// that is not understood is said, never left out in silence.
import { load } from "cheerio";
import { z } from "zod";
import type { ListedDocument } from "../../store/listings.ts";
import { calendarDate } from "../congress/dates.ts";
import { plainText } from "../congress/text.ts";
import { parseJson } from "../files/json.ts";
import { senateSite } from "./site.ts";

const answerForm = z.object({
  recordsTotal: z.number().int().nonnegative(),
  recordsFiltered: z.number().int().nonnegative().optional(),
  data: z.array(z.array(z.string().max(10_000)).length(5)).max(10_000),
  result: z.string().optional(),
});

export interface SearchAnswer {
  /** reports that fit the search, over all of its pages */
  total: number;
  /** rows of this page */
  rows: (ListedDocument | { unreadable: string })[];
}

/** Reads one page of the search's answer; null for what is no such answer. */
export function readSearchAnswer(body: Buffer): SearchAnswer | null {
  let json: unknown;
  try {
    json = parseJson(body);
  } catch {
    return null;
  }
  const answer = answerForm.safeParse(json);
  if (!answer.success || (answer.data.result ?? "ok") !== "ok") return null;
  const { recordsTotal, recordsFiltered, data } = answer.data;
  // DataTables pages through what is left after filtering; here both figures are the same
  return { total: recordsFiltered ?? recordsTotal, rows: data.map(readRow) };
}

const reportPath = /^\/search\/view\/(ptr|paper)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

function readRow(cells: string[]): ListedDocument | { unreadable: string } {
  const [first = "", last = "", office = "", link = "", date = ""] = cells;
  const anchor = load(link, null, false)("a").first();
  const path = pathOf(anchor.attr("href") ?? "");
  const [, kind, uuid] = reportPath.exec(path ?? "") ?? [];
  const listedOn = calendarDate(text(date));
  if (!path || !kind || !uuid) return { unreadable: `a row without a report's address: ${shown(link)}` };
  if (!listedOn) return { unreadable: `a row without a date: ${shown(date)}` };
  return {
    documentId: uuid.toLowerCase(),
    listedOn,
    kind: kind.toLowerCase(),
    // the site's own spelling: older paper reports have theirs in capitals
    url: senateSite + path,
    detail: { firstName: text(first), lastName: text(last), office: text(office), title: plainText(anchor.text()) },
  };
}

/** The path of a link within the site; null for one that leads elsewhere. */
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
