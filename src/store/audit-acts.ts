// The audit log as people read it: one line an act, with names. The log itself has more rows: a mutation is noted before it runs, and
// what it then changes leaves rows of its own.
import { aboutAccount } from "./audit.ts";
import { type Db, Prisma } from "./store.ts";

/** Mutations whose success leaves a row of its own, and the actions of that row. Others are told by the mutation's row alone. */
export const actionsOfMutations: Record<string, string[]> = {
  askForRun: ["run.ask"],
  attachCorrectedCopy: ["quarantine.attach"],
  changeAccountStatus: ["account.approve", "account.suspend", "account.resume"],
  choosePlan: ["account.ask_plan", "account.set_plan"],
  createKey: ["key.create"],
  createPartnerKey: ["key.create"],
  ignoreQuarantine: ["quarantine.ignore"],
  issueResetLink: ["user.reset_link"],
  removeAccount: ["account.remove"],
  renameKey: ["key.rename"],
  revokeAccountKey: ["key.revoke"],
  revokeKey: ["key.revoke"],
  rotateKey: ["key.rotate"],
  setAccountPlan: ["account.set_plan"],
  stopRun: ["run.stop"],
  unignoreQuarantine: ["quarantine.unignore"],
  withdrawRunRequest: ["run.withdraw"],
};

const pairs = Object.entries(actionsOfMutations).flatMap(([mutation, actions]) =>
  actions.map((action) => [`graphql.${mutation}`, action] as const),
);

/** longer than any mutation runs */
const longestMutation = "10 minutes";

/**
 * A row that another one tells better: the note of a mutation whose change or failure followed, and the new key of a rotation.
 * Where that is in doubt (the same person did the same thing twice at once) both rows stay.
 */
const isToldByAnother = Prisma.sql`(
  a.object_type = 'mutation' AND a.action NOT LIKE '%.failed' AND (
    -- of the same actor's next rows the first that matters: another note of the mutation, its failure or its change
    SELECT c.action <> a.action FROM audit_log c
    WHERE c.actor = a.actor AND c.id > a.id AND c.at BETWEEN a.at AND a.at + ${longestMutation}::interval
      AND (c.action IN (a.action, a.action || '.failed') OR (a.action, c.action) IN (
        SELECT * FROM unnest(${pairs.map(([note]) => note)}::text[], ${pairs.map(([, action]) => action)}::text[])))
    ORDER BY c.id LIMIT 1
  ) IS TRUE
  OR a.action = 'key.create' AND EXISTS (
    SELECT 1 FROM audit_log r
    WHERE r.action = 'key.rotate' AND r.actor = a.actor AND r.id > a.id
      AND r.at BETWEEN a.at AND a.at + ${longestMutation}::interval AND r.after ->> 'replacedBy' = a.object_id
  ))`;

/** The ids of one page of acts, newest first, and how many acts there are. `accountId` as in `auditWhere`. */
export async function actsOf(
  db: Db,
  { accountId, skip, take }: { accountId?: string | undefined; skip: number; take: number },
): Promise<{ total: number; ids: number[] }> {
  const about = accountId === undefined ? undefined : await aboutAccount(db, accountId);
  const filter = about
    ? Prisma.sql`(a.object_id = ANY(${about.objectIds}::text[]) OR a.actor = ANY(${about.actors}::text[]))`
    : Prisma.sql`true`;
  const acts = Prisma.sql`FROM audit_log a WHERE ${filter} AND NOT ${isToldByAnother}`;
  // a log that has just grown has no statistics yet, and would be read whole for each of its rows; for this transaction alone
  await db.$queryRaw`SELECT set_config('enable_seqscan', 'off', true)`;
  const [{ total }] = await db.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total ${acts}`;
  const rows = await db.$queryRaw<
    { id: number }[]
  >`SELECT a.id ${acts} ORDER BY a.id DESC LIMIT ${take} OFFSET ${skip}`;
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
