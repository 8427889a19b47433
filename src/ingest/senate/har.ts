// Reads a HAR file (HTTP Archive 1.2) of a visit to the Senate's search, as saved by a person's browser: the responses
// of the search with the criteria of their forms, and the pages of reports. The file also contains the visit's cookies,
// so nothing else is returned: no header, no cookie, no token, no other request. Parsed entry by entry, as untrusted
// input.
import { JSONParser } from "@streamparser/json";
import { z } from "zod";
import { isCalendarDate } from "../../lib/calendar-date.ts";
import { senatePaths, senateSite } from "./site.ts";

/** One response of the search with its query. */
export interface HarSearch {
  /** time of the request by the browser's clock; null if it is not a valid time */
  requestedAt: string | null;
  /** the fields of the form with the search criteria */
  form: Record<string, string>;
  /** the body of the response; null if the browser had not retained it */
  body: string | null;
}

export interface HarPage {
  /** path on the site, `/search/view/ptr/<uuid>/` */
  path: string;
  uuid: string;
  /** null if the browser had not retained it */
  html: string | null;
}

export interface HarVisit {
  searches: HarSearch[];
  /** the last page of each report */
  pages: HarPage[];
}

/**
 * Thrown if the file is not a usable HAR file or bundle; `reason` is the stable code for quarantine. Messages quote nothing from
 * the file.
 */
export class HarProblem extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** maximum length of a body: a page of a thousand transactions has a tenth of this */
const maxBodyLength = 16 * 1024 * 1024;
/** maximum total length of the retained bodies of one file: twenty years of pages */
const maxTotalLength = 48 * 1024 * 1024;
const chunkBytes = 64 * 1024;

const entryForm = z.object({
  startedDateTime: z.string().max(64).optional(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    postData: z
      .object({
        params: z
          .array(z.object({ name: z.string(), value: z.string().optional() }))
          .max(200)
          .optional(),
        text: z.string().optional(),
      })
      .optional(),
  }),
  response: z.object({
    status: z.number(),
    content: z.object({ text: z.string().optional(), encoding: z.string().optional() }).optional(),
  }),
});
type Entry = z.infer<typeof entryForm>;

/** Throws an Error with a `reason` if it is not a HAR file, is truncated, or has more content than a visit can have. */
export function readHar(bytes: Uint8Array): HarVisit {
  const visit = new Visit();
  let entries = 0;
  let isHar = false;
  const parser = new JSONParser({ paths: ["$.log.version", "$.log.entries.*"], keepStack: false });
  parser.onValue = ({ value, key }) => {
    if (key === "version") {
      isHar = true;
      return;
    }
    entries++;
    const entry = entryForm.safeParse(value);
    if (entry.success) visit.take(entry.data);
  };
  // `write` throws if there is no error handler
  try {
    const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    for (let at = start; at < bytes.length; at += chunkBytes) parser.write(bytes.subarray(at, at + chunkBytes));
  } catch (error) {
    if (error instanceof HarProblem) throw error;
    throw new HarProblem("not_a_har", "the file is not a HAR file: it is not JSON");
  }
  if (!parser.isEnded) throw new HarProblem("not_a_har", "the HAR file was cut off: save it again");
  if (!isHar && entries === 0)
    throw new HarProblem("not_a_har", "the file is not a HAR file: it has no log of requests");
  return visit.found();
}

class Visit {
  readonly #searches: HarSearch[] = [];
  readonly #pages = new Map<string, HarPage>();
  #size = 0;

