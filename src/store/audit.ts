// Every change that a person makes (an account, a key, a plan, an ignored refusal) is logged with its actor. A key
// itself is never logged.
//
// For display the log has one line per event, with names. The log itself has more rows: a mutation is logged before it
// runs, and the changes that it makes are logged too.
import { auditedIds, auditKinds } from "../domain/audit-log.ts";
import { isUuid } from "../lib/text.ts";
import { type Db, Prisma } from "./store.ts";

export interface AuditEntry {
  /** `cli:<user>`, `start`, or `user:<id>` of the signed-in user */
  actor: string;
  /** `account.create`, `account.set_plan`, `key.create`, `key.revoke`, `quarantine.ignore`, `graphql.<mutation>` ... */
  action: string;
  objectType: "account" | "api_key" | "user" | "quarantine" | "run_request" | "subscription" | "run" | "mutation";
  objectId: string;
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
}

/** Filter of the log; `accountId`: rows about the account and its keys, or by its user. */
export async function auditWhere(
  db: Db,
  filter: { accountId?: string | undefined; actor?: string | undefined; action?: string | undefined },
): Promise<Prisma.AuditLogWhereInput> {
  const { accountId, actor, action } = filter;
  const where = { ...(actor && { actor }), ...(action && { action: { startsWith: action } }) };
  if (!accountId) return where;
  const { objectIds, actors } = await aboutAccount(db, accountId);
  return { ...where, OR: [{ objectId: { in: objectIds } }, { actor: { in: actors } }] };
}

/** Objects and actors of the rows about an account: itself, its keys, subscriptions and users. */
async function aboutAccount(db: Db, accountId: string): Promise<{ objectIds: string[]; actors: string[] }> {
  const rows = await db.$queryRaw<{ ids: string[]; actors: string[] }[]>`
    SELECT ARRAY(SELECT id::text FROM api_keys WHERE account_id::text = ${accountId}
                 UNION ALL SELECT id::text FROM subscriptions WHERE account_id::text = ${accountId}
                 UNION ALL SELECT id::text FROM users WHERE account_id::text = ${accountId}) AS ids,
      ARRAY(SELECT 'user:' || id::text FROM users WHERE account_id::text = ${accountId}) AS actors`;
  const { ids = [], actors = [] } = rows[0] ?? {};
  return { objectIds: [accountId, ...ids], actors };
}

/** What people have written into entries, and what names them. */
const personal = ["email", "address", "url", "name", "arguments"];

/** Removes everything personal from the entries about an account and by its users, before it is removed. */
export async function eraseFromAudit(db: Db, accountId: string): Promise<void> {
  const { objectIds, actors } = await aboutAccount(db, accountId);
  await db.$executeRaw`
    UPDATE audit_log SET before = before - ${personal}::text[], after = after - ${personal}::text[]
    WHERE object_id = ANY(${objectIds}) OR actor = ANY(${actors}) OR after->>'accountId' = ${accountId}`;
}

/** Writes the entry in the transaction of the change itself. */
export async function writeAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db.auditLog.create({ data: { before: Prisma.DbNull, after: Prisma.DbNull, ...entry } });
}

/** The e-mail of an actor `user:<id>`; for a removed user, or another actor, the name in the log. */
export async function nameOfActor(db: Db, actor: string): Promise<string> {
  const id = /^user:([0-9a-f-]{36})$/.exec(actor)?.[1];
  const user = id ? await db.user.findUnique({ where: { id }, select: { email: true } }) : null;
  return user?.email ?? actor;
}

/** What is done to a subscription of any channel, as its channel's action. */
const ofChannels = (verb: string) => ["webhook", "feed", "mail"].map((channel) => `${channel}.${verb}`);

