// The words in which filers say that a row was traded under a plan. A clause says "made" only if each of its words is one
// of these or belongs to a name, a number or a date: any other word can limit the statement, doubt it or speak of
// something else ("a portion", "contemplated", "the policy"), and what it does has not been judged. Pure.

/** Reviewed one by one. Words that limit or doubt are absent on purpose: some, certain, part, other, only, if, not. */
const reviewed: Record<string, string> = {
  articles: `
    a an the this these those such all each every herein here above below hereby said line row column table
    footnote note see`,
  persons: `
    reporting person persons party parties filer filers owner owners individual individuals insider he she they
    him her his their them its it i my we our director officer executive spouse wife husband trust trusts
    trustee trustees executor custodian family foundation llc l.l.c lp l.p inc partnership ltd grantor estate mr
    mrs ms dr mentioned named undersigned`,
  trades: `
    sale sales sell sold selling seller purchase purchases purchased buy bought buying transaction transactions
    trade trades traded trading disposition dispositions dispose disposed disposing disposal acquisition
    acquisitions acquire acquired exercise exercises exercised exercising conversion conversions convert
    converted gift gifts gifted donated donation donations withheld withholding sell-to-cover cashless same-day
    block market open`,
  made: `
    effected effectuated affected effect made executed execution conducted completed occurred carried
    consummated performed undertaken transacted took placed was were is are been being be has have had
    representing represent represents reflects reflect reflected reflecting report reports reported shown listed
    set forth described noted indicated identified referenced includes pursuant under accordance compliance
    reliance terms provisions conditions requirements through via per by means automatic automatically
    non-discretionary mandatory mandated directed required arranged administered managed broker broker-dealer
    brokers agent administrator series represented relates completes final behalf own solely entirely`,
  securities: `
    share shares stock stocks common ordinary class preferred unit units security securities option options
    stock-based rsu rsus psu psus restricted performance award awards warrant warrants employee ads adss
    american depositary derivative non-derivative underlying vested vesting vest granted grant grants resulting
    issuer issuer's company company's number amount total aggregate beneficially owned held directly indirectly
    ira account accounts custodial joint`,
  plan: `
    plan plans program programs arrangement arrangements instruction instructions contract agreement written
    binding letter durable planned scheduled irrevocable pre-arranged prearranged pre-established preestablished
    pre-existing preexisting existing pre-planned pre-determined predetermined pre-scheduled prescheduled
    previously previously-adopted previously-disclosed prior current qualified standing systematic approved new
    pre-set quarterly monthly weekly daily restated company-approved duly lawfully box checkbox checked rule
    rules section sec exchange act amended regulation promulgated affirmative defense pre-approved intended
    intends designed meant comply complies complied complying satisfy satisfies satisfied satisfying satsify
    qualify qualifies meet meets meeting use version`,
  adoption: `
    adopted adopting adoption adopts entered entering into entry established establishing establishment put
    dated dtd signed effective became began begun commenced commencing expires expiring expiration modified
    modification amendment amending last latest originally initially subsequently first good faith aware
    possession material nonpublic non-public information cooling-off period following after before during
    between ending more than days months year years ago day month`,
  dates: `
    january february march april may june july august september october november december jan feb mar apr jun
    jul aug sep sept oct nov dec date dates on of in at and also thereunder there within was/were`,
  prices: `
    price prices ranging range weighted average weighted-average inclusive multiple single separate several high
    low full undertakes provide request staff order orders limit specified quantity quantities exact`,
  purposes: `
    cover pay payment fund taxes tax taxable obligation obligations liability liabilities related relating
    connection arising out settlement financial planning diversification diversify holdings personal charitable
    purposes purpose liquidity estimated applicable statutory due cost costs associated corresponding impact
    special dividend consisting adjusted form forms 4/a 3/a 5/a filed commission`,
};
const words = new Set(Object.values(reviewed).join(" ").trim().split(/\s+/));

