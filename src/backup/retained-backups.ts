// Scheduled backups, in a separate folder: each is written under a draft name, checked, and then renamed. The oldest
// ones are removed after a newer one is complete.
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "../store/store.ts";
import { backUp, syncFolder } from "./backup.ts";
import { BackupError } from "./manifest.ts";
import { checkBackup } from "./restore.ts";

const backupName = /^disclosed-\d{8}T\d{6}Z\.tar\.gz$/;
/** left by an attempt that was killed: the draft, and the folder in which it was written */
const draft = /^\.{1,2}draft-disclosed-\d{8}T\d{6}Z\.tar\.gz/;

export interface KeepingSetup {
  /** created if only its last part is missing */
  folder: string;
  /** how many backups to retain, including the new one */
  keep: number;
  home: string;
  version: string;
  /** names the file */
  now: Date;
  signal: AbortSignal;
}

/**
 * Writes `disclosed-YYYYMMDDTHHMMSSZ.tar.gz` and removes the oldest backups, so that `keep` remain. The caller makes
 * sure that no other process does the same, so existing drafts are unused and are removed. Throws BackupError, or a
 * disk or database error; then all older backups stay.
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
  const older = (await readdir(folder)).filter((other) => backupName.test(other) && other !== name).sort();
  for (const old of older.slice(0, Math.max(0, older.length - (keep - 1))))
    await rm(join(folder, old), { force: true });
  return { file, bytes };
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "EEXIST") return;
    throw new BackupError(`BACKUP_DIR=${folder} cannot be created (${cause.code}): create it, or mount it`, { cause });
  });
}
