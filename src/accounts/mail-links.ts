// What the links in mail do. Their tokens are looked up by hash, so that the time of a look-up says nothing about a token.
import { createHash, randomBytes } from "node:crypto";
import type { MailLinkAction, MailLinks } from "../ports/mail-links.ts";
import { writeAudit } from "../store/audit.ts";
import type { Db, Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { objectOf } from "./subscriptions.ts";

interface Found {
  id: string;
  list: string;
  name: string;
  address: string;
}

async function subscriptionOf(db: Db, token: string): Promise<Found | undefined> {
  const hash = createHash("sha256").update(token).digest();
  const rows = await db.$queryRaw<Found[]>`
    SELECT id, list, name, address FROM subscriptions WHERE sha256(token::bytea) = ${hash} AND channel = 'mail'`;
  return rows[0];
}

/** hours for which a link that verifies an address is valid */
const verifyHours = 24;
const identifierOf = (token: string) => createHash("sha256").update(`verify-email:${token}`).digest("base64url");

/** The token of a link that verifies the address of a user; links before it are not valid any more. */
export async function issueVerification(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const value = `verify-email:${userId}`;
  const expiresAt = new Date(Date.now() + verifyHours * 3_600_000);
  await db.verification.deleteMany({ where: { value } });
  await db.verification.create({ data: { identifier: identifierOf(token), value, expiresAt } });
  return token;
}

async function userOf(db: Db, token: string) {
  const where = { identifier: identifierOf(token), expiresAt: { gt: new Date() } };
  const found = await db.verification.findFirst({ where });
  return found && (await db.user.findUnique({ where: { id: found.value.replace(/^verify-email:/, "") } }));
}

interface Action {
  describe(db: Db, token: string): Promise<string | null>;
  carryOut(db: Db, token: string): Promise<boolean>;
}

/** An action on the subscription of the token. */
function onSubscription(
  text: (found: Found) => string,
  action: string,
  data: { confirmedAt: Date | null; state?: string },
): Action {
  return {
    async describe(db, token) {
      const found = await subscriptionOf(db, token);
      return found ? text(found) : null;
    },
    async carryOut(db, token) {
      const found = await subscriptionOf(db, token);
      if (!found) return false;
      await db.subscription.update({ where: { id: found.id }, data: { confirmedAt: data.confirmedAt } });
      // what the operator has disabled stays disabled
      const isOpen = { id: found.id, state: { not: "disabled_by_operator" } };
      if (data.state) await db.subscription.updateMany({ where: isOpen, data: { state: data.state } });
      await writeAudit(db, { actor: "mail", action, ...objectOf(found) });
      return true;
    },
  };
}

const nameOf = ({ name, list }: Found) => `"${name === "" ? list : name}"`;

const actions: Readonly<Record<MailLinkAction, () => Action>> = {
  confirm: () =>
    onSubscription((found) => `Send changes of ${nameOf(found)} to ${found.address}?`, "mail.confirm", {
      confirmedAt: new Date(),
    }),
  // the owner of the account cannot resume it without the owner of the address
  unsubscribe: () =>
    onSubscription((found) => `Send no more mail of ${nameOf(found)} to ${found.address}?`, "mail.unsubscribe", {
      confirmedAt: null,
      state: "paused_by_owner",
    }),
  verify: () => ({
    async describe(db, token) {
      const user = await userOf(db, token);
      return user ? `Is ${user.email} your address?` : null;
    },
    async carryOut(db, token) {
      const user = await userOf(db, token);
      if (!user) return false;
      await db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
      await writeAudit(db, {
        actor: `user:${user.id}`,
        action: "user.verify_email",
        objectType: "user",
        objectId: user.id,
      });
      return true;
    },
  }),
};

export function createMailLinks(store: Store): MailLinks {
  return {
    describe: async (action, token) => await actions[action]().describe(store.prisma, token),
    carryOut: async (action, token) =>
      await inChange(store, changeLimits.person, (db) => actions[action]().carryOut(db, token)),
  };
}
