// Validation of the setting CONTACT. It tells publishers who fetches (the SEC requires a name and an e-mail address in
// the User-Agent), so an address that cannot exist is refused before anything is fetched.
import { z } from "zod";

/**
 * Reserved domains: RFC 2606, and RFC 6761 with its registry of special-use domain names (.local, .onion, .alt,
 * home.arpa).
 */
const reservedDomains = [
  "example.com",
  "example.net",
  "example.org",
  "example",
  "test",
  "invalid",
  "localhost",
  "localdomain",
  "local",
  "internal",
  "onion",
  "alt",
  "home.arpa",
];

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$/;
// linear time: a contact has at most 200 characters
const urlLike = /:\/\/|\b(?:https?|mailto):|\bwww\.|\b[a-z0-9-]+\.[a-z]{2,}\//i;

/** The domains of all e-mail addresses in a text, in lower case and without the root's dot. */
const domainsIn = (text: string) =>
  // linear time: a contact has at most 200 characters
  [...text.matchAll(/[^\s@<>]+@([^\s@<>,;]*)/g)].map(([, domain = ""]) => domain.toLowerCase().replace(/\.$/, ""));

/** Why a contact is invalid, as the end of a sentence that begins with the setting; undefined for a valid one. */
function contactFault(text: string): string | undefined {
  // it is sent as a header
  if (!/^[ -~]{6,200}$/.test(text)) return "must name who fetches, with an e-mail address, in plain ASCII";
  if (/[()]/.test(text)) return "must not contain parentheses: write a name and an e-mail address";
  if (urlLike.test(text)) return "must not contain a URL: write a name and an e-mail address";
  const domains = domainsIn(text);
  if (domains.length === 0 || !domains.every((domain) => hostName.test(domain)))
    return "must name who fetches, with an e-mail address, in plain ASCII";
  const reserved = domains.find((domain) =>
    reservedDomains.some((name) => domain === name || domain.endsWith(`.${name}`)),
  );
  return reserved && `names ${reserved}, a reserved domain that receives no mail: use an address whose mail you read`;
}

export const contact = z.string().superRefine((text, { addIssue }) => {
  const message = contactFault(text);
  if (message !== undefined) addIssue({ code: "custom", message });
});
