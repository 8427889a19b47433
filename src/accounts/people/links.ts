// One-time links, issued by the operator's commands and sent by a channel that the operator trusts, or in mail where a
// mail server is set. The person who opens one sets a password. The store holds the hash of the token in the form that
// better-auth looks up.
import { createHash, randomBytes } from "node:crypto";
import { trimEndOf } from "../../lib/text.ts";
import { writeAudit } from "../../store/audit.ts";
import type { Db, Store } from "../../store/store.ts";
import { changeLimits, inChange } from "../../store/transaction.ts";
import { AccountError, findAccount } from "../accounts.ts";
import { emailThatSignsIn, removeSecondFactor } from "./credentials.ts";

const linkHours = 24;

export interface OneTimeLink {
  email: string;
  link: string;
  expiresAt: Date;
}

interface Issue {
  email: string;
  /** base URL that callers see */
  publicUrl: string;
  actor: string;
}

/**
 * Issues a link for the owner of an account; creates the user if there is none. Throws AccountError without such an
 * account.
 */
export async function issueResetLink(store: Store, issue: Issue): Promise<OneTimeLink> {
  const email = emailThatSignsIn(issue.email);
  return await inChange(store, changeLimits.person, async (db) => {
    const known = await db.user.findUnique({ where: { email } });
    const user = known ?? (await userOfAccount(db, email));
    return await issueLink(db, user, issue, "user.reset_link");
  });
}

/**
 * Makes the user with this e-mail an administrator, and creates the user if needed; earlier sessions end. A password and
 * a second factor from before are removed, because an account can be used before its address is verified: only who
 * receives the link signs in as administrator. Repeating it issues a new link.
 */
export async function createAdmin(store: Store, issue: Issue): Promise<OneTimeLink> {
  const email = emailThatSignsIn(issue.email);
  return await inChange(store, changeLimits.person, async (db) => {
    const account = await db.account.findUnique({ where: { email } });
    const before = await db.user.findUnique({ where: { email } });
    const user = await db.user.upsert({
      where: { email },
      create: { email, name: "", role: "admin", accountId: account?.id ?? null },
      update: { role: "admin" },
    });
    if (before && before.role !== "admin") {
      await db.credential.deleteMany({ where: { userId: user.id } });
      await removeSecondFactor(db, user.id);
    }
    await db.session.deleteMany({ where: { userId: user.id } });
    return await issueLink(db, user, issue, "admin.create");
  });
}

/** The administrators: e-mail, creation time, and true where a password is set. */
export async function listAdmins(store: Store): Promise<{ email: string; createdAt: Date; hasPassword: boolean }[]> {
  const users = await store.prisma.user.findMany({
    where: { role: "admin" },
    include: { credentials: { select: { id: true } } },
    orderBy: { email: "asc" },
  });
  return users.map(({ email, createdAt, credentials }) => ({ email, createdAt, hasPassword: credentials.length > 0 }));
}

/** Revokes the rights immediately: an administrator with an account becomes a normal user, one without is deleted. */
export async function removeAdmin(store: Store, { email, actor }: { email: string; actor: string }): Promise<void> {
  const address = email.trim().toLowerCase();
  await inChange(store, changeLimits.person, async (db) => {
    const user = await db.user.findUnique({ where: { email: address } });
    if (user?.role !== "admin")
      throw new AccountError(`${email} is not an administrator; \`disclosed admin list\` shows them`);
    await db.session.deleteMany({ where: { userId: user.id } });
    await db.verification.deleteMany({ where: { value: user.id } });
    if (user.accountId) await db.user.update({ where: { id: user.id }, data: { role: "user" } });
    else await db.user.delete({ where: { id: user.id } });
    await writeAudit(db, { actor, action: "admin.remove", objectType: "user", objectId: user.id });
  });
}

async function userOfAccount(db: Db, email: string) {
  const account = await findAccount(db, email);
  return await db.user.create({ data: { accountId: account.id, email, name: "" } });
}

/** A new link invalidates the earlier ones of the user. */
async function issueLink(
  db: Db,
  user: { id: string; email: string },
  { publicUrl, actor }: Issue,
  action: string,
): Promise<OneTimeLink> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + linkHours * 3_600_000);
  const identifier = createHash("sha256").update(`reset-password:${token}`).digest("base64url");
  await db.verification.deleteMany({ where: { value: user.id } });
  await db.verification.create({ data: { identifier, value: user.id, expiresAt } });
  const after = { expiresAt: expiresAt.toISOString() };
  await writeAudit(db, { actor, action, objectType: "user", objectId: user.id, after });
  // in the fragment (#) the token is sent to no server and appears in no log
  return { email: user.email, link: `${trimEndOf(publicUrl, "/")}/reset#token=${token}`, expiresAt };
}