  take({ startedDateTime, request, response }: Entry): void {
    const path = pathOnSite(request.url);
    if (path === null || response.status !== 200) return;
    if (path === senatePaths.data && request.method === "POST") {
      const form = searchFields(formOf(request.postData));
      this.#searches.push({ requestedAt: timeOf(startedDateTime), form, body: this.#body(response) });
    }
    const uuid = reportPath.exec(path)?.[1]?.toLowerCase();
    if (!uuid || request.method !== "GET") return;
    const html = this.#body(response);
    // if a visit showed a page twice, the browser may have retained only one body
    if (html !== null || !this.#pages.has(uuid)) this.#pages.set(uuid, { path, uuid, html });
  }

  found(): HarVisit {
    return { searches: this.#searches, pages: [...this.#pages.values()] };
  }

  /** Bodies are already decompressed; binary ones, and those that some browsers treat as binary, are in base64. */
  #body({ content }: Entry["response"]): string | null {
    const { text, encoding } = content ?? {};
    if (text === undefined || text === "") return null;
    const body = encoding?.toLowerCase() === "base64" ? Buffer.from(text, "base64").toString("utf8") : text;
    this.#size += body.length;
    if (body.length > maxBodyLength || this.#size > maxTotalLength)
      throw new HarProblem("har_too_large", "the HAR file holds more than one visit: save the visit in parts");
    return body;
  }
}

/** path of a report on the site, with its uuid */
export const reportPath =
  /^\/search\/(?:view|print)\/(?:ptr|paper)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/** The path of a URL on the Senate's site; null for any other URL. */
function pathOnSite(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return origin === senateSite ? pathname : null;
}

/**
 * The form as sent. Browsers save it as text and as fields; the fields are URL-encoded like the text in Chrome and
 * Edge, but not in Firefox, so the text is preferred. Without text, a value with escape sequences counts as encoded.
 */
function formOf(posted: Entry["request"]["postData"]): URLSearchParams {
  if (posted?.text) return new URLSearchParams(posted.text);
  const fields = (posted?.params ?? []).map(({ name, value = "" }) => [unescaped(name), unescaped(value)]);
  return new URLSearchParams(fields);
}

function unescaped(text: string): string {
  return /%[\da-f]{2}/i.test(text) ? (new URLSearchParams(`field=${text}`).get("field") ?? "") : text;
}

function timeOf(text: string | undefined): string | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** fields whose values are read here, or for paging; a value of any other field narrows the search */
const read = ["report_types", "filer_types", "submitted_start_date", "submitted_end_date", "start", "length", "draw"];
/** the other fields of the site's form; tokens are not among them */
const narrowing = ["candidate_state", "senator_state", "office_id", "first_name", "last_name", "search[value]"];
const names = [...read, ...narrowing];

/** fields about order and tokens, and what the table tells about its columns: none of them narrows a search */
const others =
  /^(_|csrfmiddlewaretoken|search\[regex\]|order\[\d+\]\[\w+\]|columns\[\d+\]\[(data|name|searchable|orderable|search\]\[regex)\])$/;

const maxUnknown = 20;

/**
 * The fields of a form that are read or narrow a search, in a fixed order; behind them fields with another name, if
 * they have a value: a filter of one column is one of them.
 */
export function searchFields(form: URLSearchParams): Record<string, string> {
  const known = names.filter((name) => form.has(name)).map((name) => [name, form.get(name) ?? ""]);
  const unknown = [...form].filter(
    ([name, value]) => !names.includes(name) && !others.test(name) && value.trim() !== "",
  );
  const kept = [...known, ...unknown.slice(0, maxUnknown)];
  return Object.fromEntries(kept.map(([name = "", value = ""]) => [name.slice(0, 200), value.slice(0, 200)]));
}

export interface Criteria {
  /** days of submission, inclusive, YYYY-MM-DD; null: open */
  from: string | null;
  to: string | null;
  /** the search was only for Periodic Transactions */
  onlyTransactions: boolean;
  /** the reason why the response may lack Periodic Transaction Reports of those days; null if it has all of them */
  narrowed: string | null;
}

/** the value of the form's box "Periodic Transactions" */
const periodicTransactions = "11";

/**
 * the values of the boxes "Senator" and "Former Senator": senators must report transactions, and are listed as former
 * ones after the term
 */
const allFilers = ["1", "5"];

/** Reads the criteria of a search. A field that cannot be interpreted counts as narrowing. */
export function readCriteria(form: Record<string, string>): Criteria {
  const from = dayOf(form.submitted_start_date);
  const to = dayOf(form.submitted_end_date);
  const narrowed = narrowedBy(form, from === undefined || to === undefined);
  const types = listed(form.report_types);
  const onlyTransactions = types?.length === 1 && types[0] === periodicTransactions;
  return { from: from ?? null, to: to ?? null, onlyTransactions, narrowed };
}

function narrowedBy(form: Record<string, string>, badDates: boolean): string | null {
  if (badDates || form.submitted_start_date === undefined) return "it does not state its days";
  const types = listed(form.report_types);
  if (types === null || (types.length > 0 && !types.includes(periodicTransactions)))
    return "it was not for Periodic Transactions";
  const filers = listed(form.filer_types);
  if (filers === null || (filers.length > 0 && !allFilers.every((filer) => filers.includes(filer))))
    return "it was not for senators and former senators";
  const field = Object.keys(form).find((name) => !read.includes(name) && (form[name] ?? "").trim() !== "");
  return field ? `it was narrowed by ${field}` : null;
}

/** `[7,11]` -> 7 and 11; null if it is not such a list. */
function listed(text: string | undefined): string[] | null {
  if (text === undefined || text.trim() === "") return [];
  const inner = /^\s*\[([\d\s,"']*)\]\s*$/.exec(text)?.[1];
  return inner === undefined ? null : inner.split(/[\s,"']+/).filter((one) => one !== "");
}

/** `02/03/2015 00:00:00` -> 2015-02-03; null for an open end, undefined if it is not a date. */
function dayOf(text: string | undefined): string | null | undefined {
  if (text === undefined || text.trim() === "") return null;
  const [, month = "", day = "", year] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text) ?? [];
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return year && isCalendarDate(date) ? date : undefined;
}
