// Roles and names of the reporting owners of a filing, in the forms that are displayed and searched.
//
// Where an owner's title only refers to the remarks or a footnote ("See Remarks"), the office that they state is read.
// They hold other sentences as well, so only a text in one of the known forms counts: a label ("Title: ..."), a
// sentence about the owner ("Ms. Doe is the ..."), or a sentence that is nothing but a title. Pure.
import type { FilingRecord, OwnerRecord } from "./record.ts";

/** Whether the title or the text beside "Other" is a reference to the remarks or a footnote. */
export const refersElsewhere = ({ officerTitle, otherText }: OwnerRecord): boolean =>
  isReference(officerTitle) || isReference(otherText);

/**
 * The role where the owner's title only refers to the remarks or a footnote, with the office that they state; an office
 * that they do not state is left out. Null where the title is not a reference.
 */
export function statedRole(owner: OwnerRecord, filing: Pick<FilingRecord, "owners" | "remarks" | "footnotes">) {
  if (!refersElsewhere(owner)) return null;
  const isOfficer = isReference(owner.officerTitle);
  const isOther = isReference(owner.otherText);
  const stated = statedTitle(owner, filing);
  return roleTitle({
    ...owner,
    ...(isOfficer && { officerTitle: stated }),
    ...(isOther && { otherText: isOfficer ? null : stated }),
  });
}

/** The role as text: `Director, Chief Executive Officer, 10% Owner`; null if the form names none. */
export function roleTitle(owner: OwnerRecord): string | null {
  const parts = [
    owner.isDirector && "Director",
    owner.isOfficer && (owner.officerTitle ?? "Officer"),
    owner.isTenPercentOwner && "10% Owner",
    owner.isOther && (owner.otherText ?? "Other"),
  ].filter((part): part is string => typeof part === "string");
  // some filers enter the text but do not tick the box
  return parts.length > 0 ? parts.join(", ") : (owner.officerTitle ?? owner.otherText);
}

/** The text that insiderName searches: the forms of all owners' names, one per line. */
export function searchableNames(owners: OwnerRecord[]): string {
  return [...new Set(owners.flatMap((owner) => nameForms(owner.name)))].join("\n");
}

const whereWords =
  "(?:remarks?|below|above|foot ?notes?|notes?|explanations?|responses?|comments?|exhibits?|attach\\w*)";
// linear time in this file: those for names by themselves; texts are cut at maxText characters, titles and sentences at
// maxLength

