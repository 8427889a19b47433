// The source `form345`: full submissions and bare ownership documents of Forms 3, 4 and 5, EDGAR's indexes for the
// filing dates of bare ones, and the tables of the SEC's quarterly data sets.
import { isIndexName } from "../edgar/index-file.ts";
import {
  asDocument,
  type DocumentInFile,
  type IngestContext,
  type InputFile,
  type Source,
  type SourceRun,
  type StoredFile,
  withoutBytes,
} from "../source.ts";
import { DataSets } from "./data-set/data-sets.ts";
import { tableOf } from "./data-set/tables.ts";
import { acquireIndex, listedDays, recordUnopened } from "./fetch/index-listing.ts";
import { form345 } from "./index.ts";
import { type Loadable, loadRead } from "./load/load-batches.ts";
import { type ParsedFile, type ParsedFiling, parseFile, type Refusal } from "./read/parse.ts";
import type { FilingRecord } from "./read/record.ts";

// A filing that was read from a file, with its accession number and the file.

/** A filing and its file. */
interface ReadFiling {
  filing: ParsedFiling & { accessionNumber: string };
  file: InputFile;
  stored: StoredFile;
}

/** The file with its accession number: from the header, else from its listing, else from its path. */
function named(file: InputFile, accessionNumber: string | null): InputFile {
  return asDocument(file, accessionNumber, file.documentId, accessionInPath(file.path));
}

/** The last accession number in a path, or null. */
function accessionInPath(path: string): string | null {
  const dashed = path.match(/(?<!\d)\d{10}-\d{2}-\d{6}(?!\d)/g)?.at(-1);
  if (dashed) return dashed;
  const digits = path.match(/(?<!\d)\d{18}(?!\d)/g)?.at(-1);
  return digits ? `${digits.slice(0, 10)}-${digits.slice(10, 12)}-${digits.slice(12)}` : null;
}

/** The filing with its filing date and the source of that date. */
function complete(
  { filing, file, stored }: ReadFiling,
  filedOn: string,
  filedOnSource: FilingRecord["filedOnSource"],
): Loadable {
  return { filing: { ...filing, filedOn, filedOnSource }, sha256: stored.sha256, file, stored };
}

// Bare documents do not contain their filing date: they are loaded after all indexes of the run are stored.

/** A stored file with bare documents. Neither its bytes nor its content are retained in memory. */
type UndatedFile = Omit<ReadFiling, "filing">;

const filesPerBatch = 500;

/** Dates and loads the bare documents of these files, which are read again in batches. */
async function loadUndated(files: UndatedFile[], context: IngestContext): Promise<void> {
  for (let from = 0; from < files.length; from += filesPerBatch)
    await loadBatch(files.slice(from, from + filesPerBatch), context);
}

async function loadBatch(files: UndatedFile[], context: IngestContext): Promise<void> {
  const filings: ReadFiling[] = [];
  for (const { file, stored } of files)
    for (const filing of parseFile(await context.readStored(stored)).filings) {
      const accessionNumber = filing.accessionNumber ?? file.documentId;
      if (filing.filedOn === null && accessionNumber)
        filings.push({ filing: { ...filing, accessionNumber }, file: named(file, filing.accessionNumber), stored });
    }
  const listed = await listedDays(
    context.store,
    filings.map(({ filing }) => filing.accessionNumber),
  );
  await loadRead((await Promise.all(filings.map((one) => dateFiling(one, listed, context)))).flat(), context);
}

/**
 * The filing date of a bare document: the day on which an index lists it, else `--filed`. The date of signature is not
 * a filing date.
 */
async function dateFiling(one: ReadFiling, listed: Map<string, string>, context: IngestContext): Promise<Loadable[]> {
  const indexed = one.file.listedOn ?? listed.get(one.filing.accessionNumber);
  if (indexed) return [complete(one, indexed, "index")];
  if (context.options.filed) return [complete(one, context.options.filed, "option")];
  const message =
    "a bare document does not say when it was filed: give the EDGAR index that lists it too, or --filed DATE";
  await context.quarantineFile(one.file, "no_filing_date", message, one.stored);
  return [];
}

/** Maximum bytes of data set tables on disk before they are loaded: about forty quarters. */
const waitingBytes = 6 * 1024 ** 3;

/** the publisher's extensions, or an accession number alone */
const documentName = /\.(txt|xml|nc|sgml)$|^\d{10}-\d{2}-\d{6}$/i;

