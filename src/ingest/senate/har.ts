// A HAR file (HTTP Archive 1.2), as a person's own browser saves a visit to the Senate's search: the answers of the search with
// the forms that they answer, and the pages of reports. It also holds the visit's cookies, so nothing else of it leaves this
// reader: no header, no cookie, no token, no other request. Read entry by entry, as hostile input.
import { JSONParser } from "@streamparser/json";
import { z } from "zod";
import { searchFields } from "./har-form.ts";
import { senatePaths, senateSite } from "./site.ts";

/** One answer of the search with what was asked. */
export interface HarSearch {
  /** when the browser asked, as it says itself; null where that is no time */
  askedAt: string | null;
  /** the fields of the form that say what was searched for */
  asked: Record<string, string>;
  /** the body of the answer; null where the browser had not kept it */
  answer: string | null;
}

export interface HarPage {
  /** path on the site, `/search/view/ptr/<uuid>/` */
  path: string;
  uuid: string;
  /** null where the browser had not kept it */
  html: string | null;
}

export interface HarVisit {
  searches: HarSearch[];
  /** the last one of each path */
  pages: HarPage[];
}

/** What the file is not; `reason` is the stable code for quarantine. Messages quote nothing of the file. */
class HarProblem extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** a page of a thousand transactions has a tenth of this */
const mostBody = 16 * 1024 * 1024;
/** what is kept of one file: twenty years of pages */
const mostCached = 48 * 1024 * 1024;
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

/** Throws an Error with a `reason` for what is no HAR file, not all of one, or holds more than a visit can. */
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
  // thrown by `write` where there is no handler
  try {
    const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    for (let at = start; at < bytes.length; at += chunkBytes) parser.write(bytes.subarray(at, at + chunkBytes));
  } catch (error) {
    if (error instanceof HarProblem) throw error;
    throw new HarProblem("not_a_har", "the file is no HAR file: it is no JSON");
  }
  if (!parser.isEnded) throw new HarProblem("not_a_har", "the HAR file was cut off: save it again");
  if (!isHar && entries === 0) throw new HarProblem("not_a_har", "the file is no HAR file: it has no log of requests");
  return visit.found();
}

class Visit {
  readonly #searches: HarSearch[] = [];
  readonly #pages = new Map<string, HarPage>();
  #kept = 0;

  take({ startedDateTime, request, response }: Entry): void {
    const path = pathOnSite(request.url);
    if (path === null || response.status !== 200) return;
    if (path === senatePaths.data && request.method === "POST") {
      const asked = searchFields(formOf(request.postData));
      this.#searches.push({ askedAt: timeOf(startedDateTime), asked, answer: this.#body(response) });
    }
    const uuid = reportPath.exec(path)?.[1]?.toLowerCase();
    if (!uuid || request.method !== "GET") return;
    const html = this.#body(response);
    // a visit that showed a page twice may have kept one of them only
    if (html !== null || !this.#pages.has(uuid)) this.#pages.set(uuid, { path, uuid, html });
  }

  found(): HarVisit {
    return { searches: this.#searches, pages: [...this.#pages.values()] };
  }

  /** Bodies are decoded already; binary ones, and what some browsers take for binary, are in base64. */
  #body({ content }: Entry["response"]): string | null {
    const { text, encoding } = content ?? {};
    if (text === undefined || text === "") return null;
    const body = encoding?.toLowerCase() === "base64" ? Buffer.from(text, "base64").toString("utf8") : text;
    this.#kept += body.length;
    if (body.length > mostBody || this.#kept > mostCached)
      throw new HarProblem("har_too_large", "the HAR file holds more than a visit does: save the visit in parts");
    return body;
  }
}

const reportPath =
  /^\/search\/(?:view|print)\/(?:ptr|paper)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/** The path of an address of the Senate's own site; null for every other. */
function pathOnSite(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return origin === senateSite ? pathname : null;
}

/**
 * The form as it was sent. Browsers keep it as text and as fields; Chrome's and Edge's fields are as encoded as the text, Firefox's are not,
 * so the text comes first. Where there is none, a value with escapes counts as encoded.
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