/** Mutations that log a second row on success, and the actions of that row. Other mutations have only their own row. */
export const actionsOfMutations: Record<string, string[]> = {
  attachCorrectedCopy: ["quarantine.attach"],
  decideAmendment: ["amendment.decide"],
  reopenAmendment: ["amendment.reopen"],
  changeAccountStatus: ["account.approve", "account.suspend", "account.resume"],
  choosePlan: ["account.request_plan", "account.set_plan"],
  createFeed: ["feed.create"],
  createKey: ["key.create"],
  createMail: ["mail.create"],
  createPartnerKey: ["key.create"],
  createWebhook: ["webhook.create"],
  deleteSubscription: [...ofChannels("delete"), "feed.revoke"],
  disableSubscription: ofChannels("disable"),
  editKey: ["key.edit"],
  dismissMissedEvents: ofChannels("dismiss_missed"),
  enableSubscription: ofChannels("enable"),
  ignoreQuarantine: ["quarantine.ignore"],
  issueResetLink: ["user.reset_link"],
  removeAccount: ["account.remove"],
  pauseSubscription: ofChannels("pause"),
  renameSubscription: ofChannels("rename"),
  renewFeedAddress: ["feed.renew"],
  replayEvents: ["webhook.replay"],
  requestRun: ["run.ask"],
  resumeSubscription: ofChannels("resume"),
  revokeAccountKey: ["key.revoke"],
  revokeKey: ["key.revoke"],
  rotateKey: ["key.rotate"],
  rotateWebhookSecret: ["webhook.rotate"],
  setAccountPlan: ["account.set_plan"],
  stopRun: ["run.stop"],
  unignoreQuarantine: ["quarantine.unignore"],
  withdrawRunRequest: ["run.withdraw"],
};

/** Earlier names of mutations, still present in rows of the log. */
const earlierNames: Record<string, string[]> = { askForRun: actionsOfMutations.requestRun ?? [] };

const pairs = Object.entries({ ...actionsOfMutations, ...earlierNames }).flatMap(([mutation, actions]) =>
  actions.map((action) => [`graphql.${mutation}`, action] as const),
);

/** upper bound of the duration of a mutation */
const maxMutationLength = "10 minutes";

/**
 * The rows to display. Omitted are the row of a mutation that is followed by its change or failure, and the creation of
 * the new key of a rotation. In doubt (the same person did the same thing twice concurrently) both rows stay.
 *
 * Each row is joined to each mutation of which it is the start, a failure or a change, and gets the next row of that
 * mutation and actor. The log is scanned once, so outdated planner statistics of a log that has just grown do not
 * matter.
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
      AND r.at BETWEEN a.at AND a.at + ${maxMutationLength}::interval AND r.after ->> 'replacedBy' = a.object_id))
  GROUP BY a.id
  HAVING bool_or(a.object_type = 'mutation' AND a.action = a.note AND a.next_action <> a.action
    AND a.next_at BETWEEN a.at AND a.at + ${maxMutationLength}::interval) IS NOT TRUE`;

export interface EventFilter {
  /** as in `auditWhere` */
  accountId?: string | undefined;
  /** a part of the actor's e-mail address or name in the log */
  actor?: string | undefined;
  /** one of `auditKinds` */
  kind?: string | undefined;
  /** a part of the object's name or its whole id */
  object?: string | undefined;
}

