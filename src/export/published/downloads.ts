// Downloads for callers: files of the folder that the store lists by name, counted against an account's bytes per day.
import { open } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import type { DownloadFile, Downloads } from "../../ports/requests.ts";
import type { Store } from "../../store/store.ts";

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
    async find(name) {
      if (folder === undefined || !/^[a-z0-9.-]{1,100}$/.test(name)) return null;
      // the path is built from a name in the store, never from the caller's text
      const { rows } = await pool.query<DownloadFile>(
        "SELECT name, format, bytes::float8 AS bytes, sha256 FROM published_exports WHERE name = $1",
        [name],
      );
      return rows[0] ?? null;
    },
    async open({ name, bytes }, { start, end }) {
      if (folder === undefined) throw new AppError("unavailable");
      try {
        const handle = await open(join(folder, name), "r");
        const { size } = await handle.stat();
        if (size !== bytes) {
          await handle.close();
          throw new Error(`${name} has ${size} bytes and not ${bytes}`);
        }
        return handle.createReadStream({ start, end, highWaterMark: chunk });
      } catch (cause) {
        throw new AppError("unavailable", undefined, { cause });
      }
    },
    async charge({ accountId }, bytes) {
      const { rows } = await pool.query<Taken>(take, [accountId, bytes]);
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

interface Taken {
  max: number;
  /** bytes of the day including this request; null where they exceed the budget */
  used: number | null;
  /** bytes of the day before this request; null where there are none */
  before: number | null;
  day: string;
  resetAt: number;
}

const take = `
  WITH today AS (SELECT (now() AT TIME ZONE 'UTC')::date AS day), budget AS (
    SELECT a.id, p.bytes_per_day AS max FROM accounts a JOIN plans p ON p.id = a.plan_id WHERE a.id = $1::uuid
  ), taken AS (
    INSERT INTO download_days AS d (account_id, day, bytes)
    SELECT b.id, t.day, $2::bigint FROM budget b CROSS JOIN today t WHERE $2::bigint <= b.max
    ON CONFLICT (account_id, day) DO UPDATE SET bytes = d.bytes + excluded.bytes
      WHERE d.bytes + excluded.bytes <= (SELECT max FROM budget)
    RETURNING bytes
  )
  SELECT b.max::float8 AS max, (SELECT bytes FROM taken)::float8 AS used, t.day::text AS day,
    (SELECT d.bytes FROM download_days d WHERE d.account_id = b.id AND d.day = t.day)::float8 AS before,
    extract(epoch FROM (t.day + 1)::timestamp AT TIME ZONE 'UTC')::float8 AS "resetAt"
  FROM budget b CROSS JOIN today t`;
