// Mail of the service itself: what is to be said to whom is stored here in the change that is its reason, and sent by
// src/mail. A notice is unique by kind, subject and key, so that nothing is said twice.
import type { Pool } from "pg";
import { nearLimitPercent } from "../domain/account-limits.ts";
import { eventsChannel } from "../store/connections/listen.ts";
import type { Db, Prisma } from "../store/store.ts";

/**
 * What it is about: an account (`limit`), a subscription (`webhook_paused`, `mail_confirm`) or a user (`email_verify`; for
 * `password_reset` also an account without one).
 */
export type NoticeKind = "limit" | "webhook_paused" | "mail_confirm" | "email_verify" | "password_reset";

interface NewNotice {
  kind: NoticeKind;
  subjectId: string;
  key: string;
  /** hours after which it is not sent any more */
  hours: number;
  details?: Prisma.InputJsonObject;
}

/** Stores a notice, unless it exists, and wakes the senders. */
export async function addNotice(db: Db, { hours, ...notice }: NewNotice): Promise<void> {
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  await db.notice.createMany({ data: [{ ...notice, expiresAt }], skipDuplicates: true });
  await db.$queryRaw`SELECT 1 FROM pg_notify(${eventsChannel}, '')`;
}

const minute = 60_000;

/** The key of something that may be said once in so many minutes. */
export const onceIn = (minutes: number): string => String(Math.floor(Date.now() / (minutes * minute)));

/** One statement, whether the e-mail is known or not. */
const reset = `
  WITH stored AS (
    INSERT INTO notices (id, kind, subject_id, key, details, expires_at)
    SELECT gen_random_uuid(), 'password_reset', coalesce(u.id, a.id), $2, jsonb_build_object('email', e.email),
      now() + interval '1 hour'
    FROM (SELECT $1::text AS email) e LEFT JOIN users u USING (email) LEFT JOIN accounts a USING (email)
    WHERE u.id IS NOT NULL OR a.id IS NOT NULL
    ON CONFLICT DO NOTHING
  ) SELECT pg_notify('${eventsChannel}', '')`;

/** Stores a notice with a link that sets a password, if the e-mail is known; at most one in ten minutes. */
export async function addPasswordReset(pool: Pool, email: string): Promise<void> {
  await pool.query(reset, [email, onceIn(10)]);
}

/**
 * Notices of accounts that have used 80 or 100 % of a limit of the day or month, one for each window and threshold. Read
 * from the stored counts, which follow those of Redis by a second. Only a verified address gets any.
 */
const limits = `
  INSERT INTO notices (id, kind, subject_id, key, details, expires_at)
  SELECT gen_random_uuid(), 'limit', a.id, format('%s %s %s', w.name, extract(epoch FROM w.begins), t.percent),
    jsonb_build_object('window', w.name, 'percent', t.percent, 'used', w.used, 'limit', w.allowed,
      'resetsAt', to_char(w.ends AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')),
    w.ends
  FROM quota_windows q JOIN accounts a ON a.id = q.account_id AND a.status = 'active' JOIN plans p ON p.id = a.plan_id,
    LATERAL (VALUES
      ('day', q.day_start, q.day_start + interval '1 day', q.day_used, p.per_day),
      ('month', q.month_start, (date_trunc('month', q.month_start AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC',
        q.month_used, p.per_month)
    ) AS w (name, begins, ends, used, allowed),
    (VALUES (${nearLimitPercent}), (100)) AS t (percent)
  WHERE w.ends > now() AND w.allowed > 0 AND w.used::bigint * 100 >= w.allowed::bigint * t.percent
    -- who has reached the limit is told that alone
    AND (t.percent = 100 OR w.used < w.allowed)
    AND EXISTS (SELECT FROM users u WHERE u.account_id = a.id AND u.email = a.email AND u.email_verified)
  ON CONFLICT DO NOTHING`;

/** Stores the notices of limits that are due. Returns how many are new. */
export async function addLimitNotices(pool: Pool): Promise<number> {
  return (await pool.query(limits)).rowCount ?? 0;
}
