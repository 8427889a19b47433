// What one clause says about the rows that refer to its footnote. A clause that says the contrary, corrects an earlier
// form, speaks of a plan's own history or of later trades is recognised before one that says "under a plan", because it
// contains the same words. A clause that no rule covers is `unclear`. Clauses are those of plan-footnote.ts. Pure.
import { isInReviewedWords, rule } from "./plan-vocabulary.ts";

// linear time in this file: a clause is cut at 1,500 characters

/**
 * `made`: the row was traded under a plan. `denied`: it was not. `corrected_made`, `corrected_denied`: the same, as the
 * correction of an earlier form, which decides over other clauses. `later`: only later trades are made under the plan.
 * `about`: the clause says something else about a plan. `unclear`: none of these kinds.
 */
export type ClauseKind = "made" | "denied" | "corrected_made" | "corrected_denied" | "later" | "about" | "unclear";

/** the words between a verb and the name of the plan */
const whose = String.raw`(?:(?:the|an?|any|his|her|their|its|such|this|that|new|current|existing|prior|previous|previously|adopted|disclosed|reporting|person's|persons'|owner's|mr\.|ms\.|dr\.|[\w.]+'s?) ){0,6}(?:(?:plan|program|arrangement|instruction)s? (?:\w+ )?(?:under|pursuant to|in accordance with) (?:an? |the )?)?`;

/** The kind of a clause that contains `10b5-1`. */
export function kindOfClause(clause: string): ClauseKind {
  const text = clause
    .replace(mereNames, "")
    .replace(enteredTrade, "$1 effected")
    .replace(enteringATrade, "effected $1");
  return (
    correctionIn(text) ??
    (isPartOnly.test(text) || isPartByCount.test(text) ? "unclear" : null) ??
    (saysContrary(text) ? (ofAmendedRule.test(text) ? "unclear" : "denied") : null) ??
    (ofOtherTrades.test(text) ? "about" : null) ??
    affirmation(text) ??
    (later.test(text) ? "later" : null) ??
    (isAboutAPlan(text) ? "about" : null) ??
    (isName(text) && isInReviewedWords(text) ? "made" : "unclear")
  );
}

/** "sales plan" mentions no sale, "as amended" belongs to the name of an act, a lock-up that ends is not a plan */
const mereNames =
  /\b(?:sales?|selling|trading|purchases?|stock|shares?|trade)\s+(?=(?:plan|program|arrangement|instruction|agreement)s?\b)|,? as amended\b(?! on)|\b(?:expiration|termination|end|release) of (?:the |a |his |her |any )?(?:[\w-]+ )?(?:cooling|lock|waiting|black|restricted|restriction|holding|vesting|standstill|trading window)[\w-]*(?: off| up| out)?(?: period)?/gu;
