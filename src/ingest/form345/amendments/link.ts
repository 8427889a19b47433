// Which filings an amendment amends, and what its remarks and footnotes state about it: the accession number that it
// amends, and that a trade was omitted. Pure.
import {
  canAmend,
  compareFiled,
  type FiledForm,
  type FiledRow,
  isAmendment,
  isEqual,
  securityOf,
} from "./filed-form.ts";

/** How an amendment names what it amends. */
export type NamedBy = "accession_number" | "original_date" | "trade_date" | "equal_trade";

export interface AmendmentLink {
  namedBy: NamedBy;
  /** accession numbers in its texts; also those of filings that it cannot amend */
  named: string[];
  /** accession numbers of the amended filings, in filing order; empty: the link waits until one is stored */
  amends: string[];
}

/** maximum days between the two trade dates if an amendment that names no filing corrects a date: a mistyped year */
export const maxDaysApart = 366;

/**
 * The filings that `amendment` names, among all `forms`: by accession number in its texts, else by the date of original
 * submission, else the newest earlier filing with a row on a trade date of the amendment, else the only earlier row that
 * differs in its trade date alone. Several filings of the named day are all candidates. An accession number of a stored
 * filing that it cannot amend (another company, owner or form) names nothing. `isLive` tells rows that no earlier
 * amendment has superseded.
 */
export function linkOf(
  amendment: FiledForm,
  forms: ReadonlyMap<string, FiledForm>,
  isLive: (row: FiledRow) => boolean,
): AmendmentLink {
  const earlier = [...forms.values()].filter((form) => canAmend(amendment, form)).sort(compareFiled);
  const named = namedAccessions(amendment);
  const meant = named.filter((accession) => {
    const form = forms.get(accession);
    return form === undefined || canAmend(amendment, form);
  });
  const link = (namedBy: NamedBy, found: FiledForm[]): AmendmentLink => ({
    namedBy,
    named,
    amends: found.map(({ accessionNumber }) => accessionNumber),
  });
  if (meant.length > 0) {
    const isComplete = meant.every((accession) => forms.has(accession));
    return link("accession_number", isComplete ? earlier.filter((form) => meant.includes(form.accessionNumber)) : []);
  }
  if (amendment.originalSubmittedOn !== null) {
    const ofDay = earlier.filter(({ filedOn }) => filedOn === amendment.originalSubmittedOn);
    const originals = ofDay.filter((form) => !isAmendment(form));
    return link("original_date", originals.length > 0 ? originals : ofDay);
  }
  const days = new Set(amendment.rows.flatMap(({ tradedOn }) => tradedOn ?? []));
  const newest = [...days].flatMap(
    (day) => earlier.findLast(({ rows }) => rows.some((row) => row.tradedOn === day)) ?? [],
  );
  if (newest.length > 0) return link("trade_date", [...new Set(newest)].sort(compareFiled));
  const equal = earlier.flatMap(({ rows }) => rows.filter((row) => isLive(row) && correctsDateOf(amendment, row)));
  const [only, ...more] = equal;
  const form = more.length === 0 ? forms.get(only?.accessionNumber ?? "") : undefined;
  return form ? link("equal_trade", [form]) : link("trade_date", []);
}

function correctsDateOf(amendment: FiledForm, row: FiledRow): boolean {
  return amendment.rows.some(
    (by) =>
      by.shares !== null &&
      isEqual(by, row) &&
      by.transactionCode === row.transactionCode &&
      securityOf(by) === securityOf(row) &&
      daysApart(by, row) <= maxDaysApart,
  );
}

/** Calendar days between two trade dates; infinite if one is unknown. */
export function daysApart(a: FiledRow, b: FiledRow): number {
  if (a.tradedOn === null || b.tradedOn === null) return Number.POSITIVE_INFINITY;
  return Math.abs(Date.parse(a.tradedOn) - Date.parse(b.tradedOn)) / 86_400_000;
}

// What the remarks and footnotes of an amendment state about it: the accession number that it amends, and that a trade
// was omitted. Pure.

/** the SEC's form allows 1,000 characters of a footnote and 2,000 of remarks */
const maxTextLength = 10_000;
/** characters around a number in which the text says what it is the number of */
const around = 150;

const number = /(?<!\d)(\d{10})-?(\d{2})-?(\d{6})(?!\d)/g;
const ofAmended =
  /\b(?:amend|original|correct|restat|supersed|replac|previous|prior|initial|earlier|form\s{0,3}[345]\b)/i;
const ofAnother =
  /\b(?:8-?k|10-?[kq]|6-?k|20-?f|s-\d|f-\d|144|13[dgf]|exhibit|proxy|prospectus|registration statement)\b/i;

