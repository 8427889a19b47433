// What each kind of notice says, and to whom. A link that needs a token is made when the mail is, so that no secret waits in
// the database.
import { issueVerification } from "../accounts/mail-links.ts";
import type { NoticeKind } from "../accounts/notices.ts";
import { issueResetLink } from "../accounts/people/links.ts";
import { inGroups } from "../lib/display.ts";
import { trimEndOf } from "../lib/text.ts";
import type { Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { type Letter, linkTo } from "./letter.ts";

export interface Notice {
  id: string;
  kind: NoticeKind;
  subjectId: string;
  details: Record<string, unknown>;
}

interface Addressed {
  to: string;
  letter: Letter;
}

/** Null where its account, subscription or address no longer exists. */
type Writer = (store: Store, notice: Notice, publicUrl: string) => Promise<Addressed | null>;

export const letterOfNotice: Writer = (store, notice, publicUrl) => writers[notice.kind](store, notice, publicUrl);

const writers: Readonly<Record<NoticeKind, Writer>> = {
  async limit(store, { subjectId, details }, publicUrl) {
    const to = await verifiedAddressOf(store, subjectId);
    if (to === null) return null;
    const { window, percent, used, limit, resetsAt } = details;
    const name = window === "day" ? "daily" : "monthly";
    const counts = `${inGroups(String(used))} of ${inGroups(String(limit))} requests of this ${window} are used`;
    return {
      to,
      letter: {
        subject: percent === 100 ? `Your ${name} limit is reached` : `${percent} % of your ${name} limit is used`,
        paragraphs: [
          `${counts}. The limit resets at ${resetsAt} UTC.`,
          ...(percent === 100 ? ["Until then requests get the status 429."] : []),
        ],
        action: { text: "Upgrade", href: `${trimEndOf(publicUrl, "/")}/account/plan` },
      },
    };
  },
  async webhook_paused(store, { subjectId }, publicUrl) {
    const found = await store.prisma.subscription.findUnique({ where: { id: subjectId } });
    const to = found && found.state === "paused_after_failure" ? await verifiedAddressOf(store, found.accountId) : null;
    if (!found || to === null) return null;
    const name = found.name === "" ? found.list : found.name;
    return {
      to,
      letter: {
        subject: `Webhook paused: ${name}`,
        paragraphs: [
          `The webhook "${name}" to ${found.url} is paused after 72 hours of failure.`,
          "Its events wait for 30 days. Once its receiver responds again, resume the webhook: delivery continues where it stopped.",
        ],
        action: { text: "Open the webhook", href: `${trimEndOf(publicUrl, "/")}/account/webhooks/${found.id}` },
      },
    };
  },
  async mail_confirm(store, { subjectId }, publicUrl) {
    const found = await store.prisma.subscription.findUnique({ where: { id: subjectId, channel: "mail" } });
    if (!found?.address || !found.token || found.confirmedAt) return null;
    const name = found.name === "" ? found.list : found.name;
    return {
      to: found.address,
      letter: {
        subject: `Confirm mail of "${name}"`,
        paragraphs: [
          `A subscription was created that sends changes of "${name}" to this address.`,
          "Confirm it to get them. If you did not request it, do nothing: you will get no more mail.",
        ],
        action: { text: "Confirm", href: linkTo(publicUrl, "confirm", found.token) },
      },
    };
  },
  async email_verify(store, { subjectId }, publicUrl) {
    return await inChange(store, changeLimits.person, async (db) => {
      const user = await db.user.findUnique({ where: { id: subjectId } });
      if (!user || user.emailVerified) return null;
      const token = await issueVerification(db, user.id);
      return {
        to: user.email,
        letter: {
          subject: "Verify your e-mail address",
          paragraphs: [
            "An account was created with this address. Verify it to get notices about your limits and your webhooks.",
            "If you did not create an account, do nothing: you will get no more mail.",
          ],
          action: { text: "Verify", href: linkTo(publicUrl, "verify", token) },
        },
      };
    });
  },
  async password_reset(store, { details }, publicUrl) {
    const { email, link } = await issueResetLink(store, { email: String(details.email), publicUrl, actor: "mail" });
    return {
      to: email,
      letter: {
        subject: "Reset your password",
        paragraphs: [
          "A new password was requested for your account. The link works once, for 24 hours.",
          "If you did not request it, do nothing: your password stays as it is.",
        ],
        action: { text: "Set a new password", href: link },
      },
    };
  },
};

/** The account's own address if its owner has verified it. */
async function verifiedAddressOf(store: Store, accountId: string): Promise<string | null> {
  const { prisma } = store;
  const account = await prisma.account.findUnique({ where: { id: accountId } });
  if (!account) return null;
  const verified = { accountId, email: account.email, emailVerified: true };
  return (await prisma.user.count({ where: verified })) > 0 ? account.email : null;
}
