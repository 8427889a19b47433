// A corrected copy of a refused file. It is stored beside the original, with the user who attached it and the time, and
// is ingested instead of the original: under its name, document and options. The original is not changed. A copy of
// another document is refused: it would resolve the refusal, and the refused document would be stored nowhere.
import { basename, extname } from "node:path";
import { AppError } from "../../errors.ts";
import { reasonOf } from "../../lib/reason.ts";
import { findSource } from "../../sources/sources.ts";
import { writeAudit } from "../../store/audit.ts";
import { type Refusal, refusalsById } from "../../store/refusals.ts";
import type { Store } from "../../store/store.ts";
import { changeLimits, hasPending, inChange } from "../../store/transaction.ts";
import { loadSource } from "../load-source.ts";
import { openIngestion } from "../run/ingestion.ts";
import { hasRaw, readRaw } from "../run/raw-store.ts";
import type { DocumentInFile, Source } from "../source.ts";
import { findCopy, type RefusedFile, type RetryReport, refusedFiles } from "./retry.ts";

/** A copy and the refusal that it is for. */
export interface CopyOf {
  /** the refusal */
  id: number;
  /** SHA-256 of the copy's bytes, which are in the raw store */
  sha256: string;
  /** file name of the copy as uploaded */
  fileName: string;
  /** DISCLOSED_HOME */
  home: string;
}

export interface CopySetup extends CopyOf {
  actor: string;
  /** today in UTC, YYYY-MM-DD */
  today: string;
  derive: () => Promise<unknown>;
}

/** What attaching a copy would do. */
export interface CopyPreview {
  /** e.g. `Attach corrected.txt (accession 0001234567-24-000001, Form 4, filed 2024-03-06) to 0001234567-24-000001?` */
  question: string;
  /** the documents in the copy, as it names them itself */
  documents: DocumentInFile[];
  /** the publisher's name of the refused document; null if it is not known */
  refusedDocument: string | null;
  /** why the copy cannot be attached; null if it can */
  problem: string | null;
}

/** Reads the copy and compares it with the refusal. Nothing is stored. Throws AppError for an unknown refusal. */
export async function previewCopy(store: Store, copy: CopyOf): Promise<CopyPreview> {
  const [item] = (await refusalsById(store.prisma, [copy.id])) as [Refusal];
  const source = await sourceOf(item);
  const unusable = await problemOfBytes(item, copy);
  const documents = unusable ? [] : ((await source.documentsIn?.(await readRaw(copy.home, copy.sha256), store)) ?? []);
  const refusedDocument = await documentOf(item, source, store, copy.home);
  const about = documents.map((document) => document.about).join("; ") || "it names no document that can be read";
  return {
    question: `Attach ${copy.fileName} (${about}) to ${refusedDocument ?? basename(item.fileName)}?`,
    documents,
    refusedDocument,
    problem: unusable ?? problemOfDocuments(documents, refusedDocument),
  };
}

/**
 * Throws AppError when the file cannot be a copy of that refusal. A copy that is refused too is listed in the report.
 */
export async function attachCopy(store: Store, setup: CopySetup): Promise<RetryReport> {
  const preview = await previewCopy(store, setup);
  if (preview.problem !== null) throw new AppError("bad_request", preview.problem);
  const [item] = (await refusalsById(store.prisma, [setup.id])) as [Refusal];
  const [file] = refusedFiles([item]) as [RefusedFile];
  const copyId = await noteCopy(store, item, setup);
  const { runId, records } = await takeCopy(store, { item, file, preview }, setup);
  const report = await judge(store, item, { runId, sha256: setup.sha256, records });
  await noteResult(store, { copyId, runId, result: report.resolved.length > 0 ? "stored" : "refused" }, setup);
  if (await hasPending(store.pool, setup.today)) await setup.derive();
  return report;
}

async function sourceOf(item: Refusal): Promise<Source> {
  const name = findSource(item.source)?.name;
  if (!name) throw new AppError("bad_request", `the source ${item.source} no longer exists`);
  return await loadSource(name);
}

async function problemOfBytes(item: Refusal, { sha256, fileName, home }: CopyOf): Promise<string | null> {
  if (item.status === "resolved") return "This is resolved: the file was stored";
  if (!(await hasRaw(home, sha256))) return "The copy has not been uploaded: upload it first";
  if (sha256 === item.sha256) return "The copy has the same bytes as the original";
  const [original, copy] = [extname(nameOf(item.fileName)), extname(fileName)].map((name) => name.toLowerCase());
  return original === copy ? null : `The copy must be named like the original: *${original}`;
}

