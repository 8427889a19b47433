// Every change of an account, key or plan assignment leaves a row that says who did what; never a key.
import { type Db, Prisma } from "../store/store.ts";

export interface AuditEntry {
  /** `cli:<user>`, `start`, later the id of a signed-in user */
  actor: string;
  /** `account.create`, `account.set_plan`, `key.create`, `key.revoke` */
  action: string;
  objectType: "account" | "api_key";
  objectId: string;
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
}

/** Writes the entry in the transaction of the change itself. */
export async function writeAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db.auditLog.create({ data: { before: Prisma.DbNull, after: Prisma.DbNull, ...entry } });
}
