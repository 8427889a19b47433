// Backups on a schedule, in a folder of their own: each is written beside its name, read through and checked, and only then counted;
// the oldest go when a newer one is whole.
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "../store/store.ts";
import { backUp, syncFolder } from "./backup.ts";
import { BackupError } from "./manifest.ts";
import { checkBackup } from "./restore.ts";

const kept = /^disclosed-\d{8}T\d{6}Z\.tar\.gz$/;
/** what an attempt that was killed has left: the draft, and the folder in which it was written */
const draft = /^\.{1,2}draft-disclosed-\d{8}T\d{6}Z\.tar\.gz/;

export interface KeepingSetup {
  /** made where only its last part is missing */
  folder: string;
  /** how many backups stay, the new one among them */
  keep: number;
  home: string;
  version: string;
  /** names the file */
  now: Date;
  signal: AbortSignal;
}

/**
 * Writes `disclosed-YYYYMMDDTHHMMSSZ.tar.gz` and removes what is more than `keep`. The caller makes sure that no other process does
 * the same: no process uses a draft in the folder, so drafts are removed. Throws BackupError, or what the disk or the database throws; then
 * every older backup stays.
 */
export async function backUpAndKeep(store: Store, setup: KeepingSetup): Promise<{ file: string; bytes: number }> {
  const { folder, keep, home, version, now, signal } = setup;
  await makeFolder(folder);
  for (const name of await readdir(folder))
    if (draft.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  const name = `disclosed-${now.toISOString().replace(/\.\d+|[-:]/g, "")}.tar.gz`;
  const [written, file] = [join(folder, `.draft-${name}`), join(folder, name)];
  let bytes: number;
  try {
    ({ bytes } = await backUp(store, { file: written, home, version, say: () => {}, signal }));
    await checkBackup(written, signal);
    await rename(written, file);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
  await syncFolder(folder);
  const older = (await readdir(folder)).filter((other) => kept.test(other) && other !== name).sort();
  for (const old of older.slice(0, Math.max(0, older.length - (keep - 1))))
    await rm(join(folder, old), { force: true });
  return { file, bytes };
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "EEXIST") return;
    throw new BackupError(`BACKUP_DIR=${folder} cannot be made (${cause.code}): make it, or mount it`, { cause });
  });
}
