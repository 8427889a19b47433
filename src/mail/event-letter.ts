// The mail of a subscription: one line and one link for each event.
import { rowLink } from "../../rest/feeds/atom.ts";
import type { Row } from "../../rest/fields.ts";
import { type TitledList, titleOf } from "../domain/row-titles.ts";
import type { Claim } from "../events/claims.ts";
import type { EventBody, EventMessage } from "../events/event-body.ts";
import { statute } from "../pages/site-texts.ts";
import type { Letter } from "./letter.ts";
import { linkTo } from "./links.ts";

/** Lists whose rows are of Congress. */
const congressional: ReadonlySet<TitledList> = new Set(["politician-trades", "late-filings"]);

export type EventMail = Pick<Claim, "list" | "name" | "token"> & Pick<EventMessage, "events">;

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
export const unsubscribeHeaders = (subscription: Pick<Claim, "token">, publicUrl: string): Record<string, string> => ({
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
