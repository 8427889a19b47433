// Decides whether a footnote states that the rows that refer to it were traded under a Rule 10b5-1 plan. It is decided
// clause by clause (plan-sentence.ts), because a plan is also mentioned when it was adopted, amended or ended, when a
// later sale will be made under it, or when this trade was not.
//
// The words of a footnote are brought into one form first, so that the rules of plan-sentence.ts meet each expression
// once: lower case, every spelling of the rule as `10b5-1`. Pure.
import { type ClauseKind, kindOfClause } from "./plan-sentence.ts";

/**
 * `made`: under a plan. `denied`: not under one. `mentioned`: a plan is mentioned, but nothing is said about the row.
 * `unnamed`: under a plan to trade that is not said to be one of the rule. `unclear`: the words are none of the judged
 * kinds, or contradict each other.
 */
export type PlanStatement = "made" | "denied" | "mentioned" | "unnamed" | "unclear";

/** The statement of a footnote about the rows that refer to it; null if it mentions no plan to trade. */
export function planStatement(footnote: string): PlanStatement | null {
  const mentions = planMentions(footnote);
  if (!mentions) return null;
  const statement = together(new Set(mentions.clauses.map(kindOfClause)));
  if (mentions.isRuleNamed) return statement;
  // without the rule's name only a clear denial says something about the rule
  return statement === "made" ? "unnamed" : statement === "unclear" ? "mentioned" : statement;
}

function together(kinds: ReadonlySet<ClauseKind>): PlanStatement {
  const contradicts = (one: ClauseKind, other: ClauseKind) => kinds.has(one) && kinds.has(other);
  if (contradicts("corrected_made", "corrected_denied")) return "unclear";
  if (kinds.has("corrected_made")) return "made";
  if (kinds.has("corrected_denied")) return "denied";
  if (contradicts("made", "denied")) return "unclear";
  if (kinds.has("made")) return "made";
  if (kinds.has("denied") || kinds.has("later")) return "denied";
  return kinds.has("unclear") ? "unclear" : "mentioned";
}

// linear time in this file: a footnote is cut at 10,000 characters, a clause at 1,500

/** between the parts of the rule's number: spaces, dashes, and what a wrong encoding makes of a dash */
const gap = String.raw`[\s\p{Pd}\u2212\u00AD\uFFFD?._]*`;
/** `10b5-1` in the spellings and misspellings of filers: `10b5‑1(c)`, `10b-5-1`, `10b5 1`, `10(b)5-1`, `105b-1`. */
const number = String.raw`(?:[1l]0${gap}\(?b\)?${gap}\(?5\)?|105b)${gap}\(?[1l]\b\)?`;
const rule = new RegExp(String.raw`(?:\brules?\s+)?${number}(?:\s?\((?:c|[1i]{1,3}|[ab])\)){0,4}`, "giu");
/** a plan is never made under Rule 10b-5, against fraud: the writer means 10b5-1 */
const ruleOfAPlan =
  /(?:\brule )?\b10b-?5(?=,? (?:(?:pre-?arranged|stock|trading|sales?|selling|purchase|written) ){0,2}(?:plan|program|arrangement|instruction)s?\b)/gu;
/** the form's own words for the rule: "the affirmative defense conditions of Rule 10b5-1(c)" */
const defense =
  /\baffirmative defen[cs]es?(?: (?:conditions?|provisions?|requirements?))?(?: (?:of|under|in|set forth in|provided (?:by|under|in|for in)|afforded (?:by|under)|available under) (?:the )?10b5-1)?/gu;
/** the words beside the form's box */
const wordsOfTheForm = /\bcontract, instruction,? or written plan\b[^;.]{0,120}?10b5-1/gu;
const mention = /(?<![\w-])10b5-1|\bnon-? ?10b5-1/u;

/** a plan to trade that is mentioned without the rule's number; never one of the issuer for its employees */
const unnamedPlan =
  /\b(?:(?:pre-?(?:arranged|planned|established|scheduled|determined)|written|automatic|systematic|structured) (?:\w+ )?|)(?:stock |share )?(?:trading|sales?|selling) (?:plan|program|arrangement|instruction)s?\b|\bpre-?arranged (?:plan|program|arrangement|instruction)s?\b/gu;

/** plans of the issuer: where one is named, "the Plan" can be that one */
const otherPlan =
  /\b(?:incentive|option|equity|award|omnibus|purchase|reinvestment|deferred|deferral|compensation|savings|retirement|401\(k\)|bonus|benefit|long-term|employee|director|stock ownership) plans?\b|\bespp\b/u;

/** the SEC's form allows 1,000 characters */
const maxLength = 10_000;
const maxClause = 1_500;

/** A clause that speaks of a plan under the rule. */
interface Mentions {
  clauses: string[];
  /** false: the footnote speaks of a plan to trade and never names the rule */
  isRuleNamed: boolean;
}

/** The clauses of a footnote that speak of a plan; null if none does. */
function planMentions(footnote: string): Mentions | null {
  const text = inOneForm(footnote.slice(0, maxLength));
  const isRuleNamed = mention.test(text);
  const named = isRuleNamed ? text : text.replace(unnamedPlan, "10b5-1 plan");
  if (!mention.test(named)) return null;
  return { clauses: clausesOf(named).filter((clause) => mention.test(clause)), isRuleNamed };
}

