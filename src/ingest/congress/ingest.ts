// Ingestion of report files, the same for both chambers: store the raw bytes, parse, load in groups, count, and
// quarantine with a reason.
import { ReadFailed } from "../isolated/isolated.ts";
import { loadMemberDirectory } from "../legislators/member-directory.ts";
import { asDocument, type DocumentInFile, type IngestContext, type InputFile, type StoredFile } from "../source.ts";
import { loadReports, type ReportOutcome } from "./load.ts";
import { lacksId, type Parsed, reportId } from "./record.ts";

/** The report in a file, if the file states its id (Source.documentsIn). `parse` must not know the file's name. */
export async function reportsIn(parse: () => Parsed | Promise<Parsed>): Promise<DocumentInFile[]> {
  const parsed = await parseOrRefuse(parse);
  if (parsed.kind === "refused") return [];
  const { docId, filedOn, title, filer } = parsed.report;
  const when = filedOn ? `filed ${filedOn}` : "without a filing date";
  const about = [title ?? "Periodic Transaction Report", filer.asFiled, when].filter(Boolean).join(", ");
  return lacksId(docId) ? [{ documentId: null, about }] : [{ documentId: docId, about: `report ${docId}, ${about}` }];
}

interface Waiting {
  file: InputFile;
  stored: StoredFile;
  parsed: Exclude<Parsed, { kind: "refused" }>;
}

/** number of reports that are loaded in one transaction */
const groupSize = 200;

/** Ingests report files. `parse` turns one file's bytes into a record or a reason. */
export async function ingestReports(
  files: InputFile[],
  context: IngestContext,
  parse: (bytes: Buffer, file: InputFile) => Parsed | Promise<Parsed>,
): Promise<void> {
  if (files.length === 0) return;
  const directory = await loadMemberDirectory(context.store);
  const anyMembers = (await context.store.prisma.politician.findFirst({ select: { bioguideId: true } })) !== null;
  const judgedBy = directory.fingerprint();
  for (let start = 0; start < files.length; start += groupSize) {
    const group = await parseGroup(files.slice(start, start + groupSize), context, parse);
    const entries = group.map(({ parsed, stored }) => ({ report: parsed.report, sha256: stored.sha256 }));
    const outcomes = await loadReports(context.store, entries, { directory });
    for (const [index, item] of group.entries()) {
      await settle(context, item, outcomes[index] as ReportOutcome, { anyMembers, judgedBy });
    }
  }
}

/** Stores and parses a group of files. Files without a report are refused immediately. */
async function parseGroup(
  files: InputFile[],
  context: IngestContext,
  parse: (bytes: Buffer, file: InputFile) => Parsed | Promise<Parsed>,
): Promise<Waiting[]> {
  const storedFiles = await Promise.all(
    files.map(async (file) => {
      const bytes = await file.read();
      return { file, bytes, stored: await context.keep(file, bytes) };
    }),
  );
  const group: Waiting[] = [];
  for (const { file, bytes, stored } of storedFiles) {
    const parsed = await parseOrRefuse(() => parse(bytes, file));
    if (parsed.kind === "refused") await context.quarantineFile(file, parsed.reason, parsed.message, stored);
    else group.push({ file, stored, parsed });
  }
  return group;
}

/** A file that exceeds the parser's limits is refused like a file without a report. */
async function parseOrRefuse(parse: () => Parsed | Promise<Parsed>): Promise<Parsed> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return { kind: "refused", reason: error.reason, message: error.message };
  }
}

/** Reports the outcome of a report to the runner. */
async function settle(
  context: IngestContext,
  { file: inputFile, stored, parsed }: Waiting,
  outcome: ReportOutcome,
  { anyMembers, judgedBy }: { anyMembers: boolean; judgedBy: string },
): Promise<void> {
  const file = asDocument(inputFile, parsed.report.docId);
  if (parsed.kind === "unreadable") {
    await context.quarantineFile(file, parsed.reason, parsed.message, stored);
    return;
  }
  for (const { rowIndex, reason, message, position } of parsed.refusedRows) {
    await context.quarantineRecord(file, `row ${rowIndex + 1}`, reason, message, { stored, position });
  }
  const records = parsed.report.transactions.length;
  if (!outcome.unmatched) context.count(outcome);
  else if (records > 0) {
    const { message, candidates } = outcome.unmatched;
    const [reason, words] = anyMembers
      ? ["member_unmatched", message]
      : ["no_members", "No members are known yet: ingest legislators first, then run this again"];
    const detail = { filer: parsed.report.filer, candidates, judgedBy };
    await context.quarantineRecord(file, reportId(parsed.report), reason, words, { stored, detail, records });
  }
}