/**
 * The accession numbers, with dashes, of the filings that the texts name as amended, in the order of first mention. A
 * number of another kind of document (an 8-K, an exhibit) and the amendment's own number are omitted.
 */
export function namedAccessions(form: Pick<FiledForm, "accessionNumber" | "remarks" | "footnotes">): string[] {
  const texts = [form.remarks ?? "", ...Object.values(form.footnotes)].map((text) => text.slice(0, maxTextLength));
  const found = texts.flatMap((text) =>
    [...text.matchAll(number)].flatMap((match) => {
      const before = text.slice(Math.max(0, match.index - around), match.index);
      const after = text.slice(match.index + match[0].length, match.index + match[0].length + around);
      const isNamed = ofAmended.test(`${before} ${after}`) && !ofAnother.test(before.slice(-60));
      return isNamed ? [`${match[1]}-${match[2]}-${match[3]}`] : [];
    }),
  );
  return [...new Set(found)].filter((accession) => accession !== form.accessionNumber);
}

/** Who says that the trade of a row was omitted before: a footnote of the row, or the form as a whole. */
export function statedOmission(form: FiledForm): (row: FiledRow) => "footnote" | "remarks" | null {
  const referred = new Set(form.rows.flatMap(({ footnoteIds }) => footnoteIds));
  const omitting = new Set(Object.keys(form.footnotes).filter((id) => saysTradeOmitted(form.footnotes[id] ?? "")));
  const ofForm = saysTradeOmitted(form.remarks ?? "") || [...omitting].some((id) => !referred.has(id));
  return ({ footnoteIds }) => (footnoteIds.some((id) => omitting.has(id)) ? "footnote" : ofForm ? "remarks" : null);
}

const trade =
  "transactions?|trades?|sales?|sold|purchases?|purchased|acquisitions?|acquired|dispositions?|disposed|grants?|granted|awards?|awarded|lots?|exercises?|exercised|gifts?|gifted|contributions?|conversions?|vesting|transfers?|withholding|lines?|rows?|entry|entries";
const other =
  "footnotes?|signatures?|names?|address(?:es)?|box(?:es)?|checkbox|exhibits?|attorney|remarks?|columns?|information|cik|titles?|relationships?|holdings?|balances?|totals?|amounts?|numbers?|prices?|explanations?|statements?|legends?|dates?|codes?|words?|reference";
const noun = new RegExp(`\\b(?:(?<trade>${trade})|${other})\\b`, "i");

const omitted =
  /\b(?:omitted|omits?|omission of|left out|unreported|overlooked|(?:not|never) (?:been )?(?:previously )?(?:been )?(?:reported|included|disclosed|reflected)|(?:did not|failed to|neglected to) (?:report|include|disclose|reflect))\b/i;
/** the omitted thing follows these, and precedes the others */
const active = /^(?:omission of|unreported|did not|failed|neglected|omits?$)/i;
/** not the full stop of an abbreviation */
const sentenceEnd = /(?<!\b(?:mr|ms|dr|inc|corp|co|ltd|no|st|jr|[a-z]))\.(?=\s|$)|;/i;
/** words between an active verb, or an adjective, and what was omitted */
const wordsAfter = 6;
const adjectiveWords = 2;

/** True if a sentence says that a trade was omitted, and not a footnote, a name or a holding. */
export function saysTradeOmitted(text: string): boolean {
  return text.slice(0, maxTextLength).replace(/\s+/g, " ").split(sentenceEnd).some(omitsTrade);
}

function omitsTrade(sentence: string): boolean {
  const match = omitted.exec(sentence);
  if (!match) return false;
  const following = sentence
    .slice(match.index + match[0].length)
    .trim()
    .split(" ");
  const until = following.findIndex((word) => /^(?:from|in|on|due|because|and)\b/i.test(word));
  const next = following.slice(0, until === -1 ? undefined : until);
  if (active.test(match[0])) return firstNoun(next.slice(0, wordsAfter).join(" ")) === "trade";
  const adjective = firstNoun(next.slice(0, adjectiveWords).join(" "));
  if (adjective !== null) return adjective === "trade";
  // "to report a grant of restricted stock units that was omitted": the first noun of the last clause that has one
  const clauses = sentence
    .slice(0, match.index)
    .split(/,|\band\b/i)
    .reverse();
  const before = clauses.map(firstNoun).find((kind) => kind !== null);
  if (before !== undefined) return before === "trade";
  return firstNoun(next.slice(0, wordsAfter).join(" ")) === "trade";
}

function firstNoun(text: string): "trade" | "other" | null {
  const match = noun.exec(text);
  return match ? (match.groups?.trade === undefined ? "other" : "trade") : null;
}
