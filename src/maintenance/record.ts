// The records of scheduled tasks that only one process runs: one row per task, on the clock of the database, which is
// the same for all machines.
import type { Pool } from "pg";
import { reasonOf } from "../lib/reason.ts";
import { isHeld, watcherLock } from "../store/connections/session-lock.ts";

export type TaskName = "prune" | "backup" | "exports";

export interface TaskRecord {
  /** when a process first checked whether the task is due */
  knownSince: Date;
  /** the newest attempt, whether or not it succeeded; null before the first */
  triedAt: Date | null;
  /** the end of the newest attempt that succeeded; null before the first */
  succeededAt: Date | null;
  failures: number;
  /** rows that all attempts together removed */
  removedRows: number;
  /** size of the file that the newest successful attempt wrote; null where the task writes none */
  bytes: number | null;
  /** the database's clock */
  now: Date;
  /** whether a process of `disclosed sync --watch` is running */
  isWatched: boolean;
}

export interface Outcome {
  /** the file that was written */
  file?: string;
  removedRows?: number;
  bytes?: number;
}

/** Reads the record, and creates it at the first check. */
export async function readRecord(pool: Pool, task: TaskName): Promise<TaskRecord> {
  const read = () =>
    pool.query<TaskRecord>(
      `SELECT known_since AS "knownSince", tried_at AS "triedAt", succeeded_at AS "succeededAt", failures,
         removed_rows::float8 AS "removedRows", bytes::float8 AS bytes, clock_timestamp() AS now,
         ${isHeld(`'${watcherLock}'`)} AS "isWatched"
       FROM maintenance WHERE task = $1`,
      [task],
    );
  let [record] = (await read()).rows;
  if (!record) {
    await pool.query("INSERT INTO maintenance (task) VALUES ($1) ON CONFLICT DO NOTHING", [task]);
    [record] = (await read()).rows;
  }
  if (!record) throw new Error(`the record of ${task} was removed while it was made`);
  return record;
}

export async function noteAttempt(pool: Pool, task: TaskName): Promise<void> {
  await pool.query("UPDATE maintenance SET tried_at = clock_timestamp() WHERE task = $1", [task]);
}

/** Records a success of a process or of an operator's command. */
export async function noteSuccess(pool: Pool, task: TaskName, { removedRows = 0, bytes }: Outcome): Promise<void> {
  await pool.query(
    `INSERT INTO maintenance AS m (task, succeeded_at, removed_rows, bytes) VALUES ($1, clock_timestamp(), $2, $3)
     ON CONFLICT (task) DO UPDATE SET succeeded_at = excluded.succeeded_at,
       removed_rows = m.removed_rows + excluded.removed_rows, bytes = excluded.bytes, error = NULL`,
    [task, removedRows, bytes ?? null],
  );
}

export async function noteFailure(pool: Pool, task: TaskName, error: unknown): Promise<void> {
  await pool.query("UPDATE maintenance SET failures = failures + 1, error = $2 WHERE task = $1", [
    task,
    reasonOf(error).replaceAll("\0", "").slice(0, 1000),
  ]);
}
