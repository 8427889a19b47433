// The manifest of a backup, the last entry of its archive: its tables and raw files, and their digests.
import { z } from "zod";

export const manifestName = "manifest.json";

const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const manifestForm = z.object({
  format: z.literal(1),
  /** RFC 3339: the time of the one snapshot in which all tables were read */
  taken_at: z.string(),
  version: z.string(),
  data_version: z.string(),
  /** names of the migrations applied to the store */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int(), sha256: digest })),
  raw_files: z.number().int(),
  /** over the names and digests of the raw files, in the order of the archive */
  raw_sha256: digest,
});

export type Manifest = z.infer<typeof manifestForm>;
export type TableEntry = Manifest["tables"][number];

/** Why a command failed with a backup, in one line for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}

export const tableEntry = (name: string) => `tables/${name}.copy`;