/** the plan's name in a clause, whatever its form was */
export const rule = "10b5-1";
/** numbers, prices, dates, form numbers, `8-k`, and marks of footnotes */
const numeral = /^(?:\$?[\d][\d,./-]*(?:th|st|nd|rd|%|m|k)?|\d?[\d-]*[a-k]|[a-z])$/u;
/** names: behind a title, in front of what they own, or of a trust or a company that acts */
const names = new RegExp(
  [
    String.raw`\b(?:mr|mrs|ms|dr)\.? (?:(?!10b5)[\w-]+\.? ){0,2}?[\w-]+'s?(?= )`,
    String.raw`\b(?:mr|mrs|ms|dr)\.? (?!10b5)[\w'.-]+`,
    String.raw`\b(?:adopted|established|entered into|effected|made|sold|sales?|purchases?|transactions?|held) by (?:the )?(?:[\w.&'-]+,? ){1,6}?(?:llc|l\.?p|inc|trust|foundation|partnership|fund|holdings)\b`,
    String.raw`\bdividend consisting of (?:the )?[\w-]+`,
    String.raw`\((?![^()]{0,60}\b(?:half|some|certain|portion|part|most|one|not|no|except|excluding|other|only)\b)[^()]{1,60}\)`,
  ].join("|"),
  "gu",
);
/** a person's own plan: "ambrose's", "the reporting persons'" */
const possessive = /^[\w.-]+s?'s?$/u;
/** whose trades or plans are not the reporting person's */
const others = new RegExp(
  [
    String.raw`\b(?:spouse|wife|husband|broker|affiliate|employer|issuer|company|fund|partner|colleague|brother|sister|child|another|director|officer|executive)s?'s? (?:own )?(?:[\w-]+ )?10b5-1`,
    String.raw`\b(?:sales?|purchases?|repurchases?|transactions?|trades?|sold|purchased|repurchased|bought|made|effected|executed) by (?:the |its |such )?(?:issuer|company|underwriters?|employer)\b(?!')`,
    String.raw`\b(?:plan|program|policy)s? (?:adopted|established|maintained|sponsored) by (?:the |its )?(?:issuer|company|board|broker|employer)\b`,
    String.raw`10b5-1 (?:[\w-]+ )?(?:plan|program|arrangement) of (?!(?:the )?(?:reporting|filer|owner|insider|undersigned|trust|individual|shares|executor|trustee)|mr|ms|mrs|dr|\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} |(?:the )?(?:[\w.-]+ ){0,3}(?:trust|llc|foundation|partnership))`,
  ].join("|"),
  "u",
);
/** `may` is also a month */
const modalMay =
  /\bmay(?= (?:be|not|only|also|have|sell|purchase|trade|dispose|transfer|exercise|make|effect|from time)\b)/u;
/** small words that only their phrases make harmless: "transferred to a broker for sale" needs none of these */
const phrases = new RegExp(
  [
    String.raw`\b(?:pursuant to|under|by) which\b`,
    String.raw`\b(?:pursuant|according|subject) to\b`,
    String.raw`\bin order to\b`,
    String.raw`\bto (?:cover|satisfy|satsify|comply(?: with)?|meet|qualify(?: under)?|pay|diversify|provide|fund taxes)\b`,
    String.raw`\b(?:from|between) \$?[\d.,]+ (?:to|and)\b`,
    String.raw`\b(?:at|for) (?:an? |the )?(?:average|weighted|aggregate|total|tax|taxes|estate|diversification|liquidity|personal|charitable)\b`,
    String.raw`\b(?:accordance|compliance|connection|conformity|comply|complies|complied|complying|consistent) with\b`,
    String.raw`\bas (?:of|amended|described|disclosed|reported|indicated|reflected|set forth|noted|last amended|a trustee)\b`,
    String.raw`\b(?:plan|program|arrangement|instruction|contract|letter)s? (?:that|which)\b`,
    String.raw`\b(?:that|which) (?:is|are|was|were) (?:intended|designed|adopted|established|entered into)\b`,
    String.raw`\b(?:that|which) (?:complies|complied|satisfies|meets|qualifies)(?: with| under)?\b`,
    String.raw`\b(?:plan|program|arrangement)s? for (?:the )?(?:selling|sales?|purchases?|trading)\b`,
    String.raw`\b(?:reporting )?persons? or the reporting person's\b`,
    String.raw`\bas gifts?\b`,
    String.raw`\breported as disposed of\b`,
    String.raw`\bplan (?:pursuant to|under) which\b`,
    String.raw`\b(?:took|taken|takes) place\b`,
    String.raw`\bput in place\b`,
    String.raw`\b(?:up)?on the (?:vesting|settlement|exercise)\b`,
    String.raw`\bupon (?:vesting|settlement|exercise)\b`,
    String.raw`\bpreviously disclosed\b`,
    String.raw`\bdisclosed (?:above|below|here|herein|in|on)\b`,
    String.raw`\bwhile (?:the |such )?(?:reporting )?(?:person|owner|he|she|they)s? (?:was|were) (?:not )?(?:aware|in possession)\b`,
  ].join("|"),
  "gu",
);
/** behind the plan's name, words that limit, doubt or take back what was said before it */
const limitWords = [
  "some|certain|portions?|half|majority|partly|partially|in part|remaining|remainder|balance|rest",
  String.raw`except(?:ing|ion|ions)?|excluding|unless|if|would|could|might|should|proposed|draft|contemplat\w+`,
  String.raw`intends? to|expects?|plans to|policy|policies|claims?|alleged\w*|purported\w*|believes?|unclear`,
  String.raw`unknown|disput\w+|invalid\w*|void\w*|revok\w+|rescind\w*|lapsed|failed|violat\w+|contrary|however`,
  "although|though|despite|but|instead|rather|otherwise|until|pending|those",
  "(?<=, )(?:the )?(?:sale|trade|purchase|transaction)s? (?:on|of|in)",
  String.raw`(?:was|were) (?:\w+ )?(?:made|bought|sold|purchased|executed|effected) (?:by|back)`,
  "(?:last|next) (?:year|month|week|quarter)|never|neither|nor|cannot|unable",
  String.raw`separate (?:plan|account)|another|others?|different|similar|(?<!non-)discretion\w*`,
  "after the (?:sale|transaction|trade)s?",
  String.raw`and (?:was |were |then |later |subsequently )?(?:sold|disposed)|substitut\w+`,
].join("|");
const limits = new RegExp(String.raw`\b(?:${limitWords})\b|n't\b`, "u");
const asPartOf =
  /\b(?:as )?(?:a )?part of(?= (?:a|an|the|his|her|their|its|this|such|[\w.-]+'s?) (?:[\w'-]+ ){0,4}10b5-1)/gu;