function problemOfDocuments(documents: DocumentInFile[], refusedDocument: string | null): string | null {
  const stated = documents.flatMap(({ documentId }) => documentId ?? []);
  if (refusedDocument === null || stated.length === 0 || stated.includes(refusedDocument)) return null;
  return `The copy is of another document: it holds ${stated.join(", ")}, and the refused one is ${refusedDocument}`;
}

/** The publisher's name of the refused document: as stored, else as its bytes or its path state it. */
async function documentOf(item: Refusal, source: Source, store: Store, home: string): Promise<string | null> {
  if (item.documentId !== null) return item.documentId;
  const bytes = item.sha256 && (await hasRaw(home, item.sha256)) ? await readRaw(home, item.sha256) : null;
  const [only, ...others] = (bytes && (await source.documentsIn?.(bytes, store))) ?? [];
  const stated = others.length === 0 ? only?.documentId : null;
  return stated ?? source.documentIdIn?.(item.fileName) ?? null;
}

/** File name without .gz: raw bytes of a gzipped file are stored unpacked. */
const nameOf = (fileName: string) => fileName.replace(/\.gz$/i, "");

async function noteCopy(store: Store, item: Refusal, { sha256, fileName, actor, home }: CopySetup) {
  const bytes = (await readRaw(home, sha256)).length;
  const data = { quarantineId: item.id, sha256, fileName, bytes, attachedBy: actor };
  return (await store.prisma.quarantineCopy.create({ data, select: { id: true } })).id;
}

/** The run of the copy, and the act with its result in the audit log. */
async function noteResult(
  store: Store,
  { copyId, runId, result }: { copyId: number; runId: string; result: "stored" | "refused" },
  { id, actor }: CopySetup,
) {
  await inChange(store, changeLimits.person, async (db) => {
    const { sha256, fileName, bytes } = await db.quarantineCopy.update({ where: { id: copyId }, data: { runId } });
    const after = { sha256, fileName, bytes, result };
    const of = { objectType: "quarantine", objectId: String(id) } as const;
    await writeAudit(db, { actor, action: "quarantine.attach", ...of, after });
  });
}

/** Ingests the copy. Of the refusals of the original file it resolves those of the documents that the copy holds. */
async function takeCopy(
  store: Store,
  { item, file, preview }: { item: Refusal; file: RefusedFile; preview: CopyPreview },
  { id, sha256, home, today }: CopySetup,
) {
  const ingestion = await openIngestion(store, {
    source: await sourceOf(item),
    options: file.options,
    arguments: { copyOf: file.fileName, refusal: String(id) },
    home,
    today,
    resolves: await refusalsOf(store, item, preview),
  });
  try {
    await ingestion.take(await findCopy(file, sha256, store, home));
    await ingestion.settle();
    const { records } = await ingestion.complete();
    return { runId: ingestion.record.id, records };
  } catch (error) {
    await ingestion.abandon("failed", reasonOf(error));
    throw error;
  }
}

/** The refusal, those of the same file that name no document, and those of the copy's documents in whatever file. */
async function refusalsOf(
  store: Store,
  { id, source, fileName }: Refusal,
  { documents }: CopyPreview,
): Promise<number[]> {
  const held = documents.flatMap(({ documentId }) => documentId ?? []);
  const others = await store.prisma.quarantineItem.findMany({
    where: { source, OR: [{ fileName, documentId: null }, { documentId: { in: held } }] },
    select: { id: true },
  });
  return [...new Set([id, ...others.map((other) => other.id)])];
}

/** When the copy is refused too, the original is open again. */
async function judge(
  store: Store,
  item: Refusal,
  { runId, sha256, records }: { runId: string; sha256: string; records: RetryReport["records"] },
): Promise<RetryReport> {
  const refused = await store.prisma.quarantineItem.findMany({
    where: { runId, sha256, status: { in: ["open", "ignored"] } },
    orderBy: { id: "asc" },
    select: { id: true, fileName: true, reason: true, message: true, documentId: true },
  });
  const isOther = (documentId: string | null) =>
    documentId !== null && item.documentId !== null && documentId !== item.documentId;
  if (refused.some(({ documentId }) => !isOther(documentId)))
    await store.prisma.quarantineItem.updateMany({
      where: { id: item.id, status: "resolved" },
      data: { status: item.status, resolvedAt: null },
    });
  const [after] = (await refusalsById(store.prisma, [item.id])) as [Refusal];
  const { new: added, unchanged, amended } = records;
  return {
    tried: 1,
    resolved: after.status === "resolved" ? [item.id] : [],
    refused: refused.map(({ documentId: _, ...one }) => one),
    unavailable: [],
    records: { new: added, unchanged, amended },
  };
}
