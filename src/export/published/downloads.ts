// Downloads for callers: files of the folder that the store lists, and the files that describe them, counted against an
// account's bytes per day.
import { createHash } from "node:crypto";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { exportPath } from "../../filters/exports.ts";
import type { DownloadFile, Downloads } from "../../ports/requests.ts";
import type { Store } from "../../store/store.ts";
import { descriptionPaths } from "./descriptions.ts";
import { positionsOf, type StoredFile } from "./files.ts";

/** bytes that are read and sent per chunk */
const chunk = 64 * 1024;

/** `folder` is EXPORTS_DIR; without it there are no files. */
export function createDownloads(
  { pool }: Pick<Store, "pool">,
  folder: string | undefined,
): Downloads & { statistics: { readonly bytesSent: number } } {
  const statistics = { bytesSent: 0 };
  return {
    statistics,
    noteSent(bytes) {
      statistics.bytesSent += bytes;
    },
    async find(path) {
      if (folder === undefined || !/^[a-z0-9.=/-]{1,200}$/.test(path)) return null;
      if (descriptionPaths.has(path)) return await description(folder, path);
      // the path is built from what the store has, never from the caller's text
      const { rows } = await pool.query<StoredFile & { bytes: number; sha256: string }>(
        `SELECT name, list, month, format, bytes::float8 AS bytes, sha256, replaced_at IS NULL AS "isCurrent"
         FROM published_exports WHERE name = $1`,
        [path.slice(path.lastIndexOf("/") + 1)],
      );
      const [file] = rows;
      if (!file || (path !== file.name && path !== exportPath(file))) return null;
      const { name, format, bytes, sha256 } = file;
      return { name, format, bytes, sha256, positions: positionsOf(folder, file) };
    },
    async open({ positions, bytes }, { start, end }) {
      try {
        const handle = await openFirst(positions);
        const { size } = await handle.stat();
        if (size !== bytes) {
          await handle.close();
          throw new Error(`${positions[0]} has ${size} bytes, not ${bytes}`);
        }
        return handle.createReadStream({ start, end, highWaterMark: chunk });
      } catch (cause) {
        throw new AppError("unavailable", undefined, { cause });
      }
    },
    async charge({ accountId }, bytes) {
      const { rows } = await pool.query<BytesOfDay>(take, [accountId, bytes]);
      const [row] = rows;
      if (!row) throw new Error(`there is no account ${accountId}`);
      const { max, used, day, resetAt } = row;
      const remaining = Math.max(0, max - (used ?? row.before ?? 0));
      const window = { limit: max, remaining, resetAt };
      if (used === null) return { allowed: false, window };
      const giveBack = async (unsent: number) => {
        await pool.query("UPDATE download_days SET bytes = bytes - $3 WHERE account_id = $1 AND day = $2", [
          accountId,
          day,
          unsent,
        ]);
      };
      return { allowed: true, window, giveBack };
    },
  };
}

/** Opens the file at the first of its positions where there is one: it may be moved at this moment. */
async function openFirst([position = "", ...further]: readonly string[]): Promise<FileHandle> {
  try {
    return await open(position, "r");
  } catch (error) {
    if (further.length === 0) throw error;
    return await openFirst(further);
  }
}

/** Null before the first files are described. */
async function description(folder: string, path: string): Promise<DownloadFile | null> {
  const position = join(folder, path);
  const content = await readFile(position).catch(() => null);
  if (!content) return null;
  const sha256 = createHash("sha256").update(content).digest("hex");
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { name, format: "json", bytes: content.length, sha256, positions: [position] };
}

interface BytesOfDay {
  max: number;
  /** bytes of the day including this request; null if they exceed the limit */
  used: number | null;
  /** bytes of the day before this request; null if there are none */
  before: number | null;
  day: string;
  resetAt: number;
}

const take = `
  WITH today AS (SELECT (now() AT TIME ZONE 'UTC')::date AS day), budget AS (
    SELECT a.id, p.bytes_per_day AS max FROM accounts a JOIN plans p ON p.id = a.plan_id WHERE a.id = $1::uuid
  ), counted AS (
    INSERT INTO download_days AS d (account_id, day, bytes)
    SELECT b.id, t.day, $2::bigint FROM budget b CROSS JOIN today t WHERE $2::bigint <= b.max
    ON CONFLICT (account_id, day) DO UPDATE SET bytes = d.bytes + excluded.bytes
      WHERE d.bytes + excluded.bytes <= (SELECT max FROM budget)
    RETURNING bytes
  )
  SELECT b.max::float8 AS max, (SELECT bytes FROM counted)::float8 AS used, t.day::text AS day,
    (SELECT d.bytes FROM download_days d WHERE d.account_id = b.id AND d.day = t.day)::float8 AS before,
    extract(epoch FROM (t.day + 1)::timestamp AT TIME ZONE 'UTC')::float8 AS "resetAt"
  FROM budget b CROSS JOIN today t`;
