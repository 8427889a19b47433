// The room on the disk of a folder, and when it is little. For `disclosed doctor`, the metrics and the overview.
import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";

const gigabyte = 1024 ** 3;

export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

/** The disk of a folder, or of the nearest existing one above it. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(await nearestExisting(folder));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** `critical`: PostgreSQL will soon have no room to write. */
export type DiskRoom = "enough" | "little" | "critical";

export function roomOf(freeBytes: number): DiskRoom {
  if (freeBytes < gigabyte) return "critical";
  return freeBytes < 5 * gigabyte ? "little" : "enough";
}

export async function nearestExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : await nearestExisting(dirname(path));
}
