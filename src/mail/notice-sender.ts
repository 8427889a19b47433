// Sends notices, in any number of processes: each claims one at a time by a lease, and a notice that could not be sent is
// tried again as a webhook is.
import type { Pool } from "pg";
import { AccountError } from "../accounts/accounts.ts";
import { addLimitNotices, type NoticeKind } from "../accounts/notices.ts";
import { retryDelaySeconds } from "../events/attempts.ts";
import type { Posted } from "../events/event-message.ts";
import { whenDue } from "../lib/async-work.ts";
import { eventsChannel, type Listener } from "../store/connections/listen.ts";
import type { Store } from "../store/store.ts";
import { rendered } from "./letter.ts";
import { letterOfNotice, type Notice } from "./notice-letters.ts";
import type { SmtpServer } from "./smtp.ts";

interface NoticeSetup {
  store: Store;
  listener: Pick<Listener, "on">;
  smtp: SmtpServer;
  /** base URL that callers see */
  publicUrl: string;
  /** called after each attempt */
  sent(kind: NoticeKind, posted: Posted): void;
  /** the database could not be reached, say; it is tried again */
  failed(error: unknown): void;
  limits?: { pollMs: number; usageMs: number } | undefined;
}

/** milliseconds between two reads of the notices, and of the usage of limits */
const defaults = { pollMs: 5_000, usageMs: 60_000 };
/** seconds for which a sender may work on a notice; more than a mail may take */
const leaseSeconds = 60;

interface ClaimedNotice extends Notice {
  /** failed attempts before this one */
  attempts: number;
}

/** Sends until it is closed; closing waits for the mail under way for no longer than its cancellation takes. */
export function startNotices(setup: NoticeSetup): { close(): Promise<void> } {
  const { store, listener, failed, limits = defaults } = setup;
  const closing = new AbortController();
  let usageReadAt = Number.NEGATIVE_INFINITY;
  const work = whenDue(async () => {
    try {
      if (performance.now() - usageReadAt >= limits.usageMs) {
        await addLimitNotices(store.pool);
        usageReadAt = performance.now();
      }
      while (!closing.signal.aborted && (await sendNext(setup, closing.signal))) {}
    } catch (error) {
      if (!closing.signal.aborted) failed(error);
    }
  });
  const wake = () => void work.wake();
  listener.on(eventsChannel, wake, wake);
  const timer = setInterval(wake, limits.pollMs);
  return {
    async close() {
      closing.abort(new Error("the sender is being stopped"));
      clearInterval(timer);
      await work.close();
    },
  };
}

/** False where nothing is due. */
async function sendNext({ store, smtp, publicUrl, sent }: NoticeSetup, signal: AbortSignal): Promise<boolean> {
  const notice = await claim(store.pool);
  if (!notice) return false;
  const addressed = await letterOfNotice(store, notice, publicUrl).catch((error: unknown) => {
    // the account is gone
    if (error instanceof AccountError) return null;
    throw error;
  });
  if (!addressed) {
    await end(store.pool, notice);
    return true;
  }
  const mail = { ...rendered(addressed.letter), to: addressed.to, id: `notice_${notice.id}` };
  const posted = await smtp.send(mail, signal);
  sent(notice.kind, posted);
  if (posted.error === null) await end(store.pool, notice);
  else await retryLater(store.pool, notice);
  return true;
}

async function claim(pool: Pool): Promise<ClaimedNotice | undefined> {
  const { rows } = await pool.query<ClaimedNotice>(
    `UPDATE notices SET attempt_at = clock_timestamp() + make_interval(secs => $1::float8)
     WHERE id = (
       SELECT id FROM notices
       WHERE ended_at IS NULL AND attempt_at <= clock_timestamp() AND expires_at > clock_timestamp()
       ORDER BY attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, kind, subject_id AS "subjectId", details, attempts`,
    [leaseSeconds],
  );
  return rows[0];
}

async function end(pool: Pool, { id }: Notice): Promise<void> {
  await pool.query("UPDATE notices SET ended_at = clock_timestamp() WHERE id = $1", [id]);
}

async function retryLater(pool: Pool, { id, attempts }: ClaimedNotice): Promise<void> {
  await pool.query(
    `UPDATE notices SET attempts = attempts + 1, attempt_at = clock_timestamp() + make_interval(secs => $2::float8)
     WHERE id = $1`,
    [id, retryDelaySeconds(attempts, Math.random())],
  );
}