const source: Source = {
  name: form345.name,
  accepts: ({ name }) =>
    isIndexName(name) ||
    tableOf(name) !== null ||
    (documentName.test(name) && !/^(readme|licen[cs]e|notice)\b/i.test(name)),
  isTable: ({ name }) => isIndexName(name) || tableOf(name) !== null,
  documentIdIn: accessionInPath,
  documentsIn: async (bytes) => documentsOf(parseFile(bytes)),
  open: (context) => new FormsRun(context),
};

export default source;

/** The state of a run: bare documents, which wait until all indexes have been read, and tables of data sets. */
class FormsRun implements SourceRun {
  readonly #waiting: UndatedFile[] = [];
  readonly #dataSets = new DataSets();

  constructor(private readonly context: IngestContext) {}

  async take(files: InputFile[]): Promise<void> {
    const { context } = this;
    // tables are large: read sequentially
    for (const file of files) if (tableOf(file.name)) await this.#dataSets.take(file, context);
    const documents = files.filter((file) => tableOf(file.name) === null);
    const filings = (await Promise.all(documents.map((file) => loadFile(file, context)))).flat();
    await loadRead(
      filings.flatMap((one) => {
        if (one.filing.filedOn !== null) return [complete(one, one.filing.filedOn, "header")];
        if (this.#waiting.at(-1)?.stored !== one.stored) this.#waiting.push({ file: one.file, stored: one.stored });
        return [];
      }),
      context,
    );
    // otherwise all quarters are loaded together at the end; into an empty store, in bulk
    if (this.#dataSets.waiting > waitingBytes) await this.#dataSets.loadComplete(context);
  }

  async refused(file: InputFile, message: string): Promise<void> {
    if (isIndexName(file.name)) await recordUnopened(file, message, this.context);
  }

  async finish(): Promise<void> {
    await loadUndated(this.#waiting, this.context);
    await this.#dataSets.loadComplete(this.context);
    await this.#dataSets.refuseIncomplete(this.context);
  }
}

async function loadFile(file: InputFile, context: IngestContext): Promise<ReadFiling[]> {
  const bytes = await file.read();
  if (isIndexName(file.name)) {
    await acquireIndex(file, bytes, context);
    return [];
  }
  const { filings, refusals } = parseFile(bytes);
  const [first] = refusals;
  // each filing of a file without a readable one has a refusal of its own
  if (filings.length === 0 && refusals.length < 2) {
    if (first) await context.quarantineFile(named(file, first.accessionNumber), first.reason, first.message);
    return [];
  }
  const stored = await context.keep(file, bytes);
  // release the file's bytes for the rest of the run
  const withoutContent = withoutBytes(named(file, null));
  await refuseParts(refusals, withoutContent, stored, context);
  const withNumbers = await Promise.all(
    filings.map((filing) => nameFiling({ filing, file: withoutContent, stored }, context)),
  );
  return withNumbers.flat();
}

function documentsOf({ filings, refusals }: ParsedFile): DocumentInFile[] {
  const about = (accession: string | null, more: string) => (accession ? `accession ${accession}, ${more}` : more);
  return [
    ...filings.map(({ accessionNumber, formType, filedOn }) => ({
      documentId: accessionNumber,
      about: about(accessionNumber, `Form ${formType}, ${filedOn ? `filed ${filedOn}` : "without a filing date"}`),
    })),
    ...refusals.flatMap(({ accessionNumber, message }) =>
      accessionNumber ? [{ documentId: accessionNumber, about: about(accessionNumber, `refused: ${message}`) }] : [],
    ),
  ];
}

async function refuseParts(refusals: Refusal[], file: InputFile, stored: StoredFile, context: IngestContext) {
  for (const [position, { reason, message, accessionNumber }] of refusals.entries())
    await context.quarantineRecord(
      named(file, accessionNumber),
      accessionNumber ?? `part ${position}`,
      reason,
      message,
      {
        stored,
      },
    );
}

/** Finds the accession number: in the document as EDGAR writes it, or as 18 digits in a folder name of the archives. */
async function nameFiling(
  { filing, file, stored }: { filing: ParsedFiling; file: InputFile; stored: StoredFile },
  context: IngestContext,
): Promise<ReadFiling[]> {
  const identified = named(file, filing.accessionNumber);
  if (identified.documentId)
    return [{ filing: { ...filing, accessionNumber: identified.documentId }, file: identified, stored }];
  const message =
    "a bare document names no accession number, and neither does its path (0001234567-23-000001 or 18 digits)";
  await context.quarantineFile(file, "no_accession", message, stored);
  return [];
}
