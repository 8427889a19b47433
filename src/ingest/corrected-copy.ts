// A corrected copy of a refused file. It is stored beside the original, with the user who attached it and the time, and
// is ingested in place of the original: under its name, document and options. The original is not changed.
import { extname } from "node:path";
import { AppError } from "../errors.ts";
import { reasonOf } from "../reason.ts";
import { findSource } from "../sources.ts";
import { writeAudit } from "../store/audit.ts";
import { changeLimits, inChange } from "../store/changes.ts";
import { hasPending } from "../store/pending.ts";
import { type Refusal, refusalsById } from "../store/refusals.ts";
import type { Store } from "../store/store.ts";
import { openIngestion } from "./ingestion.ts";
import { loadSource } from "./load-source.ts";
import { hasRaw, readRaw } from "./raw-store.ts";
import { findCopy, type RefusedFile, refusedFiles } from "./refused-file.ts";
import type { RetryReport } from "./retry.ts";

export interface CopySetup {
  /** the refusal */
  id: number;
  /** SHA-256 of the copy's bytes, which are in the raw store */
  sha256: string;
  /** file name of the copy as uploaded */
  fileName: string;
  actor: string;
  /** DISCLOSED_HOME */
  home: string;
  /** today in UTC, YYYY-MM-DD */
  today: string;
  derive: () => Promise<unknown>;
}

/**
 * Throws AppError when the file cannot be a copy of that refusal. A copy that is refused too is listed in the report.
 */
export async function attachCopy(store: Store, setup: CopySetup): Promise<RetryReport> {
  const [item] = (await refusalsById(store.prisma, [setup.id])) as [Refusal];
  const bytes = await checkedBytes(item, setup);
  const [file] = refusedFiles([item]) as [RefusedFile];
  const copyId = await noteCopy(store, item, bytes, setup);
  const { runId, records } = await takeCopy(store, file, setup);
  await store.prisma.quarantineCopy.update({ where: { id: copyId }, data: { runId } });
  if (await hasPending(store.pool, setup.today)) await setup.derive();
  return await judge(store, item, { runId, sha256: setup.sha256, records });
}

async function checkedBytes(item: Refusal, { sha256, fileName, home }: CopySetup): Promise<number> {
  const refuse = (message: string) => new AppError("bad_request", message);
  if (item.status === "resolved") throw refuse("This is resolved: the file went in");
  if (!(await hasRaw(home, sha256))) throw refuse("The copy's bytes are not here: upload it first");
  if (sha256 === item.sha256) throw refuse("The copy has the same bytes as the original");
  const [original, copy] = [extname(nameOf(item.fileName)), extname(fileName)].map((name) => name.toLowerCase());
  if (original !== copy) throw refuse(`The original is called *${original}, and so must its copy be`);
  return (await readRaw(home, sha256)).length;
}

/** File name without .gz: raw bytes of a gzipped file are stored unpacked. */
const nameOf = (fileName: string) => fileName.replace(/\.gz$/i, "");

async function noteCopy(store: Store, item: Refusal, bytes: number, { sha256, fileName, actor }: CopySetup) {
  return await inChange(store, changeLimits.person, async (db) => {
    const data = { quarantineId: item.id, sha256, fileName, bytes, attachedBy: actor };
    const { id } = await db.quarantineCopy.create({ data, select: { id: true } });
    const objectId = String(item.id);
    const after = { sha256, fileName, bytes };
    await writeAudit(db, { actor, action: "quarantine.attach", objectType: "quarantine", objectId, after });
    return id;
  });
}

async function takeCopy(store: Store, file: RefusedFile, { id, sha256, home, today }: CopySetup) {
  const name = findSource(file.source)?.name;
  if (!name) throw new AppError("bad_request", `there is no source ${file.source} any more`);
  const ingestion = await openIngestion(store, {
    source: await loadSource(name),
    options: file.options,
    arguments: { copyOf: file.fileName, refusal: String(id) },
    home,
    today,
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

/** When the copy is refused too, the original is open again. */
async function judge(
  store: Store,
  item: Refusal,
  { runId, sha256, records }: { runId: string; sha256: string; records: RetryReport["records"] },
): Promise<RetryReport> {
  const refused = await store.prisma.quarantineItem.findMany({
    where: { runId, sha256, status: { in: ["open", "ignored"] } },
    orderBy: { id: "asc" },
    select: { id: true, fileName: true, reason: true, message: true },
  });
  if (refused.length > 0)
    await store.prisma.quarantineItem.updateMany({
      where: { id: item.id, status: "resolved" },
      data: { status: item.status, resolvedAt: null },
    });
  const [after] = (await refusalsById(store.prisma, [item.id])) as [Refusal];
  const { new: added, unchanged, amended } = records;
  return {
    tried: 1,
    resolved: after.status === "resolved" ? [item.id] : [],
    refused,
    unavailable: [],
    records: { new: added, unchanged, amended },
  };
}
