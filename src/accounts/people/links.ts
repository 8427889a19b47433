// One-time links, issued by the operator's commands and passed on by a channel that the operator trusts: there is no mail server.
// The person who opens one sets a password. The store keeps the hash of the token, as better-auth looks it up.
import { createHash, randomBytes } from "node:crypto";
import { writeAudit } from "../../store/audit.ts";
import type { Db, Store } from "../../store/store.ts";
import { AccountError, findAccount } from "../accounts.ts";
import { emailThatSignsIn } from "./email.ts";

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

/** A link for the owner of an account, who becomes a user by it. Throws AccountError where there is no such account. */
export async function issueResetLink(store: Store, issue: Issue): Promise<OneTimeLink> {
  const email = emailThatSignsIn(issue.email);
  return await store.prisma.$transaction(async (db) => {
    const known = await db.user.findUnique({ where: { email } });
    const user = known ?? (await userOfAccount(db, email));
    return await issueLink(db, user, issue, "user.reset_link");
  });
}

/** Makes the user with the e-mail an administrator, or a new user; earlier sessions end. Repeating it gives a new link. */
export async function createAdmin(store: Store, issue: Issue): Promise<OneTimeLink> {
  const email = emailThatSignsIn(issue.email);
  return await store.prisma.$transaction(async (db) => {
    const account = await db.account.findUnique({ where: { email } });
    const user = await db.user.upsert({
      where: { email },
      create: { email, name: "", role: "admin", accountId: account?.id ?? null },
      update: { role: "admin" },
    });
    await db.session.deleteMany({ where: { userId: user.id } });
    return await issueLink(db, user, issue, "admin.create");
  });
}

/** E-mails of administrators, since when, and whether they have set a password. */
export async function listAdmins(store: Store): Promise<{ email: string; createdAt: Date; hasPassword: boolean }[]> {
  const users = await store.prisma.user.findMany({
    where: { role: "admin" },
    include: { credentials: { select: { id: true } } },
    orderBy: { email: "asc" },
  });
  return users.map(({ email, createdAt, credentials }) => ({ email, createdAt, hasPassword: credentials.length > 0 }));
}

/** Takes the rights away at once: an administrator with an account becomes its user, another one is erased. */
export async function removeAdmin(store: Store, { email, actor }: { email: string; actor: string }): Promise<void> {
  const address = email.trim().toLowerCase();
  await store.prisma.$transaction(async (db) => {
    const user = await db.user.findUnique({ where: { email: address } });
    if (user?.role !== "admin")
      throw new AccountError(`${email} is no administrator; \`disclosed admin list\` shows them`);
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

/** A new link ends the ones before it. */
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
  // behind the # it reaches no server and no log
  return { email: user.email, link: `${publicUrl.replace(/\/+$/, "")}/reset#token=${token}`, expiresAt };
}