/** a trade that "was entered into" is made, a plan that "was entered into" is only adopted */
const enteredTrade =
  /\b((?:transactions?|sales?|trades?|purchases?|exercises?|dispositions?)(?: (?!plans?\b|arrangements?\b|programs?\b|instructions?\b|agreements?\b|contracts?\b)[\w,()'-]+){0,12}? (?:was|were|is|are|been)) (?:\w+ )?entered into\b/gu;
const enteringATrade =
  /\bentered into ((?:this|these|the|such|each|all)(?: \w+){0,2} (?:transactions?|sales?|trades?|purchases?))\b/gu;

// corrections of an earlier form

const mistake =
  /\b(?:incorrect(?:ly)?|inadvertent(?:ly)?|erroneous(?:ly)?|mistaken(?:ly)?|wrong(?:ly)?|improper(?:ly)?|(?:in|by|an?|due to) (?:\w+ )?(?:error|mistake)|(?:clerical|administrative|scrivener'?s) error|unintentional(?:ly)?|should (?:not )?have (?:been )?|failed to|neglected to|did not (?:indicate|state|disclose|reflect|identify|check|mark|report|include)|omitted)\b/u;
const box = String.raw`\b(?:check ?box(?:es)?|box(?:es)?|indicator|(?:10b5-1|plan) flag)\b`;
const aBox = new RegExp(box, "u");
const ticked = "(?:check|mark|tick|select|indicat)ed";
const unticked =
  /\b(?:failed to|did not|not|neglected to|omitted to|omission of|omitted|forgot to|without|should have (?:been )?)(?: \w+){0,3}? ?(?:check|mark|tick|select|indicat|stat|identif|disclos|reflect|mention|describ|referenc|show|label|characteri|report(?!ing)|not|includ|the (?:check ?)?box)\w*|\b(?:left|un|de)-?(?:checked|unchecked|blank|marked|ticked)\b|\b(?:indication|statement|footnote|disclosure|reference)\b[^;]{0,80}\bomitted\b|\b(?:check ?)?box\b[^;]{0,80}\bomitted\b|\bomitted\b[^;]{0,40}\b(?:indication|statement|footnote|disclosure|reference|check|box|that)\b/u;
const tickedBox = new RegExp(String.raw`\b${ticked}\b[^;]{0,60}${box}|${box}[^;]{0,160}\b${ticked}\b`, "u");
const indicatedPlan =
  /\b(?:indicat|stat|report(?!ing)|identifi?|specifi|disclos|not|describ|reflect|characteri[sz]|referenc|referr|includ|mark|label|designat|check)(?:ed|es|ing)\b[^;]{0,160}?10b5-1/u;
const amends = /\b(?:amend(?:ment|ed|ing|s)?|filed|filing)\b[^;]{0,80}?\b(?:to|in order to) (?:\w+ )?/u;
const addsBox = new RegExp(
  String.raw`${amends.source}(?:check|mark|tick|add|includ|indicat|reflect|disclos|not)\w*\b[^;]{0,120}(?:${rule}|${box})`,
  "u",
);
const removesBox = new RegExp(
  String.raw`${amends.source}(?:remov|delet|uncheck|unmark|clear|eliminat)\w*\b[^;]{0,120}(?:${rule}|${box})|\bun-?check(?:ed|ing)?\b[^;]{0,60}${box}`,
  "u",
);

/** "please disregard the reference to a plan", "the checkbox should be disregarded" */
const disregarded = new RegExp(
  String.raw`\bdisregard\w*\b[^;]{0,160}(?:${rule}|${box})|(?:${rule}|${box})[^;]{0,80}\b(?:be|been) (?:disregarded|ignored)\b`,
  "u",
);

function correctionIn(text: string): ClauseKind | null {
  if (removesBox.test(text) || disregarded.test(text)) return "corrected_denied";
  if (!mistake.test(text))
    return addsBox.test(text) ? (saysContrary(text) ? "corrected_denied" : "corrected_made") : null;
  if (/\bshould not have\b/u.test(text)) return "corrected_denied";
  const wasOmitted = unticked.test(text);
  // "incorrectly stated that the sale was not made under a plan"
  if (reportedLate.test(text) && !aBox.test(text)) return null;
  if (wasOmitted || tickedBox.test(text) || indicatedPlan.test(text) || wrongIndication.test(text))
    return wasOmitted || saysContrary(text) ? "corrected_made" : "corrected_denied";
  return ofAnotherKind.test(text) ? null : "unclear";
}

/** "the statement that the sale was made under a plan was incorrect" */
const wrongIndication = new RegExp(
  String.raw`\b(?:indication|statement|reference|footnote|disclosure|designation|notation|report)s?\b[^;]{0,160}${rule}[^;]{0,120}\b(?:was|were|is|are) (?:\w+ ){0,2}(?:incorrect|erroneous|inadvertent|error|mistake)`,
  "u",
);
const reportedLate =
  /10b5-1[^;]{0,80}\b(?:was|were) (?:\w+ )?(?:omitted|reported late|not (?:\w+ )?(?:reported|filed))\b/u;
/** a number or a date was wrong, or the trade itself was a mistake */
const ofAnotherKind =
  /\b(?:numbers?|prices?|amounts?|dates?|totals?|holdings?|code)\b|\b(?:inadvertently|mistakenly|erroneously) (?:sold|purchased|executed|placed|entered)\b|\b(?:sold|purchased|executed|placed|entered) (?:inadvertently|mistakenly|erroneously|in error|by mistake)\b|\boutside\b/u;

/** the row is made under a plan in part, or which of the rows are is not said */
const isPartOnly = new RegExp(
  String.raw`\b(?:a portion|portions|certain|some|most|part|half|a majority|(?<![\w-])\d[\d,]*) of (?:the|these|this|such|those)\b(?! plan)[^;]{0,120}\b(?:sold|made|effected|executed|purchased|disposed|acquired|transacted)\b[^;]{0,60}${rule}|\b(?:partially|partly|in part) (?:pursuant to|under)\b|\b(?:remaining|remainder|balance|others?|rest|first|second|third|former|latter|(?<![\w-])\d[\d,]{2,})(?: \w+){0,4} (?:was|were) not\b|\bexcept (?:for|as(?! (?:otherwise )?(?:noted|indicated|stated|set forth))|that|where|with)\b|\bsome or all\b|\bof the (?:[\d,]+ )?(?:\w+ )?(?:shares|sales|securities)\b[^;]{0,40}, (?:only )?\d[\d,]*\b[^;]{0,60}${rule}|\binclud(?:es|ing) \d[\d,]* [^;]{0,80}${rule}|\bnot\b[^;]{0,80}${rule}[^;]{0,20}\b(?:although|but|while|whereas)\b[^;]{0,60}\b(?:was|were)$|\beither (?:pursuant|under|in accordance|an? ${rule})|\bno longer (?:qualif|satisf|meet|compl)`,
  "u",
);
/** "two of the four sales", "only the sales on May 3", "of these, 2,000 shares", "..., the sale on May 2 was not" */
const isPartByCount = new RegExp(
  String.raw`\b(?:one|two|three|four|five|six|seven|eight|nine|ten|several|many) of (?:the|these|those)\b|^\W*(?:of (?:these|those|which|the)|only)\b|\bonly (?:the|those|these)\b[^;]{0,60}\b(?:sold|made|effected|executed|purchased|disposed)\b[^;]{0,60}${rule}|\b(?:marked|denoted|designated|identified) (?:with|by) (?!this\b)[^;]{0,80}${rule}|${rule}[^;]{0,80}, (?:but |and |while )?[^;]{0,60}\b(?:was|were) not$`,
  "u",
);

/** a plan of before 2023 need not satisfy the rule as it was amended then */
const ofAmendedRule = new RegExp(String.raw`\b(?:amended|amendments?|new|current|revised)\b[^;]{0,40}${rule}`, "u");

// the contrary

const connectorWord =
  "(?:pursuant to|under|subject to|in accordance with|in compliance with|in reliance (?:up)?on|(?:as )?(?:a )?part of|through|via|by means of|covered by|governed by|in connection with|within(?: the meaning of)?)";
const contrary = [
  String.raw`\bnot (?:currently |now )?(?:a )?(?:party to|have(?! (?:\w+ ){0,2}(?:discretion|control|influence|knowledge|involvement)\b)|maintain|participat\w+ in|use|utili[sz]e)\b[^;]{0,40}${rule}`,
  String.raw`\bnon-? ?${rule}`,
  String.raw`(?<!\bor )\b(?:not|nor|never)(?: (?!and\b|but\b|only\b|since\b|because\b|discretion|whether\b|known\b|clear\b|certain\b|aware\b|until\b|yet\b|previously\b)[\w-]+){0,3} ${connectorWord}\b[^;]{0,60}?${rule}`,
  String.raw`(?<!\bor )\bnot (?:\w+ )?(?:intended|designed|meant|qualif\w+|eligible|entitled|structured)\b[^;]{0,80}?${rule}`,
  String.raw`\b(?:do|does|did|is|are|was|were|will) not (?:\w+ )?(?:satisfy|comply|meet|qualify|constitute|rely|fall|involve)\b[^;]{0,80}?${rule}`,
  String.raw`(?<!\bor )\bnot (?:(?!terminat|amend|modif|cancel|expir|suspend|chang|check|mark|tick|because\b|since\b|only\b|yet\b|all\b|whether\b|known\b|clear\b|certain\b|aware\b)\w+ ){0,3}?${rule}`,
  String.raw`\b(?:other than|rather than|instead of|as opposed to|unrelated to|independent(?:ly)? (?:of|from)|separate(?:ly)? (?:and apart )?from|apart from) (?:(?:transactions?|sales?|trades?|those|made|effected|executed|one) ){0,3}(?:${connectorWord} )?(?:(?:the|a|an|any|his|her|their|its|such|reporting|person's|persons'|mr|ms|dr|existing|previously|adopted|disclosed|[\w.]+'s?) ){0,6}${rule}`,
  String.raw`\boutside(?: of)?(?!(?: [\w-]+){0,3} (?:window|period|blackout)\b)[^;]{0,60}?${rule}`,
  String.raw`\b(?:without|absent|in the absence of)(?: an?| any| the (?:use|benefit) of an?)? (?:\w+ )?${rule}`,
  String.raw`\bneither\b[^;]{0,60}?${connectorWord}\b[^;]{0,60}?${rule}`,
  String.raw`\b(?:neither|none) of (?:the|these|such|this|those)\b[^;]{0,100}?${rule}`,
  String.raw`\bno (?:(?:such|active|existing|effective|written|current|part|portion|shares?|sales?|transactions?|trades?)\b ?)(?:(?!remain|left|will|may|further)\w+ ){0,8}?${rule}`,
  String.raw`\bno ${rule}`,
  String.raw`\b(?:preced(?:es|ed)|predat(?:es|ed)) ${whose}${rule}`,
  String.raw`\bnot (?:\w+ )?relate[ds]? to ${whose}${rule}`,
  String.raw`\bin addition to (?:any |the |his |her |their )?(?:sales?|transactions?|trades?)(?: \w+){0,2} ${connectorWord} ${whose}${rule}`,
  String.raw`${rule}(?: \w+){0,3}? ?[:=] ?(?:no|none)\b`,
  String.raw`${rule}(?: [\w'-]+){0,6}? (?:was|were|is|are|had|has|have|did|does|do) not (?:been |yet |then |be |yet been |in |currently )*(?:effect|place|effective|used|utili[sz]ed|applicable|appl(?:y|ies)|cover|become|adopted|entered|executed|commenced?|begun|active|relied|started|govern|involve)`,
];
const contraryWords = new RegExp(contrary.join("|"), "u");
/** "not at the reporting person's discretion but pursuant to a plan" */
const notBut = new RegExp(
  String.raw`\bnot\b[^;]{0,80}\bbut (?:rather |instead |were |was |is |are )*(?:\w+ )?(?:pursuant to|under|in accordance with)\b[^;]{0,40}${rule}`,
  "u",
);

/** a trade before the plan began, or behind its end */
const beforeThePlan = new RegExp(
  String.raw`\b(?:prior to|before|preceding|in advance of) (?:${whose}(?:(?:effective(?:ness)?|adopti(?:on|ng)|commenc(?:ement|ing)|entry|entering|establish(?:ment|ing)|implement(?:ation|ing)|start|beginning|execution|executing|inception|first (?:sales?|trades?|transactions?)|(?:sales?|trades?|trading|transactions?))(?: date)? (?:(?:of|under|into|for) )?(?:(?:sales?|trades?|trading|transactions?) (?:under )?)?)?)${whose}${rule}`,
  "u",
);
const afterThePlan = new RegExp(
  String.raw`\b(?:after|following|since|subsequent to) ${whose}(?:(?:early )?(?:terminati(?:on|ng)|expir(?:ation|y)|cancell?(?:ation|ing)|suspension|end) (?:of )?${whose}${rule}|${rule}(?: \w+){0,3}? (?:expired|terminated|ended|lapsed|(?:was|had been|were) (?:terminated|cancel|suspend)))`,
  "u",
);

function saysContrary(text: string): boolean {
  if (notBut.test(text) || (isOfTheFuture.test(text) && !pastAct.test(text))) return false;
  return contraryWords.test(text) || isOutOfTime(text, beforeThePlan) || isOutOfTime(text, afterThePlan);
}

/** "sold prior to the effectiveness of a plan"; not "sold under a plan adopted prior to the effectiveness of ..." */
function isOutOfTime(text: string, pattern: RegExp): boolean {
  const at = text.search(pattern);
  if (at < 0) return false;
  const before = text.slice(0, at);
  return !before.includes(rule) && !lifecycle.test(before) && hasAct(text);
}

// later trades, other trades

/** "sales under the plan will commence on"; "shares that may be sold under the plan" are its content */
const later =
  /\b(?:will|shall|(?:is|are) (?:expected|scheduled|anticipated|set) to|to) (?:not )?(?:\w+ )?(?:commence|begin|start|take effect|become effective|go into effect)\b|\b(?:commencing|beginning|starting) no (?:earlier|sooner)\b/u;
const ofOtherTrades =
  /\b(?:(?:original|initial|first|prior|previous|earlier)(?: \w+)? (?:form|filing|report|statement)s?|(?:originally|previously|initially) filed)\b[^;]{0,60}?\b(?:stat|indicat|report|disclos|describ|reflect|check)(?:ed|s)\b[^;]{0,80}?10b5-1|\b(?:does not|do not|not) (?:include|reflect)\b|\bexclud(?:es|ing)\b|\bnot (?:\w+ )?reported (?:here|in|on)\b|\b(?:prior|previous|earlier|separate|subsequent) form 4s?\b/u;

// under a plan

const lifecycle =
  /\b(?:adopt(?:s|ed|ion|ing)?|enter(?:ed|s|ing)? into|establish(?:es|ed|ment|ing)?|amend(?:s|ed|ment|ing)|modif(?:ies|ied|ication|ying)|terminat(?:es|ed|ion|ing)|cancel(?:s|l?ed|lation|ling)|expir(?:es|ed|ation)|suspend(?:s|ed)|ended|put in(?:to)? place|implement(?:s|ed))\b/u;
/** "Pursuant to Rule 10b5-1, the reporting person adopted a plan" */
const adoptedUnderRule = new RegExp(String.raw`^\W*\w+(?: \w+)? (?:\w+ )?${rule},.*${lifecycle.source}`, "u");
/** `plan was adopted`, `has entered into`; does not match `plan adopted in May`, under which shares were sold */
const lifecycleVerb = new RegExp(
  String.raw`\b(?:was|were|is|has|have|had|been|be)\s+(?:\w+\s+){0,2}?${lifecycle.source}|\bplans? (?:expired|ended|terminated|lapsed)\b`,
  "u",
);
const act =
  /\b(?:sold|sells?|sales?|bought|purchased?s?|transactions?|trades?|traded|dispos\w+|acquired|acquisitions?|exercis\w+|conver\w+|effect(?!iveness)\w*|affected|executed|made|conducted|occurred|undertaken|took place|withheld|shares|options|represents|completed|transacted|carried out|performed|consummated|gift\w*)\b/gu;
/** words that connect a trade to the plan: under it, or intended to comply with the rule */
const connector =
  /\b(?:pursuant to|according to|under|in accordance with|in compliance with|in reliance (?:up)?on|through|by means of|via|per|as (?:a )?part of|(?:by|in connection with)(?= (?:[\w'.-]+ ){0,4}$)|(?:intended|designed|meant) to|compl(?:y|ies|ied) with|within)\b|\b(?:is|are|was|were) (?:covered by|subject to|part of)\b/gu;
const firstConnector = new RegExp(String.raw`^[\s("']*(?:\w+ly )?(?:${connector.source})`, "u");
/** the month has no verb behind it */
const modal = String.raw`(?:may(?= (?:be|not|only|also|sell|purchase|trade|dispose|transfer|exercise|make|effect|from)\b)|will|would|shall|could|might|(?<!intended |designed |meant )to be|(?:intends?|expects?|proposes?|anticipates?) to|(?:scheduled|expected|anticipated) to)`;
const future = new RegExp(
  String.raw`\b${modal} (?:\w+ly )?(?:not )?(?:be )?(?:\w+ly )?(?:sold|sell|purchased?|bought|buy|made?|make|effect(?:ed)?|executed?|conducted|disposed?(?: of)?|transferred|exercised?|converted|traded?|occur)(?: (?!was\b|were\b|is\b|are\b|been\b)[\w,'-]+){0,4} $`,
  "u",
);
/** "requires that sales be made under a plan" */
const demanded =
  /(?<!\b(?:intended|designed|meant) to )\bbe (?:\w+ly )?(?:sold|made|effected|executed|purchased|conducted|disposed of|traded)(?: [\w,'-]+){0,4} $/u;
const otherRule = /\b(?:rule|section)\s+\d/u;
const underWhich =
  /\b(?:pursuant to|under|in accordance with|by|through) (?:which|it)\b,? (?:(?!may\b|will\b|would\b|can\b|could\b|shall\b|to be\b)[\w,'.()-]+ ){0,12}?(?:sold|effected|made|executed|purchased|disposed)\b/u;
const madeUnderIt =
  /\b(?:was|were|been) (?:\w+ )?(?:sold|effected|made|executed|purchased|disposed of|acquired) (?:\w+ )?(?:pursuant to|under|in accordance with) (?:a 10b5-1|it|such|the same|that)\b/u;
/** "sales under the plan will commence", "the first sale under it cannot occur before" */
const laterTrades = new RegExp(
  String.raw`${rule}(?: \w+){0,3}? (?:${modal}|can|cannot|begins?|commences?|starts?|(?:is|are) (?:\w+ )?(?:expected|scheduled|anticipated|set|to))\b|${rule}(?: (?!which\b|that\b|who\b)[\w'.-]+){0,10}? (?:will|(?:is|are) (?:expected|scheduled|anticipated|set) to) (?:not )?(?:begin|commence|start|occur|take place|be (?:made|effected|executed))\b`,
  "u",
);
const firstTrade = /^\W*(?:the )?(?:first|next|earliest)(?: \w+)? (?:sales?|trades?|transactions?)\b/u;
const pastAct = /\b(?:sold|bought|purchased|made|effected|executed|conducted|occurred|acquired|disposed|transacted)\b/u;
/** the issuer's own plan to buy its shares */
const buyback = /\b(?:re-?purchase|buy-?back)\b/u;

/** "in the event that all shares covered by a plan are sold" */
const hypothetical = /^\W*(?:in the event|if|assuming|should|to the extent)\b/u;

function affirmation(text: string): ClauseKind | null {
  const before = text.slice(0, text.indexOf(rule));
  if (adoptedUnderRule.test(text)) return null;
  if ((laterTrades.test(text) || firstTrade.test(text)) && !pastAct.test(before)) return null;
  if (!isMadeUnder(before) && !underWhich.test(text) && !madeUnderIt.test(text)) return null;
  if (hypothetical.test(text)) return "about";
  return buyback.test(text) || isDoubted(text) || !isInReviewedWords(text) ? "unclear" : "made";
}

/** words that turn a statement round, where no rule knows how */
const doubt =
  /\b(?:not|never|nor|neither|no|none|without|except|unless|contrary|instead|rather|outside|although|whether|alleged(?:ly)?|unaware)\b/u;
/** "not at the reporting person's discretion" says how a plan works */
const harmlessDoubt =
  /\b(?:not|no|without|nor|never)(?: \w+){0,5}? (?:discretion\w*|control|influence|knowledge|involvement|direction|previously|only|less|more|solicited)\b|\bwhether or not\b|\bunless otherwise\b|\bexcept as\b|\bno(?:t)? (?:later|earlier|longer)\b/gu;
/** the verb, the connecting word and the plan in one breath: what follows is about the plan */
const directly = new RegExp(
  String.raw`\b(?:sold|made|effected|affected|executed|purchased|conducted|occurred|completed|sales?|transactions?|trades?|was|were|are|is|exercised)(?: [\w'(),-]+){0,4}? ${connectorWord} ${whose}(?:[\w-]+ ){0,3}${rule}`,
  "u",
);

function isDoubted(text: string): boolean {
  const plain = text.replace(harmlessDoubt, "").replace(notBut, "but under 10b5-1");
  return doubt.test(directly.test(text) ? plain.slice(0, plain.indexOf(rule)) : plain);
}

/**
 * "Sold pursuant to a Rule", "Pursuant to a Rule" match; "adopted a plan for sales under a Rule" and "sales to be made
 * under a Rule" do not.
 */
function isMadeUnder(before: string): boolean {
  const acts = [...before.matchAll(act)];
  return [...before.matchAll(connector)].some(({ index }) => {
    const beforeConnector = before.slice(0, index);
    if (lifecycle.test(beforeConnector) || otherRule.test(before.slice(index))) return false;
    return acts.some((one) => one.index < index)
      ? !future.test(beforeConnector) && !demanded.test(beforeConnector)
      : firstConnector.test(before);
  });
}

const hasAct = (text: string) => text.search(act) >= 0;

// the plan itself

const planProvides = new RegExp(
  String.raw`${rule}(?: (?!which\b|that\b|who\b)[\w'.-]+){0,8}? (?:provides?|allows?|permits?|includes?|covers?|contemplates?|authori[sz]es?|calls? for|expires?|runs?|remains?|became|takes?|took|begins?|starts?)\b`,
  "u",
);

const isOfTheFuture = new RegExp(String.raw`\b${modal}\b`, "u");

function isAboutAPlan(text: string): boolean {
  const before = text.slice(0, text.indexOf(rule));
  return (
    adoptedUnderRule.test(text) ||
    laterTrades.test(text) ||
    firstTrade.test(text) ||
    aBox.test(text) ||
    lifecycle.test(before) ||
    lifecycleVerb.test(text) ||
    planProvides.test(text) ||
    isOfTheFuture.test(text)
  );
}

/** "Rule 10b5-1 trading plan adopted May 1": a footnote that only names the plan of its row. */
const isName = (text: string) =>
  !/\b(?:is|are|was|were|be|been|has|have|had|do|does|did|not|no|never|nor|none|neither|without|except|if|unless|whether|although|though|maintains?|uses|utili[sz]es|disclaims|believes|states|confirms|relates|refers|unknown|applicable|n\/a)\b|n't\b/u.test(
    text,
  );
