// Reads a HAR file (HTTP Archive 1.2) of a visit to the Senate's search, as saved by a person's browser: the responses
// of the search with their forms, and the pages of reports. The file also contains the visit's cookies, so nothing else
// is returned: no header, no cookie, no token, no other request. Parsed entry by entry, as untrusted input.
import { JSONParser } from "@streamparser/json";
import { z } from "zod";
import { searchFields } from "./har-form.ts";
import { senatePaths, senateSite } from "./site.ts";

/** One response of the search with its query. */
export interface HarSearch {
  /** time of the request by the browser's clock; null if it is not a valid time */
  requestedAt: string | null;
  /** the fields of the form with the search criteria */
  form: Record<string, string>;
  /** the body of the response; null if the browser had not retained it */
  answer: string | null;
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
 * Thrown if the file is not a usable HAR file; `reason` is the stable code for quarantine. Messages quote nothing from
 * the file.
 */
class HarProblem extends Error {
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
    throw new HarProblem("not_a_har", "the file is no HAR file: it is no JSON");
  }
  if (!parser.isEnded) throw new HarProblem("not_a_har", "the HAR file was cut off: save it again");
  if (!isHar && entries === 0) throw new HarProblem("not_a_har", "the file is no HAR file: it has no log of requests");
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
      this.#searches.push({ requestedAt: timeOf(startedDateTime), form, answer: this.#body(response) });
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
      throw new HarProblem("har_too_large", "the HAR file holds more than a visit does: save the visit in parts");
    return body;
  }
}

const reportPath =
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