/** reviewed words that together say something else: planned, earlier or other trades, and what the proceeds are for */
const otherSense = new RegExp(
  [
    String.raw`\b(?:was|were|is|are|had) to (?:have )?be(?:en)?\b`,
    String.raw`\bto (?:fund|pay for|finance) (?:the |a |his |her )?(?:purchase|exercise|acquisition)`,
    String.raw`\bpreviously (?:reported|made|filed|sold|effected)\b`,
    String.raw`\b(?:first|last|prior|earlier) (?:sale|trade|transaction|form|report)s?\b`,
    String.raw`\b(?:has|have) (?:sold|made|effected|purchased|traded)\b`,
    String.raw`\b(?:person|owner|filer|he|she|they)s? (?:reported|disclosed|described|listed|noted|indicated|identified|represented)\b`,
    String.raw`(?<![\d,])\d[\d,]{0,14}(?: shares)? and,? (?:pursuant|under|in accordance|through|via)\b`,
    String.raw`\band, (?:pursuant|under|in accordance|through|via)\b`,
    String.raw`\bshares? (?:was|were|are|is) (?:\w+ )?(?:subject to|governed by|covered by)\b`,
    String.raw`(?<!\bput )\bin (?:place|lieu|excess|addition|anticipation|preparation)\b`,
    String.raw`\bthose (?:sold|made|effected|reported)\b`,
  ].join("|"),
  "u",
);

const tradeBefore =
  /\b(?:sold|sales?|bought|purchases?d?|transactions?|trades?d?|dispos\w+|acqui\w+|exercise[sd]?|shares|conver\w+|gift\w*|withheld|effected|executed|made)\b/u;

/**
 * Is what a clause says of the plan said of the row, and of all of it? Every word up to the plan's name must be a
 * reviewed one, and no word behind it may limit or doubt it; where the trade is named behind the plan, all words must
 * be reviewed.
 */
export function isInReviewedWords(clause: string): boolean {
  const plain = clause.replace(asPartOf, "under").replace(names, " ").replace(harmless, " ");
  if (modalMay.test(plain) || others.test(clause) || otherSense.test(plain)) return false;
  const at = plain.indexOf(rule);
  const before = plain.slice(0, at);
  if (!tradeBefore.test(before)) return isReviewed(plain);
  return isReviewed(before) && !limits.test(plain.slice(at));
}

/** kinds that plan-sentence.ts judges, or that say how a plan works */
const harmless = new RegExp(
  [
    String.raw`\bexcept (?:as|for the price)\b`,
    String.raw`\bunless otherwise\b`,
    String.raw`\bshould (?:not )?have (?:been )?`,
    String.raw`\bnot only\b`,
    String.raw`\bin part to cover\b`,
    String.raw`\b(?:contrary to the earlier report|it has been determined that|marked with this footnote|filed to correct the footnote|(?:check)?box has been checked because|sell-to-cover policy|irrevocable election)\b`,
    String.raw`\band (?:with )?(?:the )?(?:issuer|company)'s (?:[\w-]+ ){0,2}polic(?:y|ies)\b`,
    String.raw`\b(?:that )?(?:had|has|have|is|are|was|were|does|do|did)? ?(?:not|no) (?:(?:represent|made|at|a|the|reporting|person's|owner's|his|her|by) ){0,5}(?:discretion(?:ary)?|direction)\b(?: of the reporting person)?(?: but)?`,
  ].join("|"),
  "gu",
);

function isReviewed(text: string): boolean {
  return text
    .replace(phrases, " ")
    .replaceAll(rule, " ")
    .split(/[\s;:"()[\],*+]+/u)
    .map((word) => word.replace(/^[.'-]|[.'-]$/gu, ""))
    .every((word) => word === "" || words.has(word) || numeral.test(word) || possessive.test(word));
}
