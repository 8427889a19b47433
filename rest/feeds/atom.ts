// Rows of a list as an Atom feed (RFC 4287): one entry a row.
import { createHash } from "node:crypto";
import { type TitledList, titleOf } from "../../src/domain/row-titles.ts";
import type { Row } from "../fields.ts";

interface FeedFacts {
  /** of the subscription, a UUID */
  id: string;
  list: TitledList;
  /** as its owner named it; may be empty */
  name: string;
  /** RFC 3339; the feed's `updated` while it has no rows */
  createdAt: string;
  /** the feed's own address */
  self: string;
  /** base URL that callers see, without /api/v1 */
  publicUrl: string;
}

/** The document. Each entry has an id that is the same for its row for ever, whatever the address of the service. */
export function atomFeed(facts: FeedFacts, rows: readonly Row[]): string {
  const times = rows.map(updatedOf).sort();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element("id", `urn:uuid:${facts.id}`),
    element("title", facts.name === "" ? `Disclosed: ${facts.list}` : `Disclosed: ${facts.name}`),
    element("updated", times.at(-1) ?? facts.createdAt),
    "<author><name>Disclosed</name></author>",
    link("self", facts.self, "application/atom+xml"),
    link("alternate", `${facts.publicUrl}/`, "text/html"),
    ...rows.map((row) => entry(facts, row)),
    "</feed>",
    "",
  ].join("\n");
}

function entry({ list, publicUrl }: FeedFacts, row: Row): string {
  const record = recordLink(list, row, publicUrl);
  return [
    "<entry>",
    element("id", `urn:uuid:${namedUuid(`${list}/${row.id}`)}`),
    element("title", titleOf(list, row)),
    element("updated", updatedOf(row)),
    element("published", `${row.filing_date ?? row.latest_filing_date}T00:00:00Z`),
    // every entry has one alternate link: the document where there is one, else the row
    link("alternate", rowLink(list, row, publicUrl)),
    link("related", record, "application/json"),
    `<content type="text">${escaped(JSON.stringify(row))}</content>`,
    "</entry>",
  ].join("\n");
}

/** The address of the row; a cluster is shown by the trade that opens it, whose id it has. */
const recordLink = (list: TitledList, { id }: Row, publicUrl: string): string =>
  `${publicUrl}/api/v1/${list === "trades" || list === "clusters" ? "trades" : "politician-trades"}/${id}`;

/** The address of the row's document at its publisher where it is known, else of the row itself. */
export const rowLink = (list: TitledList, row: Row, publicUrl: string): string =>
  typeof row.source_url === "string" ? row.source_url : recordLink(list, row, publicUrl);

/** When the row last changed; a cluster says no more than the day of its newest filing. */
const updatedOf = (row: Row): string =>
  typeof row.last_modified === "string" ? row.last_modified : `${row.latest_filing_date}T00:00:00Z`;

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;

const link = (rel: string, href: string, type?: string) =>
  `<link rel="${rel}"${type === undefined ? "" : ` type="${type}"`} href="${escaped(href)}"/>`;

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/**
 * Characters that XML 1.0 (section 2.2) has no place for, even as references, and halves of surrogate pairs, which a
 * regular expression with `u` sees as characters of their own.
 */
const impossible = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text for an element or an attribute in quotes; impossible characters become U+FFFD. */
const escaped = (text: string): string =>
  text.replace(impossible, "\ufffd").replace(/[&<>"']/g, (mark) => references[mark] ?? "");

/** of the names of rows; made once, at random */
const namespace = Buffer.from("5b6f9d2ce31447f08a6dbb0a0d4f7c61", "hex");

/** A UUID of version 5 (RFC 9562): the same for the same name. */
function namedUuid(name: string): string {
  const digest = createHash("sha1").update(namespace).update(name).digest().subarray(0, 16);
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return digest.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