function inOneForm(footnote: string): string {
  return footnote
    .replace(/\s+/g, " ")
    .replace(rule, "10b5-1")
    .toLowerCase()
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/[\u201C\u201D"]/gu, "")
    .replace(ruleOfAPlan, "10b5-1")
    .replace(defense, "10b5-1")
    .replace(wordsOfTheForm, "10b5-1 plan")
    .replace(actOf1934, "");
}

/** whose "as amended" is not an amendment of a plan */
const actOf1934 =
  /,? (?:of|under|promulgated under|pursuant to) (?:the )?(?:u\.?s\.? )?(?:securities (?:and )?)?exchange act(?: of ?1934)?(?:,? as amended\b,?)?/gu;

/** not the full stop of a title, an abbreviation or an initial */
const sentenceEnd = /(?<!\b(?:mr|ms|mrs|dr|inc|corp|co|ltd|no|st|jr|sr|[a-z]))\.(?=\s|$)|;/u;
/** "... adopted a plan, and the shares were sold under it" are two statements */
const secondStatement =
  /(?:,|,? and|,? but) (?=(?:the|these|this|such|all|each|said) (?:\w+ ){0,3}?(?:shares?|sales?|transactions?|trades?|purchases?|securities|dispositions?) (?:\w+ ){0,6}?(?:was|were|is|are|will|has|have|under|pursuant)\b)/u;

function clausesOf(text: string): string[] {
  const isOtherNamed = otherPlan.test(text);
  const clauses: string[] = [];
  let isNamed = false;
  for (const sentence of text.split(sentenceEnd)) {
    const before = clauses.length;
    for (const part of sentence.slice(0, maxClause).split(secondStatement)) {
      const named = withRuleNamed(part, isNamed, isOtherNamed);
      isNamed ||= mention.test(part);
      // "prior to the plan's effectiveness, the shares were sold" is one statement
      const continues = clauses.length > before && !mention.test(named);
      const isExcepted = clauses.length > before && exception.test(clauses.at(-1) ?? "");
      if (clauses.length > 0 && (continues || isExcepted || restWasNot.test(part)))
        clauses.push(`${clauses.pop()}, ${named.trim()}`);
      else clauses.push(named);
    }
  }
  return clauses.map((clause) => clause.trim());
}

/** "except for the sale of June 3, the sales were made under a plan" */
const exception = /^\W*(?:except|excluding|other than|with the exception)\b[^;]*$/u;
/** "the second was not", "the other sales were discretionary" limit the statement before them */
const restWasNot =
  /^\W*(?:and |but |while )?(?:all )?(?:the )?(?:remaining|remainder|balance|others?|rest|first|second|third|former|latter|another|(?:sale|trade|purchase|transaction)s? (?:on|of|in|made on) \w+)(?: [\w-]+){0,6} (?:was|were)\b/u;

const determiner = String.raw`(?:that|this|the|such|said|these|those|his|her|their|its|my|(?:the )?(?:reporting persons?'?s?|mr\. \w+'s?|ms\. \w+'s?|dr\. \w+'s?))`;
const kindOfPlan =
  "(?:(?:trading|sales?|selling|stock|written|pre-?arranged|pre-?established|existing|previous|same) ){0,3}";
const planWord = String.raw`(?:plan|program|arrangement|instruction)s?\b`;
const under = String.raw`\b(pursuant to|under|in accordance with|in compliance with|as part of|through|outside(?: of)?|covered by|subject to) `;
const anaphora = new RegExp(
  String.raw`${under}(?:it|them|(?:the |its )?terms(?: thereof)?(?! of)|(?:the terms of )?${determiner} ${kindOfPlan}${planWord})(?![\w-])`,
  "gu",
);
const anaphoraOfTrading = new RegExp(
  String.raw`${under}(?:it|${determiner} (?:trading|sales?|selling) ${planWord})(?![\w-])`,
  "gu",
);
const planAsSubject = new RegExp(
  String.raw`(?<=(?:effectiveness|effective date|adoption|commencement|start|termination|expiration|expiry|end|completion) of )${determiner} ${kindOfPlan}${planWord}|\b${determiner} ${kindOfPlan}${planWord}(?= (?:was|is|has|had|will|became|expire|terminate|provide|allow))`,
  "gu",
);

/** "under it", "the plan" and "thereunder" behind the first mention of the rule, with the rule's name. */
function withRuleNamed(clause: string, isNamed: boolean, isOtherNamed: boolean): string {
  const first = isNamed ? 0 : clause.search(mention) + 1;
  if (!isNamed && first === 0) return clause;
  return clause.slice(0, first) + named(clause.slice(first), isOtherNamed);
}

function named(text: string, isOtherNamed: boolean): string {
  const box = text.replace(/\b(?:the|this|that|such) (?:check ?)?box\b/gu, "the 10b5-1 box");
  if (isOtherNamed) return box.replace(anaphoraOfTrading, "$1 a 10b5-1 plan");
  return box
    .replace(bareDenial, "it was not under a 10b5-1 plan")
    .replace(anaphora, "$1 a 10b5-1 plan")
    .replace(planAsSubject, "the 10b5-1 plan")
    .replace(/\b(?:thereunder|pursuant thereto|in accordance therewith)\b/gu, "under a 10b5-1 plan");
}

/** "they were not" */
const bareDenial =
  /^\W*(?:(?:and|but|in fact) )*(?:they|it|the (?:sales?|transactions?|trades?)) (?:was|were) not(?: so made)?$/u;