/** characters of a text that are read; the forms admit no more */
const maxText = 2_000;
/** characters of a title, and of a sentence, that are read; real ones are shorter */
const maxLength = 300;
const onlyReference = new RegExp(
  String.raw`^\W*(?:(?:executive |section 16 )?officer|director|title|other)?\W*(?:(?:please |kindly )?(?:see|refer to)|as (?:set forth|described|stated|indicated|noted) in|described in)\b.*\b${whereWords}\b(?:\W+(?:sections?|below|above|for (?:\w+ )?(?:titles?|positions?|details?)|of (?:responses?|this form)|to this form|hereto))*[\W\d]*$|^\W*(?:the )?remarks?\W*$`,
  "i",
);
/** "*", "(1)", "**" */
const onlyMarker = /^(?=.*[*†‡+#\d])[*†‡+#()[\]\d\s.]+$/u;

/** Whether a title says nothing but where the title is. */
export const isReference = (title: string | null): boolean =>
  title !== null && [onlyReference, onlyMarker].some((pattern) => pattern.test(title.slice(0, maxLength)));

/**
 * The office that the filing states for an owner whose title or text beside "Other" refers to the remarks or a
 * footnote; null if it states none in a known form, or only for other owners.
 */
export function statedTitle(owner: OwnerRecord, { owners, remarks, footnotes }: Texts): string | null {
  const reference = isReference(owner.officerTitle) ? owner.officerTitle : owner.otherText;
  const officers = owners.filter((one) => isReference(one.officerTitle));
  const referring = officers.length > 0 ? officers : owners.filter((one) => isReference(one.otherText));
  const isOnly = referring.length === 1 && referring[0] === owner;
  for (const text of textsFor(reference ?? "", remarks, footnotes)) {
    // a label or a bare title belongs to the only owner who refers to it
    const title = (isOnly ? labelled(text) : null) ?? ofPerson(text, owner) ?? (isOnly ? bareTitle(text, owner) : null);
    if (title !== null && !/^director$/i.test(title)) return title;
  }
  return null;
}

type Texts = Pick<FilingRecord, "owners" | "remarks" | "footnotes">;

/** The texts that a reference can mean, the most likely first. */
function textsFor(reference: string, remarks: string | null, footnotes: Record<string, string>): string[] {
  const number = /\d+/.exec(reference)?.[0];
  const numbered = number === undefined ? [] : [footnotes[`F${number}`] ?? ""];
  const named = /note|expla|respons|below|\*/i.test(reference) ? Object.values(footnotes) : [];
  return [...numbered, remarks ?? "", ...named].filter((text) => text !== "").map((text) => text.slice(0, maxText));
}

/** far longer than any office */
const maxTitle = 200;

const office =
  /\b(?:officers?|president|chief|chair\w*|director|counsel|treasurer|secretary|head|controller|comptroller|[es]?vp|v\.p\.|c[efotimarl]o|manager|partner|principal|founder|executive|trustee|scientist|advis[eo]r|accountant)\b/i;
/** words of sentences that say something else, or of an office that is not held */
const noTitle =
  /\b(?:is|are|was|were|be|been|has|have|had|may|will|shall|does|do|did|not|no|pursuant|disclaim\w*|represent(?:s|ing|ed)?|reports?|reported|reporting (?:persons?|owners?)|became|commenc\w*|acts?|serving|addition|sole|filed|filing|shares?|securities|stock|options?|beneficial\w*|deemed|deputi\w+|resign\w*|retired|ceased|former\w*|serve[sd]?|granted|form \d|amend\w*|attorneys?-in-fact|signed|signatory|on behalf|by (?:the|an?|mr|ms|dr)|approved|executed|sales?(?= (?:of|by|approved|made))|sold|purchased?)\b/i;

/** "Title: ...", "Reporting person's full title is ...", "Relationship of Reporting Person(s) to Issuer: ..." */
const label =
  /(?:^|[.;(]\s*|\b)(?:officer'?s?|reporting (?:person|owner)'?s?'?|(?:his|her)|the|full|official|complete|executive)?\s*\b(?:titles?|positions?(?: with (?:the )?issuer)?|relationship of reporting persons?(?:\(s\))? to (?:the )?issuer)(?: with (?:the )?(?:issuer|company))?\)?\s*(?:(?:is|are)\s*:?|[:\-–—]|(?<=\)))\s*(.+)/is;

function labelled(text: string): string | null {
  const [, rest] = label.exec(text) ?? [];
  return rest === undefined ? null : asTitle(firstSentence(rest));
}

const article = "(?:(?:the|an?|our|its|also|currently|presently|issuer's|company's|serving as|serves as) )*";
const holds =
  "(?:is|serves as|currently serves as|also serves as|acts as|(?:was|has been) appointed(?: as)?|became|holds the (?:title|office|position) of)";
const aboutReporter = new RegExp(
  `^(?:the )?(?:reporting (?:person|owner)|undersigned|insider|he|she) ${holds} ${article}(.+)`,
  "i",
);

/** "Ms. Doe is the Chief Financial Officer of the issuer", "Jane Doe, Chief Financial Officer" */
function ofPerson(text: string, owner: OwnerRecord): string | null {
  const surname = nameForms(owner.name)[0]?.split(/[\s,]/)[0] ?? "";
  for (const sentence of sentences(text)) {
    const reporter = aboutReporter.exec(sentence)?.[1];
    if (reporter !== undefined) return asTitle(reporter);
    if (surname.length < 2 || !new RegExp(String.raw`\b${escaped(surname)}\b`, "i").test(sentence)) continue;
    const person = new RegExp(
      String.raw`\b${escaped(surname)}(?: (?:[A-Z]\.?|jr\.?|sr\.?|ii|iii))*(?:,? ${holds} ${article}|\s*[,:–—-]\s*${article})([^;]+)`,
      "i",
    ).exec(sentence)?.[1];
    const title = person === undefined ? null : asTitle(untilNextPerson(person));
    if (title !== null) return title;
  }
  return null;
}

/** Behind the title of one person the next one may begin: "..., and Mr. Roe is the ...". */
const untilNextPerson = (text: string) => text.replace(/,? (?:and )?(?:mr|ms|mrs|dr)\. .*$/i, "");

/** A sentence that is nothing but a title. */
function bareTitle(text: string, owner: OwnerRecord): string | null {
  const named = nameForms(owner.name).at(-1) ?? "";
  for (const sentence of sentences(text)) {
    const own = sentence.toLowerCase().startsWith(`${named}, `) ? sentence.slice(named.length + 2) : sentence;
    const title = asTitle(own);
    if (title !== null) return title;
  }
  return null;
}

/** not the full stop of an abbreviation or an initial */
const sentenceEnd = /(?<!\b(?:mr|ms|mrs|dr|inc|corp|co|ltd|no|jr|sr|dept|exec|gen|gov|mgmt|[a-z]))\.(?=\s|$)|;|\n/i;
/** sentences that follow a title without a full stop */
const nextSentence =
  /[\s,;(*-]+(?:(?:see |and )?exhibits?\b|represents\b|reflects\b|includes\b|(?:the|this|these|each|all) (?:reporting|form|report|filing|amendment|number|shares|transactions?|securities|power|following)\b|pursuant\b|power of attorney\b|\(\d+\) [a-z]|effective (?:as of )?[a-z]+ \d).*$/is;

const sentences = (text: string): string[] =>
  text.split(sentenceEnd).map((sentence) => sentence.trim().slice(0, maxLength));
const firstSentence = (text: string): string => sentences(text.trim())[0] ?? "";

/** the form's field that a title continues: "Box 5:", "Title (cont'd) -", "Relationship:", "Capacity:" */
const fieldLabel =
  /^(?:(?:officer )?(?:titles?|positions?|relationships?|capacity|capacities|offices?|roles?)|(?:box|item|table|line) \d(?: ?\(\w+\))?|remarks?|officer(?=:))(?: (?:of )?(?:reporting (?:person|owner)))?(?: ?\(?(?:continued|continuation|cont'?d?\.?)\)?)?[\s:;–—-]+(?:and |& |also |is |are |as )?/i;

function asTitle(text: string): string | null {
  const title = text
    .replace(nextSentence, "")
    .replace(/\b(?:,? (?:of|for|with|at) (?:the )?(?:issuer|company|registrant|corporation)|, (?:a|an) .{0,60})$/i, "")
    .replace(/\s+/g, " ")
    .replace(/^[\s"'“”‘’*†‡+\-–—:()\d.]+/u, "")
    .replace(/[\s"“”*†‡+\-–—:,.|]+$/u, "")
    .replace(fieldLabel, "");
  if (title.length > maxTitle || !office.test(title) || noTitle.test(title)) return null;
  return title;
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const suffix = /^(jr|sr|ii|iii|iv|v|md|phd|esq)\.?$/;
/** particles that belong to the surname that follows: VAN DER BERG JOHN */
const particle = /^(van|von|der|den|de|del|della|di|da|dos|du|la|le|st|st\.|ter|ten|mc|mac|al|el|bin)$/;

/**
 * A name as filed (`LAST FIRST MIDDLE JR`) in lower case with one space between words, as a caller's text is compared
 * (asOwnerName), and reordered (`first middle last jr`). Company names are not treated separately.
 */
export function nameForms(name: string): string[] {
  const asFiled = name.toLowerCase().trim().split(/\s+/).join(" ");
  const words = asFiled.replace(/,/g, " ").split(/\s+/).filter(Boolean);
  const endings = words.filter((word, position) => position > 0 && suffix.test(word));
  const plain = words.filter((word, position) => position === 0 || !suffix.test(word));
  let surname = 1;
  while (surname < plain.length - 1 && particle.test(plain[surname - 1] ?? "")) surname++;
  const reordered = [...plain.slice(surname), ...plain.slice(0, surname), ...endings].join(" ");
  return [...new Set([asFiled, words.join(" "), reordered])];
}
