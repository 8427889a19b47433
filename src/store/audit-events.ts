// The audit log as people read it: one line an event, with names. The log itself has more rows: a mutation is noted before it runs, and
// what it then changes leaves rows of its own.
import { aboutAccount } from "./audit.ts";
import { type Db, Prisma } from "./store.ts";

/** Mutations whose success leaves a row of its own, and the actions of that row. Others are told by the mutation's row alone. */
export const actionsOfMutations: Record<string, string[]> = {
  attachCorrectedCopy: ["quarantine.attach"],
  changeAccountStatus: ["account.approve", "account.suspend", "account.resume"],
  choosePlan: ["account.ask_plan", "account.set_plan"],
  createKey: ["key.create"],
  createPartnerKey: ["key.create"],
  ignoreQuarantine: ["quarantine.ignore"],
  issueResetLink: ["user.reset_link"],
  removeAccount: ["account.remove"],
  renameKey: ["key.rename"],
  requestRun: ["run.ask"],
  revokeAccountKey: ["key.revoke"],
  revokeKey: ["key.revoke"],
  rotateKey: ["key.rotate"],
  setAccountPlan: ["account.set_plan"],
  stopRun: ["run.stop"],
  unignoreQuarantine: ["quarantine.unignore"],
  withdrawRunRequest: ["run.withdraw"],
};

/** Earlier names, which rows of the log still bear. */
const earlierNames: Record<string, string[]> = { askForRun: actionsOfMutations.requestRun ?? [] };

const pairs = Object.entries({ ...actionsOfMutations, ...earlierNames }).flatMap(([mutation, actions]) =>
  actions.map((action) => [`graphql.${mutation}`, action] as const),
);

/** longer than any mutation runs */
const longestMutation = "10 minutes";

/**
 * The rows that no other one tells better. Left out are the note of a mutation whose change or failure followed, and the new key of a
 * rotation. Where that is in doubt (the same person did the same thing twice at once) both rows stay.
 *
 * Each row stands once for each mutation that it is a note, a failure or a change of, beside the next one of that mutation and actor.
 * The log is passed over once: what the planner believes of a log that has just grown makes no difference.
 */
const eventsWhere = (filter: Prisma.Sql) => Prisma.sql`
  SELECT a.id FROM (
    SELECT l.*, of.note, lead(l.action) OVER following AS next_action, lead(l.at) OVER following AS next_at
    FROM audit_log l LEFT JOIN LATERAL (
      SELECT regexp_replace(l.action, '[.]failed$', '') AS note WHERE l.object_type = 'mutation'
      UNION ALL
      SELECT p.note FROM unnest(${pairs.map(([note]) => note)}::text[], ${pairs.map(([, action]) => action)}::text[])
        AS p (note, action) WHERE p.action = l.action
    ) AS of ON true
    WINDOW following AS (PARTITION BY l.actor, of.note ORDER BY l.id)
  ) AS a
  WHERE ${filter} AND NOT (a.action = 'key.create' AND EXISTS (
    SELECT 1 FROM audit_log r
    WHERE r.action = 'key.rotate' AND r.actor = a.actor AND r.id > a.id
      AND r.at BETWEEN a.at AND a.at + ${longestMutation}::interval AND r.after ->> 'replacedBy' = a.object_id))
  GROUP BY a.id
  HAVING bool_or(a.object_type = 'mutation' AND a.action = a.note AND a.next_action <> a.action
    AND a.next_at BETWEEN a.at AND a.at + ${longestMutation}::interval) IS NOT TRUE`;

/** The ids of one page of events, newest first, and how many events there are. `accountId` as in `auditWhere`. */
export async function eventsOf(
  db: Db,
  { accountId, skip, take }: { accountId?: string | undefined; skip: number; take: number },
): Promise<{ total: number; ids: number[] }> {
  const about = accountId === undefined ? undefined : await aboutAccount(db, accountId);
  const filter = about
    ? Prisma.sql`(a.object_id = ANY(${about.objectIds}::text[]) OR a.actor = ANY(${about.actors}::text[]))`
    : Prisma.sql`true`;
  const events = eventsWhere(filter);
  const [{ total }] = await db.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total FROM (${events}) AS events`;
  const rows = await db.$queryRaw<{ id: number }[]>`${events} ORDER BY a.id DESC LIMIT ${take} OFFSET ${skip}`;
  return { total, ids: rows.map(({ id }) => id) };
}

export interface AuditNames {
  /** e-mail of a person, else null */
  actor: string | null;
  /** of what was acted on: e-mail, name and end of a key, source and days; null where it is gone or has no name */
  object: string | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Named {
  actor: string;
  objectType: string;
  objectId: string;
}

/** Names of actors and objects as they are now, in the order of the entries. */
export async function namesOf(db: Db, entries: Named[]): Promise<AuditNames[]> {
  const people = entries.flatMap(({ actor }) => (actor.startsWith("user:") ? [actor.slice("user:".length)] : []));
  const ids = [...new Set([...people, ...entries.map(({ objectId }) => objectId)])];
  const uuids = ids.filter((id) => uuid.test(id));
  const numbers = ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
  const rows = await db.$queryRaw<{ kind: string; id: string; name: string }[]>`
    WITH asked AS (SELECT unnest(${uuids}::uuid[]) AS id)
    SELECT 'user' AS kind, id::text, email AS name FROM users JOIN asked USING (id)
    UNION ALL SELECT 'account', id::text, email FROM accounts JOIN asked USING (id)
    UNION ALL SELECT 'api_key', k.id::text, concat_ws(' ', nullif(k.name, ''), '…' || k.last_four, 'of', a.email)
      FROM api_keys k JOIN asked USING (id) JOIN accounts a ON a.id = k.account_id
    UNION ALL SELECT 'run_request', id::text, concat(source, ', ', from_on, ' to ', to_on) FROM run_requests JOIN asked USING (id)
    UNION ALL SELECT 'run', id::text, concat(source, ', ', to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), ' UTC')
      FROM ingestion_runs JOIN asked USING (id)
    UNION ALL SELECT 'quarantine', id::text, file_name FROM quarantine WHERE id = ANY(${numbers}::int[])`;
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return entries.map(({ actor, objectType, objectId }) => ({
    actor: names.get(actor.replace(/^user:/, "user ")) ?? null,
    object: names.get(`${objectType} ${objectId}`) ?? null,
  }));
}
