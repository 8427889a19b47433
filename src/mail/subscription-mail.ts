// The mail of a subscription: its letter (one line and one link for each event), the courier by which the sender that
// webhooks have too sends it, and a test.
import { rowLink } from "../../rest/feeds/atom.ts";
import type { Row } from "../../rest/fields.ts";
import { AccountError } from "../accounts/accounts.ts";
import { findSubscription } from "../accounts/subscriptions.ts";
import { type TitledList, titleOf } from "../domain/row-titles.ts";
import type { Claim } from "../events/claims.ts";
import type { EventBody, EventMessage, Posted } from "../events/event-message.ts";
import type { Courier } from "../events/sender.ts";
import { statute } from "../pages/site-texts.ts";
import type { Store } from "../store/store.ts";
import { type Letter, linkTo, rendered } from "./letter.ts";
import type { SmtpServer } from "./smtp.ts";

/** Lists whose rows are of Congress. */
const congressional: ReadonlySet<TitledList> = new Set(["politician-trades", "late-filings"]);

type EventMail = Pick<Claim, "list" | "name" | "token"> & Pick<EventMessage, "events">;

export function letterOfEvents({ list, name, token, events }: EventMail, publicUrl: string): Letter {
  const items = events.map((event) => ({ text: lineOf(list, event), href: rowLink(list, event.data, publicUrl) }));
  const what = name === "" ? list : name;
  const [first] = items;
  return {
    subject: items.length === 1 && first ? first.text : `${items.length} changes: ${what}`,
    paragraphs: [`${items.length} ${items.length === 1 ? "change" : "changes"} in your subscription "${what}":`],
    items,
    notes: congressional.has(list) ? [statute] : [],
    footer: { text: "Unsubscribe from this mail", href: unsubscribeLink({ token }, publicUrl) },
  };
}

/** Headers by which a mail program offers to unsubscribe, without opening a page (RFC 8058). */
const unsubscribeHeaders = (subscription: Pick<Claim, "token">, publicUrl: string): Record<string, string> => ({
  "List-Unsubscribe": `<${unsubscribeLink(subscription, publicUrl)}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

const unsubscribeLink = ({ token }: Pick<Claim, "token">, publicUrl: string) =>
  linkTo(publicUrl, "unsubscribe", token ?? "");

const beginnings: Readonly<Record<string, string>> = { changed: "Changed: ", withdrawn: "No longer matches: " };

function lineOf(list: TitledList, { type, data }: EventBody): string {
  const change = type.slice(type.lastIndexOf(".") + 1);
  return `${beginnings[change] ?? ""}${isWhole(data) ? titleOf(list, data) : `row ${data.id}, which no longer exists`}`;
}

/** A row that no longer exists has its id alone. */
const isWhole = (row: Row): boolean => Object.keys(row).length > 1;

// Carries the messages of mail subscriptions, for the sender that webhooks have too.

/** `publicUrl`: base URL that callers see. */
export const mailCourier = (smtp: SmtpServer, publicUrl: string): Courier => ({
  send: (claimed, { id, events }, signal) =>
    smtp.send(
      {
        ...rendered(letterOfEvents({ ...claimed, events }, publicUrl)),
        to: claimed.address ?? "",
        id,
        headers: unsubscribeHeaders(claimed, publicUrl),
      },
      signal,
    ),
  // each mail has a connection of its own
  close: async () => {},
});

// One mail at once, outside of the order of a subscription, to see that mail arrives.

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
