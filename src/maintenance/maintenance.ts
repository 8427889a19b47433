// Scheduled work for one machine only: the daily removal of expired data, and backups. Every process that could do it
// checks whether it is due; a lock in the database selects the one that does it.

import type { Pool } from "pg";
import { reasonOf } from "../lib/reason.ts";
import { isHeld, type SessionLock, trySessionLock, watcherLock } from "../store/connections/session-lock.ts";
import { openStore, type Store } from "../store/store.ts";

export interface Task {
  name: TaskName;
  /** when it is due; a time up to `record.now` is due */
  dueAt(record: TaskRecord): Date;
  /** `store` has no limit on statements and ends with the run; `now` is the database's clock. The signal aborts it. */
  run(store: Store, context: { now: Date; signal: AbortSignal }): Promise<Outcome>;
}

/** The result of a task, for the log. */
export type TaskReport = { task: TaskName; outcome: Outcome } | { task: TaskName; error: unknown };

/** The state of a task after the newest check. */
export interface TaskState {
  dueAt: Date;
  record: TaskRecord;
}

export interface Maintenance {
  states(): ReadonlyMap<TaskName, TaskState>;
  /** Checks once, and runs the due tasks. Never rejects. */
  check(): Promise<void>;
  /** Aborts the running task, and waits for its end. */
  close(): Promise<void>;
}

interface MaintenanceSetup {
  store: Pick<Store, "pool">;
  /** the same database without a pooler: session locks need that */
  directUrl: string;
  tasks: readonly Task[];
  report(result: TaskReport): void;
}

const everyMs = 60_000;
/** pause before a failed task is retried */
const retryMs = 15 * 60_000;

/** The lock of a task; a command that does the same work takes it too. */
export const lockOf = (task: TaskName) => `disclosed:maintenance:${task}`;

/** Checks immediately and then every minute, until it is closed. */
export function startMaintenance(setup: MaintenanceSetup): Maintenance {
  const closing = new AbortController();
  const states = new Map<TaskName, TaskState>();
  let checking: Promise<void> | undefined;
  const check = () => {
    checking ??= checkAll(setup, states, closing.signal).finally(() => {
      checking = undefined;
    });
    return checking;
  };
  const timer = setInterval(check, everyMs);
  void check();
  return {
    states: () => states,
    check,
    async close() {
      clearInterval(timer);
      closing.abort(new Error("this process is being stopped"));
      await checking;
    },
  };
}

async function checkAll(
  setup: MaintenanceSetup,
  states: Map<TaskName, TaskState>,
  closing: AbortSignal,
): Promise<void> {
  for (const task of setup.tasks) {
    if (closing.aborted) return;
    try {
      const isDone = isDueNow(await see(setup, task, states)) && (await doIt(setup, task, closing));
      if (isDone) await see(setup, task, states);
    } catch {
      // the database is unreachable, which is reported elsewhere; the next check is in a minute
    }
  }
}

async function see({ store }: MaintenanceSetup, task: Task, states: Map<TaskName, TaskState>): Promise<TaskState> {
  const record = await readRecord(store.pool, task.name);
  const state = { record, dueAt: task.dueAt(record) };
  states.set(task.name, state);
  return state;
}

function isDueNow({ record: { now, triedAt, succeededAt }, dueAt }: TaskState): boolean {
  const hasFailed = triedAt !== null && (succeededAt === null || triedAt > succeededAt);
  if (hasFailed && now.getTime() - triedAt.getTime() < retryMs) return false;
  return now >= dueAt;
}

/** Runs the task unless another process is running it. Returns false where another process has the lock. */
async function doIt(setup: MaintenanceSetup, task: Task, closing: AbortSignal): Promise<boolean> {
  const store = openStore({ databaseUrl: setup.directUrl, maxConnections: 2 });
  let lock: SessionLock | null = null;
  try {
    lock = await trySessionLock(store, lockOf(task.name));
    if (!lock) return false;
    const record = await readRecord(store.pool, task.name);
    // another process may have run it between the check and the lock
    if (!isDueNow({ record, dueAt: task.dueAt(record) })) return true;
    await noteAttempt(store.pool, task.name);
    await attempt(setup, task, { store, now: record.now, signal: AbortSignal.any([closing, lock.lost]) });
    return true;
  } finally {
    await lock?.release();
    await store.close();
  }
}

async function attempt(
  { report }: MaintenanceSetup,
  task: Task,
  { store, now, signal }: { store: Store; now: Date; signal: AbortSignal },
): Promise<void> {
  try {
    const outcome = await task.run(store, { now, signal });
    await noteSuccess(store.pool, task.name, outcome);
    report({ task: task.name, outcome });
  } catch (error) {
    report({ task: task.name, error });
    await noteFailure(store.pool, task.name, error);
  }
}

// The records of the tasks: one row per task, on the clock of the database, which is the same for all machines.
type TaskName = "prune" | "backup" | "exports";

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

interface Outcome {
  /** the file that was written */
  file?: string;
  removedRows?: number;
  bytes?: number;
}

/** Reads the record, and creates it at the first check. */
async function readRecord(pool: Pool, task: TaskName): Promise<TaskRecord> {
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
  if (!record) throw new Error(`the record of ${task} was removed while it was created`);
  return record;
}

async function noteAttempt(pool: Pool, task: TaskName): Promise<void> {
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

async function noteFailure(pool: Pool, task: TaskName, error: unknown): Promise<void> {
  await pool.query("UPDATE maintenance SET failures = failures + 1, error = $2 WHERE task = $1", [
    task,
    reasonOf(error).replaceAll("\0", "").slice(0, 1000),
  ]);
}
