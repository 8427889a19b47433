// What a footnote says a price is for. A row in shares whose price is that of a depositary share, which stands for
// several of them, or of a unit of a share and a warrant, has no price of its own.
import { Decimal } from "decimal.js";

const depositary = String.raw`(?:(?:ADS|ADR|GDS|GDR)s?|(?:american\s+|global\s+)?depositary\s+(?:share|receipt)s?)`;
/** units of an offering; stock units, partnership units and the like are securities with a price of their own */
const unit = String.raw`(?:(?:private\s+|public\s+)?(?:placement\s+)?units?)`;
const amount = String.raw`(?:US)?\$\s?(\d[\d,]{0,14}(?:\.\d{1,10})?)(?!\.?\d)`;
const range = String.raw`${amount}(?:\s?(?:to|-|and|through)\s?${amount})?`;
/** the amount is not said to be per something else */
const alone = String.raw`(?!\s?(?:per|for)\b)`;
const gap = "[^.;$]{0,50}?";
/** an amount that is stated is compared with the price */
const noAmount = String.raw`(?![^.;]{0,80}\$)`;

/** characters of a note that are read; the forms admit no more */
const maxLength = 1_000;

interface Basis {
  /** $10.02 to $10.50 per ADS; a price per ADS of $10.02; each ADS was sold at $10.02 */
  amounts: RegExp[];
  /** the price is per ADS */
  states: RegExp;
  /** texts in which the price is that of the share after all */
  denies: RegExp;
}

// linear time: notes are cut at maxLength characters
const basisOf = (name: string, denies: RegExp): Basis => ({
  amounts: [
    new RegExp(String.raw`${range}${gap}\bper\s+${name}\b`, "gi"),
    new RegExp(String.raw`\bper[\s-]+${name}\b${gap}${range}${alone}`, "gi"),
    new RegExp(String.raw`\b(?:each|one|a|an)\s+${name}\b${gap}(?:was|were|is|at|of)\s+${range}${alone}`, "gi"),
  ],
  states: new RegExp(
    [
      String.raw`\bprices?\b[^.;$]{0,80}\b(?:is|are|was|were|reflects?|represents?|reported|shown|stated|expressed)\b[^.;$]{0,60}\b(?:per|(?:of|for)\s+(?:each|one|an?))\s+${name}\b`,
      String.raw`\bprices?\s+(?:per|for\s+(?:each|one|an?))\s+${name}\b${noAmount}`,
      String.raw`\bper[\s-]${name}\s+(?:\w+\s+)?prices?\b${noAmount}`,
      String.raw`\bprices?\b[^.;$]{0,60}\bon\s+an?\s+(?:per[\s-])?${name}\s+basis\b`,
    ].join("|"),
    "i",
  ),
  denies,
});

// linear time: notes are cut at maxLength characters
const bases: readonly Basis[] = [
  basisOf(
    depositary,
    // a price that was converted, and a depositary share that stands for one share;
    // linear time: notes are cut at maxLength characters
    /\bdivid(?:ed|ing)\b|\bconver(?:ted|ting)\b|\bequivalent|represent\w*\s+(?:one|1|\(1\)|the right to receive (?:one|1))(?:\s+\(1\))?\s+(?:class\s+\w+\s+)?(?:ordinary|common)?\s*share/i,
  ),
  basisOf(
    unit,
    /\ballocat|\b(?:stock|share|restricted|deferred|phantom|performance|common|partnership|profits|incentive)\s+units?\b/i,
  ),
];

/**
 * Does the text of a footnote say that the price (a plain decimal) is that of a depositary share or of a unit? It says
 * so in words, or states the amount itself or a range around it as the price of one.
 */
export function pricesOtherSecurity(text: string, price: string): boolean {
  const note = text.slice(0, maxLength);
  return bases.some(
    ({ amounts, states, denies }) =>
      !denies.test(note) && (states.test(note) || amounts.some((pattern) => isWithin(price, note.matchAll(pattern)))),
  );
}

/** Is the price one of the amounts, or in one of the ranges? */
function isWithin(price: string, found: Iterable<RegExpMatchArray>): boolean {
  for (const [, low = "", high = low] of found) {
    const [from, to] = [low, high].map((text) => new Decimal(text.replaceAll(",", "")));
    if (from?.lte(price) && to?.gte(price)) return true;
  }
  return false;
}

/** SQL pattern, in any case, of the texts that the rule reads. */
export const mayPriceOther = String.raw`\m(ads|adr|gds|gdr|unit)s?\M|depositary (share|receipt)`;