/** The ids of one page of events, newest first, and how many events there are. */
export async function eventsOf(
  db: Db,
  { skip, take, ...filter }: EventFilter & { skip: number; take: number },
): Promise<{ total: number; ids: number[] }> {
  const events = eventsWhere(Prisma.join([Prisma.sql`true`, ...(await eventConditions(db, filter))], " AND "));
  const [{ total }] = await db.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total FROM (${events}) AS events`;
  const rows = await db.$queryRaw<{ id: number }[]>`${events} ORDER BY a.id DESC LIMIT ${take} OFFSET ${skip}`;
  return { total, ids: rows.map(({ id }) => id) };
}

async function eventConditions(db: Db, { accountId, actor, kind, object }: EventFilter): Promise<Prisma.Sql[]> {
  const conditions: Prisma.Sql[] = [];
  if (accountId !== undefined) {
    const { objectIds, actors } = await aboutAccount(db, accountId);
    conditions.push(Prisma.sql`(a.object_id = ANY(${objectIds}::text[]) OR a.actor = ANY(${actors}::text[]))`);
  }
  if (actor) {
    const part = partOf(actor);
    conditions.push(Prisma.sql`(a.actor ILIKE ${part} OR a.actor IN (
      SELECT 'user:' || id::text FROM users WHERE email ILIKE ${part}))`);
  }
  const { words = [], mutations = [] } = auditKinds[kind ?? ""] ?? {};
  if (kind) {
    const leading = Object.entries(actionsOfMutations).flatMap(([mutation, [action = ""]]) =>
      words.includes(action.split(".")[0] ?? "") ? [mutation] : [],
    );
    conditions.push(Prisma.sql`(split_part(a.action, '.', 1) = ANY(${[...words]}::text[])
      OR (a.object_type = 'mutation' AND a.object_id = ANY(${[...leading, ...mutations]}::text[])))`);
  }
  if (object) {
    const ids = await idsNamed(db, object);
    conditions.push(Prisma.sql`(a.object_id = ANY(${ids}::text[]) OR (a.object_type = 'mutation' AND EXISTS (
      SELECT FROM jsonb_path_query(a.after, 'lax $.arguments.*[*]') AS given WHERE given #>> '{}' = ANY(${ids}::text[]))))`);
  }
  return conditions;
}

/** A pattern for ILIKE. */
const partOf = (text: string) => `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`;

/** objects with a name that is searched for; more are not useful to see */
const maxNamed = 1_000;

/** Ids of the objects whose current name contains the text, and the text itself, which may be an id. */
async function idsNamed(db: Db, text: string): Promise<string[]> {
  const part = partOf(text);
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM accounts WHERE email ILIKE ${part}
    UNION ALL SELECT id::text FROM users WHERE email ILIKE ${part}
    UNION ALL SELECT k.id::text FROM api_keys k JOIN accounts a ON a.id = k.account_id
      WHERE k.name ILIKE ${part} OR k.last_four = ${text.trim()} OR a.email ILIKE ${part}
    UNION ALL SELECT s.id::text FROM subscriptions s JOIN accounts a ON a.id = s.account_id
      WHERE s.name ILIKE ${part} OR a.email ILIKE ${part}
    UNION ALL SELECT id::text FROM run_requests WHERE source ILIKE ${part}
    UNION ALL SELECT id::text FROM ingestion_runs WHERE source ILIKE ${part}
      AND id::text IN (SELECT object_id FROM audit_log WHERE object_type = 'run')
    UNION ALL SELECT id::text FROM quarantine WHERE document_id ILIKE ${part} OR file_name ILIKE ${part}
    LIMIT ${maxNamed}`;
  return [text.trim(), ...rows.map(({ id }) => id)];
}

export interface AuditNames {
  /** e-mail of a person, else null */
  actor: string | null;
  /**
   * name of the object: e-mail, name and last characters of a key, source and days; null if it was deleted or has no
   * name
   */
  object: string | null;
}

interface Named {
  actor: string;
  objectType: string;
  objectId: string;
  after: unknown;
}

/** names of several objects that are shown */
const maxNames = 3;

const enumerated = (names: string[]) =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join(", ")} and ${names.length - maxNames} more`
    : names.join(", ");

/** Current names of actors and objects, in the order of the entries. */
export async function namesOf(db: Db, entries: Named[]): Promise<AuditNames[]> {
  const people = entries.flatMap(({ actor }) => (actor.startsWith("user:") ? [actor.slice("user:".length)] : []));
  const ids = [...new Set([...people, ...entries.flatMap(auditedIds)])];
  const uuids = ids.filter(isUuid);
  const numbers = ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
  const rows = await db.$queryRaw<{ kind: string; id: string; name: string }[]>`
    WITH requested AS (SELECT unnest(${uuids}::uuid[]) AS id)
    SELECT 'user' AS kind, id::text, email AS name FROM users JOIN requested USING (id)
    UNION ALL SELECT 'account', id::text, email FROM accounts JOIN requested USING (id)
    UNION ALL SELECT 'api_key', k.id::text, concat_ws(' ', nullif(k.name, ''), '…' || k.last_four, 'of', a.email)
      FROM api_keys k JOIN requested USING (id) JOIN accounts a ON a.id = k.account_id
    UNION ALL SELECT 'subscription', s.id::text, concat_ws(' ', s.channel, nullif(s.name, ''), 'of', a.email)
      FROM subscriptions s JOIN requested USING (id) JOIN accounts a ON a.id = s.account_id
    UNION ALL SELECT 'run_request', id::text, concat(source, ', ', from_on, ' to ', to_on) FROM run_requests JOIN requested USING (id)
    UNION ALL SELECT 'run', id::text, concat(source, ', ', to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), ' UTC')
      FROM ingestion_runs JOIN requested USING (id)
    UNION ALL SELECT 'quarantine', id::text, coalesce(document_id, regexp_replace(file_name, '^.*[/\\\\]', ''))
      FROM quarantine WHERE id = ANY(${numbers}::int[])`;
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  const isOf = ({ objectType }: Named, kind: string) => objectType === "mutation" || objectType === kind;
  const objectNames = (entry: Named) =>
    auditedIds(entry).flatMap((id) => rows.find((row) => row.id === id && isOf(entry, row.kind))?.name ?? []);
  return entries.map((entry) => ({
    actor: names.get(entry.actor.replace(/^user:/, "user ")) ?? null,
    object: enumerated(objectNames(entry)) || null,
  }));
}
