// Every change that a person makes (an account, a key, a plan, an ignored refusal) is logged with its actor. A key
// itself is never logged.
import { type Db, Prisma } from "./store.ts";

export interface AuditEntry {
  /** `cli:<user>`, `start`, or `user:<id>` of the signed-in user */
  actor: string;
  /** `account.create`, `account.set_plan`, `key.create`, `key.revoke`, `quarantine.ignore`, `graphql.<mutation>` ... */
  action: string;
  objectType: "account" | "api_key" | "user" | "quarantine" | "run_request" | "run" | "mutation";
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

/** Objects and actors of the rows about an account: itself, its keys and users. */
export async function aboutAccount(db: Db, accountId: string): Promise<{ objectIds: string[]; actors: string[] }> {
  const rows = await db.$queryRaw<{ ids: string[]; actors: string[] }[]>`
    SELECT ARRAY(SELECT id::text FROM api_keys WHERE account_id::text = ${accountId}
                 UNION ALL SELECT id::text FROM users WHERE account_id::text = ${accountId}) AS ids,
      ARRAY(SELECT 'user:' || id::text FROM users WHERE account_id::text = ${accountId}) AS actors`;
  const { ids = [], actors = [] } = rows[0] ?? {};
  return { objectIds: [accountId, ...ids], actors };
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
