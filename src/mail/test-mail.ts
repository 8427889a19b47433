// One mail at once, outside of the order of a subscription, to see that mail arrives.
import { AccountError } from "../accounts/accounts.ts";
import { findSubscription } from "../accounts/subscriptions.ts";
import type { Posted } from "../events/event-body.ts";
import type { Store } from "../store/store.ts";
import { unsubscribeHeaders } from "./event-letter.ts";
import { rendered } from "./letter.ts";
import type { SmtpServer } from "./smtp.ts";

/**
 * Sends a test to the address of a subscription. Throws AccountError if there is none, and where its address is not
 * confirmed.
 */
export async function sendTestMail(store: Store, smtp: SmtpServer, id: string, publicUrl: string): Promise<Posted> {
  const { address, name, list, confirmedAt, token } = await findSubscription(store.prisma, "mail", id);
  if (confirmedAt === null) throw new AccountError(`${address} is not confirmed yet, so nothing is sent to it`);
  const what = name === "" ? list : name;
  const letter = { subject: `Test: ${what}`, paragraphs: [`This is a test of your subscription "${what}".`] };
  const mail = { ...rendered(letter), to: address ?? "", id: `test_${crypto.randomUUID()}` };
  return await smtp.send({ ...mail, headers: unsubscribeHeaders({ token }, publicUrl) }, new AbortController().signal);
}
