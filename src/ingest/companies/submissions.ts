// The content of EDGAR's submissions JSON (data.sec.gov/submissions/CIK##########.json and its older pages): every
// filing of one company or insider. Only Forms 3, 4 and 5 are used. Pure.
import { z } from "zod";
import { isCalendarDate } from "../../calendar-date.ts";
import { asCik } from "../../cik.ts";
import { type IndexedFiling, isOwnershipForm } from "../edgar/index-file.ts";
import { parseJson } from "../files/json.ts";
import { UnknownList } from "./parse.ts";

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

export interface SubmissionsFile {
  filings: IndexedFiling[];
  /** names of the pages with older filings */
  olderPages: string[];
}

/**
 * Reads the main file of `cik` (10 digits). Throws UnknownList if it is not a submissions file, or is of another CIK.
 */
export function readSubmissions(bytes: Buffer, cik: string): SubmissionsFile & { name: string } {
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
export function readOlderPage(bytes: Buffer, cik: string, name: string): IndexedFiling[] {
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
  throw new UnknownList("unknown_layout", `no submissions JSON: ${z.prettifyError(read.error).slice(0, 200)}`);
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
