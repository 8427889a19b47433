// The source `form345`: full submissions and bare ownership documents of Forms 3, 4 and 5, and EDGAR's indexes for the
// filing dates of bare ones.
import type { IngestContext, InputFile, Source, StoredFile } from "../source.ts";
import { isIndexName, readIndex } from "./index-file.ts";
import { type FilingToLoad, loadFilings } from "./load.ts";
import { type ParsedFiling, parseFile, type Refusal } from "./parse.ts";
import type { FilingRecord } from "./record.ts";

/** A filing and the file to blame for it; the bytes are not held on to. */
interface Taken {
  filing: ParsedFiling & { accessionNumber: string };
  file: InputFile;
  stored: StoredFile;
}

/** What a run remembers between its batches: dates from indexes, and bare documents that wait until all indexes are read. */
interface RunState {
  indexDates: Map<string, string>;
  waiting: Taken[];
}

const runs = new Map<string, RunState>();

/** the publisher's extensions, or an accession number alone */
const documentName = /\.(txt|xml|nc|sgml)$|^\d{10}-\d{2}-\d{6}$/i;

export const form345Source: Source = {
  name: "form345",
  accepts: ({ name }) => isIndexName(name) || (documentName.test(name) && !/^(readme|licen[cs]e|notice)\b/i.test(name)),
  async ingest(files, context) {
    const run: RunState = runs.get(context.runId) ?? { indexDates: new Map(), waiting: [] };
    runs.set(context.runId, run);
    const taken = (await Promise.all(files.map((file) => takeFile(file, run, context)))).flat();
    const dated = taken.filter(({ filing }) => filing.filedOn !== null);
    run.waiting.push(...taken.filter(({ filing }) => filing.filedOn === null));
    await load(
      dated.map((one) => complete(one, one.filing.filedOn ?? "", "header")),
      context,
    );
  },
  async finish(context) {
    const run = runs.get(context.runId);
    runs.delete(context.runId);
    if (run) await load((await Promise.all(run.waiting.map((one) => dateFiling(one, run, context)))).flat(), context);
  },
};

async function takeFile(file: InputFile, run: RunState, context: IngestContext): Promise<Taken[]> {
  const bytes = await file.read();
  if (isIndexName(file.name)) {
    for (const [accession, date] of readIndex(bytes.toString("latin1"))) run.indexDates.set(accession, date);
    await context.keep(file, bytes);
    return [];
  }
  const { filings, refusals } = parseFile(bytes);
  const [first] = refusals;
  if (filings.length === 0) {
    if (first) await context.quarantineFile(file, first.reason, first.message);
    return [];
  }
  const stored = await context.keep(file, bytes);
  // the rest of a run must not hold every file's bytes
  const light: InputFile = { path: file.path, name: file.name, read: () => Promise.reject(new Error("already read")) };
  await refuseParts(refusals, light, stored, context);
  const named = await Promise.all(filings.map((filing) => nameFiling({ filing, file: light, stored }, context)));
  return named.flat();
}

async function refuseParts(refusals: Refusal[], file: InputFile, stored: StoredFile, context: IngestContext) {
  for (const [position, { reason, message, accessionNumber }] of refusals.entries())
    await context.quarantineRecord(file, accessionNumber ?? `part ${position}`, reason, message, { stored });
}

/** The accession number from the header, else from the path: as EDGAR writes it, or 18 digits of a folder of the archives. */
async function nameFiling(
  { filing, file, stored }: { filing: ParsedFiling; file: InputFile; stored: StoredFile },
  context: IngestContext,
): Promise<Taken[]> {
  const accessionNumber = filing.accessionNumber ?? accessionInPath(file.path);
  if (accessionNumber) return [{ filing: { ...filing, accessionNumber }, file, stored }];
  const message =
    "a bare document names no accession number, and neither does its path (0001234567-23-000001 or 18 digits)";
  await context.quarantineFile(file, "no_accession", message, stored);
  return [];
}

/** The last accession number in a path, or null. */
export function accessionInPath(path: string): string | null {
  const dashed = path.match(/(?<!\d)\d{10}-\d{2}-\d{6}(?!\d)/g)?.at(-1);
  if (dashed) return dashed;
  const digits = path.match(/(?<!\d)\d{18}(?!\d)/g)?.at(-1);
  return digits ? `${digits.slice(0, 10)}-${digits.slice(10, 12)}-${digits.slice(12)}` : null;
}

/** The filing date of a bare document: from an index of this run, else `--filed`. The date of signature is no filing date. */
async function dateFiling(one: Taken, run: RunState, context: IngestContext): Promise<Loadable[]> {
  const indexed = run.indexDates.get(one.filing.accessionNumber);
  if (indexed) return [complete(one, indexed, "index")];
  if (context.options.filed) return [complete(one, context.options.filed, "option")];
  const message =
    "a bare document does not say when it was filed: give the EDGAR index that lists it too, or --filed DATE";
  await context.quarantineFile(one.file, "no_filing_date", message, one.stored);
  return [];
}

interface Loadable extends FilingToLoad {
  file: InputFile;
  stored: StoredFile;
}

function complete(
  { filing, file, stored }: Taken,
  filedOn: string,
  filedOnSource: FilingRecord["filedOnSource"],
): Loadable {
  return { filing: { ...filing, filedOn, filedOnSource }, sha256: stored.sha256, file, stored };
}

async function load(filings: Loadable[], context: IngestContext): Promise<void> {
  if (filings.length === 0) return;
  try {
    const result = await loadFilings(context.store, filings);
    context.count("new", result.new);
    context.count("unchanged", result.unchanged);
    context.count("amended", result.amended);
    for (const cik of result.companies) context.changed({ kind: "company", cik });
  } catch (error) {
    if (!isDataError(error)) throw error;
    await isolate(filings, error, context);
    return;
  }
  for (const { filing, file, stored } of filings)
    for (const { recordRef, reason, message } of filing.refused)
      await context.quarantineRecord(file, `${filing.accessionNumber} ${recordRef}`, reason, message, { stored });
}

/** PostgreSQL refused a value: halve until the filing that holds it stands alone, and go on without it. */
async function isolate(filings: Loadable[], error: Error, context: IngestContext): Promise<void> {
  const [only] = filings;
  if (only && filings.length === 1) {
    await context.quarantineFile(only.file, "not_storable", error.message, only.stored);
    return;
  }
  const half = Math.ceil(filings.length / 2);
  await load(filings.slice(0, half), context);
  await load(filings.slice(half), context);
}

/** SQLSTATE classes 22 (data exception), 23 (integrity constraint violation) and 54 (a value beyond a limit, as of an index). */
function isDataError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(2[23]|54)/.test(String(error.code));
}
