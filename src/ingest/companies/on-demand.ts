// Fetches one company or insider on demand: its submissions JSON with all older pages, and the Forms 3, 4 and 5 that it
// lists. They become listed documents, so that a later sync fetches those that cannot be fetched today.
import { z } from "zod";
import { asCik } from "../../domain/identifiers.ts";
import { isCalendarDate } from "../../lib/calendar-date.ts";
import { recordDocuments } from "../../store/listings.ts";
import { type IndexedFiling, isOwnershipForm, listedFilings } from "../edgar/index-file.ts";
import { parseJson } from "../files/text.ts";
import { OutboundError, type OutboundResponse } from "../outbound/index.ts";
import type { FetchedFiler, OnDemand, PublisherSettings, SyncContext } from "../publisher.ts";
import { companies } from "./index.ts";
import { UnknownList } from "./parse.ts";

// The content of EDGAR's submissions JSON (data.sec.gov/submissions/CIK##########.json and its older pages): every
// filing of one company or insider. Only Forms 3, 4 and 5 are used. Pure.

/** Parallel columns: the nth filing is the nth value of each. */
const columns = z.object({
  accessionNumber: z.array(z.string()),
  filingDate: z.array(z.string()),
  form: z.array(z.string()),
});

const main = z.object({
  cik: z.union([z.string(), z.number()]).transform((value) => asCik(String(value))),
  name: z.string(),
  filings: z.object({
    recent: columns,
    files: z.array(z.object({ name: z.string().regex(/^CIK\d{10}-submissions-\d{3}\.json$/) })),
  }),
});

interface SubmissionsFile {
  filings: IndexedFiling[];
  /** names of the pages with older filings */
  olderPages: string[];
}

/**
 * Reads the main file of `cik` (10 digits). Throws UnknownList if it is not a submissions file, or is of another CIK.
 */
function readSubmissions(bytes: Buffer, cik: string): SubmissionsFile & { name: string } {
  const file = parse(main, bytes);
  if (file.cik !== cik) throw new UnknownList("unknown_layout", `the file is of CIK ${file.cik}, not ${cik}`);
  const { recent, files } = file.filings;
  return {
    name: file.name,
    filings: ownershipFilings(recent, cik, file.name),
    olderPages: files.map(({ name }) => name),
  };
}

/** Reads a page with older filings. */
function readOlderPage(bytes: Buffer, cik: string, name: string): IndexedFiling[] {
  return ownershipFilings(parse(columns, bytes), cik, name);
}

function parse<Output>(schema: z.ZodType<Output>, bytes: Buffer): Output {
  let json: unknown;
  try {
    json = parseJson(bytes);
  } catch {
    throw new UnknownList("not_json", "the file is not JSON, or cut off");
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  throw new UnknownList("unknown_layout", `not a submissions JSON file: ${z.prettifyError(read.error).slice(0, 200)}`);
}

function ownershipFilings(listed: z.output<typeof columns>, cik: string, name: string): IndexedFiling[] {
  const { accessionNumber, filingDate, form } = listed;
  if (filingDate.length !== accessionNumber.length || form.length !== accessionNumber.length)
    throw new UnknownList("unknown_layout", "the columns of the filings differ in length");
  return accessionNumber.flatMap((accession, i) => {
    const [formType = "", filedOn = ""] = [form[i], filingDate[i]];
    if (!isOwnershipForm(formType)) return [];
    if (!/^\d{10}-\d{2}-\d{6}$/.test(accession) || !isCalendarDate(filedOn))
      throw new UnknownList("unknown_layout", `filing ${i} has no accession number or no date`);
    const path = `edgar/data/${Number(cik)}/${accession}.txt`;
    return [{ accessionNumber: accession, formType, filedOn, cik, name, path }];
  });
}

export default function edgarSubmissions({ secDataUrl }: Pick<PublisherSettings, "secDataUrl">): OnDemand {
  return { fetch: (cik, context) => fetchSubmissions(cik, secDataUrl, context) };
}

/**
 * Fetches the submissions of one CIK (10 digits) from EDGAR and records its ownership forms as listed documents.
 * Returns null if EDGAR has no such CIK. Throws OutboundError.
 */
async function fetchSubmissions(
  cik: string,
  secDataUrl: string,
  context: Pick<SyncContext, "store" | "outbound" | "signal">,
): Promise<FetchedFiler | null> {
  const address = (name: string) => `${secDataUrl}/submissions/${name}`;
  const { outbound, signal, store } = context;
  const response = await outbound.request({ publisher: "sec", url: address(`CIK${cik}.json`), signal });
  if (response.status !== 200) return null;
  const { name, filings, olderPages } = parseResponse(response, () => readSubmissions(response.body, cik));
  for (const page of olderPages) {
    const older = await outbound.request({ publisher: "sec", url: address(page), signal });
    // a missing page would silently leave out filings
    if (older.status !== 200) throw new OutboundError("bad_response", `HTTP ${older.status} from ${older.url}`);
    filings.push(...parseResponse(older, () => readOlderPage(older.body, cik, name)));
  }
  await recordDocuments(store.pool, companies.onDemand.documentsOf, listedFilings(filings));
  const file = { path: response.url, name: `CIK${cik}.json`, read: async () => response.body };
  return { file, name, documentIds: [...new Set(filings.map(({ accessionNumber }) => accessionNumber))] };
}

function parseResponse<Result>({ url }: OutboundResponse, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnknownList) throw new OutboundError("bad_response", `${url}: ${error.message}`);
    throw error;
  }
}
