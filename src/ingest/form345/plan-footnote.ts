// Decides whether a footnote states that the rows that refer to it were traded under a Rule 10b5-1 plan. It is decided
// sentence by sentence, because a plan is also mentioned when it was adopted, amended or ended, when a later sale will
// be made under it, or when this trade was not.

/** `10b5-1` in the spellings and misspellings of filers: `10b5‑1(c)`, `10b-5-1`, `10b5 1`, `10(b)5-1`, `105b-1`. */
const ruleForm = String.raw`(?:10[\s\p{Pd}(]*b[\s\p{Pd})]*\(?5\)?|105b)[\s\p{Pd}(.]*[1l]`;
const rule = new RegExp(ruleForm, "iu");

/** not the full stop of a title, an abbreviation or an initial */
const sentenceEnd = /(?<!\b(?:mr|ms|mrs|dr|inc|corp|co|ltd|no|st|jr|sr|[a-z]))\.(?=\s|$)|;/iu;
/** "sales plan" mentions no sale, and "as amended" belongs to the name of an act of Congress */
const mereNames =
  /\b(?:sales?|selling|trading|purchases?|stock|shares?|trade)\s+(?=(?:plan|program|arrangement|instruction|agreement)s?\b)|,? as amended\b/giu;

const denials = [
  String.raw`\bnot\b(?:\s+\w+){0,2}\s+(?:pursuant to|under|subject to|in accordance with|in compliance with|(?:as )?part of|through|covered by)\b[^;]{0,60}?`,
  String.raw`\b(?:other than|outside(?![^;]{0,40}\b(?:window|period)\b)|unrelated to|independent(?:ly)? of)\b[^;]{0,60}?`,
  String.raw`\b(?:neither|none) of (?:the|these)\b[^;]{0,100}?`,
  String.raw`\b(?:not an?|no(?: such| active| existing| effective)?|without(?: an?| any)?) (?:rule )?`,
];
const denial = new RegExp(`(?:${denials.join("|")})${ruleForm}`, "iu");

const lifecycle =
  /\b(?:adopt(?:s|ed|ion)?|enter(?:ed|s)? into|establish(?:es|ed|ment)?|amend(?:s|ed|ment)|modif(?:ies|ied|ication)|terminat(?:es|ed|ion)|cancel(?:s|l?ed|lation)|expir(?:es|ed|ation)|suspend(?:s|ed)|ended|put in(?:to)? place)\b/iu;
/** "Pursuant to Rule 10b5-1, the reporting person adopted a plan" */
const adoptedUnderRule = new RegExp(
  String.raw`^\W*\w+(?: \w+)? (?:\w+ )?(?:rule )?${ruleForm}(?:\(c\)(?:\(1\))?)?,.*${lifecycle.source}`,
  "iu",
);
/** `plan was adopted`, `has entered into`; does not match `plan adopted in May`, under which shares were sold */
const lifecycleVerb = new RegExp(
  String.raw`\b(?:was|were|is|has|have|had|been|be)\s+(?:\w+\s+){0,2}?${lifecycle.source}|\bplans? (?:expired|ended|terminated|lapsed)\b`,
  "iu",
);
const act =
  /\b(?:sold|sells?|sales?|bought|purchased?s?|transactions?|trades?|traded|dispos\w+|acquired|acquisitions?|exercis\w+|conver\w+|effect\w+|affected|executed|made|conducted|occurred|undertaken|took place|withheld|shares|options|represents)\b/giu;
/** words that connect a trade to the plan: under it, or intended to comply with the rule */
const connector =
  /\b(?:pursuant to|under|in accordance with|in compliance with|in reliance on|through|by means of|via|per|as part of|(?:intended|designed|meant) to|compl(?:y|ies) with)\b/giu;
const firstConnector = new RegExp(String.raw`^[\s("']*(?:${connector.source})`, "iu");
const future = /\b(?:to be|may|will|would|shall|can|could|might|intends? to|expects? to)\s+(?:be\s+)?$/u;
const otherRule = /\b(?:rule|section)\s+(?!10)\d/iu;
const underWhich =
  /\b(?:pursuant to|under|in accordance with) (?:which|it)\b[^;]{0,80}?\b(?:was|were|is|are|been) (?:sold|effected|made|executed|purchased)\b/iu;

/** the SEC's form allows 1,000 characters */
const longest = 10_000;

/**
 * The statement of a footnote about the rows that refer to it: made under a plan, not made under one, or null if it
 * states neither.
 */
export function planStatement(footnote: string): "made" | "denied" | null {
  if (!rule.test(footnote)) return null;
  const statements = footnote.slice(0, longest).replace(/\s+/g, " ").split(sentenceEnd).map(statementOf);
  if (statements.includes("made")) return "made";
  return statements.includes("denied") ? "denied" : null;
}

function statementOf(sentence: string): "made" | "denied" | null {
  const text = sentence.replace(mereNames, "");
  const at = text.search(rule);
  if (at < 0) return null;
  if (denial.test(text)) return "denied";
  if (adoptedUnderRule.test(text)) return null;
  const before = text.slice(0, at);
  if (isMadeUnder(before) || underWhich.test(text)) return "made";
  if (lifecycle.test(before) || lifecycleVerb.test(text) || /\b(?:may|will|would|shall|to be)\b/.test(text))
    return null;
  // the sentence only names the plan: "Rule 10b5-1 trading plan"
  return "made";
}

/**
 * "Sold pursuant to a Rule", "Pursuant to a Rule"match; "adopted a plan for sales under a Rule" and "sales to be made
 * under a Rule" do not.
 */
function isMadeUnder(before: string): boolean {
  const acts = [...before.matchAll(act)];
  return [...before.matchAll(connector)].some(({ index }) => {
    const beforeConnector = before.slice(0, index);
    if (lifecycle.test(beforeConnector) || otherRule.test(before.slice(index))) return false;
    const last = acts.filter((one) => one.index < index).at(-1);
    return last ? !future.test(before.slice(0, last.index)) : firstConnector.test(before);
  });
}
