// Classifies the security of a row, by the reviewed list of patterns in prisma/reference/security-classes.csv. All code
// that reads a title, an asset type or an asset name uses this module. Its key is equal for the different titles that
// filers write for one security of a company.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { packageRoot } from "../lib/package-root.ts";

const securityClasses = [
  "common",
  "preferred",
  "option",
  "warrant",
  "unit",
  "debt",
  "fund",
  "crypto",
  "other",
] as const;
export type SecurityClass = (typeof securityClasses)[number];

const subjects = [
  "title",
  "head",
  "of_blank_check",
  "of_partnership",
  "derivative",
  "asset",
  "asset_type",
  "symbol",
  "asset_name",
] as const;
type Subject = (typeof subjects)[number];

/** The list as reviewed, in its order. */
export const securityPatterns = z
  .array(
    z.object({
      subject: z.enum(subjects),
      // linear time: texts are cut at 300 characters
      pattern: z.string().transform((text) => new RegExp(text, "i")),
      class: z.enum(securityClasses),
      example: z.string().min(1),
    }),
  )
  .parse(
    parse(readFileSync(join(packageRoot, "prisma", "reference", "security-classes.csv"), "utf8"), {
      columns: true,
      comment: "#",
      comment_no_infix: true,
    }),
  );

/** The class of the first row that matches the text of its subject; null where none does. */
const classOf = (texts: Partial<Record<Subject, string>>): SecurityClass | null =>
  securityPatterns.find(({ subject, pattern }) => {
    const text = texts[subject];
    return text !== undefined && pattern.test(text);
  })?.class ?? null;

/** characters of a text that patterns are tested on; titles are not longer */
const maxLength = 300;
const plain = (text: string): string => text.slice(0, maxLength).replace(/\s+/g, " ").trim();

const quoted = /^"(.*?)"?$/;
const inBrackets = /\([^()]*\)|\[[^[\]]*\]|"[^"]*"/g;
// linear time: texts are cut at 300 characters
const unclosed = /[([{"].*$/;
/** words behind which a title says where the security comes from, who holds it or what comes with it */
const description =
  // linear time: texts are cut at 300 characters
  /[ ,;:-]*\b(?:with(?!out)|together|convertible (?:in)?to|exchangeable (?:for|into)|issued|issuable|to be|underlying|held|received|acquired|purchased|subject to|per (?!value)|from|upon|pursuant|under|includ(?:es|ing)|and (?:the )?(?:associated|attached|related|accompanying|attendant)|in (?:the )?[^,]*\b(?:plan|account|trust))\b.*$/i;

/**
 * The part of a title that names the security: words in parentheses, and those that only describe it, must not make a
 * common share a warrant or a preferred share.
 */
function headOf(title: string): string {
  const bare = plain(title.replace(inBrackets, " ").replace(unclosed, " ")).replace(/ (?=[,.;])/g, "");
  const head = bare.replace(description, "");
  return /[a-z]/i.test(head) ? head : bare;
}

/** The issuer of a Form 3, 4 or 5, as its filing describes it; `sicCode` is null where the filing has no header. */
export interface Issuer {
  name: string;
  sicCode: number | null;
}

/** the SEC's industry code of blank-cheque companies */
export const blankCheckSic = 6770;
const blankCheckName = /\bacquisitions?\b|\bmerger (?:corp|co|sub)|\bblank che(?:ck|que)\b/i;
const partnershipName = /\bl\.? ?p\b|\bl\.?l\.? ?c\b|\bpartners\b|\bpartnership\b/i;
const corporationName = /\b(?:inc|corp|corporation|incorporated|ltd|plc|trust)\b/i;

/** The kinds of issuer for which a title means something else; null for every other company. */
const issuerKinds = ["of_blank_check", "of_partnership"] as const;
type IssuerKind = (typeof issuerKinds)[number] | null;

function issuerKind({ name: filed, sicCode }: Issuer): IssuerKind {
  const name = plain(filed);
  if (sicCode === blankCheckSic || blankCheckName.test(name)) return "of_blank_check";
  return partnershipName.test(name) && !corporationName.test(name) ? "of_partnership" : null;
}

function titleClassOf(title: string, isDerivative: boolean, kind: IssuerKind): SecurityClass | null {
  const whole = plain(title.slice(0, maxLength).replace(quoted, "$1").replaceAll('""', '"'));
  if (isDerivative) return classOf({ derivative: whole });
  const head = headOf(whole);
  return classOf({ title: whole, head, ...(kind && { [kind]: head }) });
}

/**
 * The class of a row of a Form 3, 4 or 5; null where no pattern covers its title. Units of a partnership, and Class B
 * shares of a blank-cheque company, are others than those of another issuer.
 */
export const titleClass = (title: string, isDerivative: boolean, issuer: Issuer): SecurityClass | null =>
  titleClassOf(title, isDerivative, issuerKind(issuer));

/** The class of a title of any issuer; `undefined` where it depends on the issuer. */
export function commonTitleClass(title: string, isDerivative: boolean): SecurityClass | null | undefined {
  const ofOther = titleClassOf(title, isDerivative, null);
  const differs = issuerKinds.some((kind) => titleClassOf(title, isDerivative, kind) !== ofOther);
  return differs ? undefined : ofOther;
}

/** An asset as disclosed by a member of Congress. */
interface DisclosedAsset {
  type: string | null;
  name: string;
  /** in our spelling; null if there is none */
  symbol: string | null;
  /** as disclosed: a contract's symbol is not one in our spelling */
  symbolAsFiled: string | null;
}

/** The class of a disclosed asset; null where no pattern covers it. */
export function assetClass({ type, name, symbol, symbolAsFiled }: DisclosedAsset): SecurityClass | null {
  const kind = type === null ? "no type" : plain(type);
  return classOf({
    asset: `${kind}, ${symbol === null ? "without" : "with"} a symbol: ${plain(name)}`,
    asset_type: kind,
    symbol: plain(symbol ?? symbolAsFiled ?? ""),
    asset_name: plain(name),
  });
}

/** characters of a title that are read; titles are not longer */
const maxTitleLength = 500;
const money = String.raw`(?:(?:us)?[$]|[£€]|usd|gbp|nis|chf|eur)? ?[\d.,/-]+(?:[ -]\d/\d)?`;
/** `, par value $0.01 per share`, `, $.01 par value`, `without par value`, `(no par)`: they say nothing of the security */
// linear time: titles are cut at maxTitleLength characters
const parValue = new RegExp(
  String.raw`[,(]? ?(?:(?:with|without|no|of) )?(?:${money} )?\b(?:par|nominal)\b(?: value)?(?: (?:of )?${money})?(?: (?:per (?:common |ordinary )?share|each))?\)?`,
  "g",
);
/** `("Common Stock")`: the form's own name for the security */
const definedTerm = /\( ?(?:the )?["“”'][^()]{0,100}["“”'] ?\)/g;

/**
 * `Common Stock, par value $0.01` and `COMMON STOCK` are one security; `Common Stock, par value $0.01 (RSUs)` is another.
 */
export function securityKey(title: string): string {
  return title
    .slice(0, maxTitleLength)
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(definedTerm, "")
    .replace(parValue, "")
    .replace(/[^a-z0-9]+/g, "");
}
