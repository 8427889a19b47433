// The settings of what sends requests: to the publishers, with the validation of CONTACT, and to the service itself.
import { z } from "zod";
import { folder, httpUrl, schedules, url } from "./values.ts";

// Validation of the setting CONTACT. It tells publishers who fetches (the SEC requires a name and an e-mail address in
// the User-Agent), so an address that cannot exist is refused before anything is fetched.

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

const contact = z.string().superRefine((text, { addIssue }) => {
  const message = contactFault(text);
  if (message !== undefined) addIssue({ code: "custom", message });
});

/** a folder, or an address: https, or http of this computer */
const bundles = z.union(
  [
    url(["https:"]),
    url(["http:"]).regex(/^http:\/\/(127\.0\.0\.1|localhost)[:/]/),
    folder.refine((path) => !path.includes("://")),
  ],
  { error: "must be a folder, or a URL that begins with https://" },
);

/** name -> {schema, default in words, meaning}: rows of the table in docs/settings.md */
export const publisherSettings = {
  CONTACT: {
    schema: contact.optional(),
    fallback: "none",
    meaning:
      "who fetches from publishers: a name and an e-mail address, sent as the User-Agent, e.g. `Jane Doe jane@<your domain>`; nothing is fetched without it, and reserved domains (example.com, .test), URLs and parentheses are refused",
  },
  SEC_URL: {
    schema: httpUrl.default("https://www.sec.gov"),
    fallback: "https://www.sec.gov",
    meaning: "base URL of EDGAR's indexes and filings",
  },
  SEC_DATA_URL: {
    schema: httpUrl.default("https://data.sec.gov"),
    fallback: "https://data.sec.gov",
    meaning: "base URL of EDGAR's submissions by company",
  },
  HOUSE_URL: {
    schema: httpUrl.default("https://disclosures-clerk.house.gov"),
    fallback: "https://disclosures-clerk.house.gov",
    meaning: "base URL of the House Clerk's yearly indexes and reports",
  },
  SENATE_URL: {
    schema: httpUrl.default("https://efdsearch.senate.gov"),
    fallback: "https://efdsearch.senate.gov",
    meaning:
      "base URL of the Senate's search of reports, which refuses servers, or of a mirror that you may use and that serves the same paths",
  },
  SENATE_BUNDLES: {
    schema: bundles.optional(),
    fallback: "none",
    meaning:
      "where `disclosed sync` reads the bundles of `disclosed collect senate`, instead of requesting the Senate's search: a folder, or an https URL of the newest bundle",
  },
  LEGISLATORS_URL: {
    schema: httpUrl.default("https://unitedstates.github.io/congress-legislators"),
    fallback: "https://unitedstates.github.io/congress-legislators",
    meaning: "base URL of the congress-legislators project's lists of members and committees",
  },
  LEGISLATORS_API_URL: {
    schema: httpUrl.default("https://api.github.com/repos/unitedstates/congress-legislators"),
    fallback: "https://api.github.com/repos/unitedstates/congress-legislators",
    meaning: "base URL of the project's repository in GitHub's API, which lists the versions of its rosters",
  },
  LEGISLATORS_FILES_URL: {
    schema: httpUrl.default("https://raw.githubusercontent.com/unitedstates/congress-legislators"),
    fallback: "https://raw.githubusercontent.com/unitedstates/congress-legislators",
    meaning: "base URL of the files of each version",
  },
  SYNC_SCHEDULES: {
    schema: schedules.default({}),
    fallback: "none",
    meaning:
      "when `disclosed sync --watch` fetches a source, if not by default: `source=cron` in UTC or `source=off`, separated by semicolons, e.g. `house=*/15 * * * *; prices=off`",
  },
  PRICE_PROVIDER: {
    schema: z.enum(["none", "stooq", "tiingo"]).default("none"),
    fallback: "none",
    meaning: "the provider of daily bars: `stooq`, `tiingo`, or `none` if prices come only from files",
  },
  PRICE_API_KEY: {
    schema: z
      .string()
      .regex(/^[!-~]{1,200}$/, { message: "must be printable ASCII without spaces" })
      .optional(),
    fallback: "none",
    meaning: "the operator's API key for PRICE_PROVIDER; both providers require one (Stooq since March 2026)",
  },
  STOOQ_URL: {
    schema: httpUrl.default("https://stooq.com"),
    fallback: "https://stooq.com",
    meaning: "base URL of Stooq",
  },
  TIINGO_URL: {
    schema: httpUrl.default("https://api.tiingo.com"),
    fallback: "https://api.tiingo.com",
    meaning: "base URL of Tiingo's API",
  },
  DISCLOSED_URL: {
    schema: httpUrl.optional(),
    fallback: "the service of this DISCLOSED_HOME, else http://127.0.0.1:3000",
    meaning: "base URL of the service that `disclosed mcp` queries, without /api/v1",
  },
  DISCLOSED_API_KEY: {
    schema: z
      .string()
      .regex(/^[!-~]{1,200}$/, { message: "must be printable ASCII without spaces" })
      .optional(),
    fallback: "none",
    meaning: "the API key that `disclosed mcp` uses over standard input and output",
  },
} as const;
