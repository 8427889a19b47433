// The words of closed vocabularies for people: what each means, and how a control names it. For a word without a meaning
// here, the filter's own description applies.
import { plausibleDays } from "./date-quality.ts";
import { parties, stateNames } from "./shared.ts";

/** filter -> word as callers write it -> meaning */
export const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  preset: {
    significant:
      "open-market purchases and sales (P, S) of common stock that no plan is known for, unless the price is suspect",
    first_buy: "purchases (P) by an owner who had not bought at the company in the 730 days before",
    ceo_cfo_buy: "purchases (P) by a chief executive or chief financial officer",
    cluster: "purchases (P) that belong to a cluster of buyers",
  },
  role: {
    director: "the form's box for directors",
    officer: "the form's box for officers",
    ceo: "the title says chief or principal executive",
    cfo: "the title says chief or principal financial officer",
    tenPercentOwner: "the form's box for owners of more than ten percent",
  },
  signalTier: {
    strong: "signal score of 75 to 100",
    moderate: "signal score of 50 to 74",
    weak: "signal score of 25 to 49",
    noise: "signal score below 25",
  },
  signalDirection: {
    bullish: "an open-market purchase outside a trading plan",
    bearish: "an open-market sale outside a trading plan",
    neutral: "every other transaction",
  },
  formType: {
    "3": "initial statement of ownership",
    "4": "statement of changes, due two business days after the trade",
    "5": "annual statement of changes",
    "3/A": "amendment of a Form 3",
    "4/A": "amendment of a Form 4",
    "5/A": "amendment of a Form 5",
  },
  acquiredDisposed: { A: "acquired, as filed", D: "disposed of, as filed" },
  ownership: { direct: "held by the insider", indirect: "held through another, such as a trust or the spouse" },
  securityClass: {
    common: "the listed equity: common and ordinary shares, ADSs, partnership units",
    preferred: "preferred stock",
    option: "options and rights to buy or sell",
    warrant: "warrants",
    unit: "units of several securities",
    debt: "notes, bonds and other debt",
    fund: "shares of funds",
    crypto: "digital coins and tokens",
    other: "anything else, such as stock units and rights",
  },
  chamber: {
    house: "House of Representatives",
    senate: "Senate",
    joint: "committees of both chambers",
  },
  party: parties.names,
  state: stateNames,
  owner: {
    Self: "the member",
    Spouse: "the member's spouse",
    Joint: "the member and the spouse together",
    Child: "a dependent child",
  },
  priceQuality: {
    ok: "a price close to the market price or to other filings",
    suspect: "more than 5 times or less than a fifth of that, or equal to the number of shares",
  },
  amendmentStatus: {
    restates: "rows of an amended form that restate an earlier row",
    adds: "rows of an amended form that the amended filing does not have",
    undecided: "rows of an amended form and of its filing for which it is undecided whether one restates the other",
  },
  dateQuality: {
    ok: "plausible dates",
    transaction_after_filing: "the trade date is later than the filing",
    transaction_after_disclosure: "the trade date is later than the disclosure",
    future_transaction_date: "the trade date is in the future",
    implausible_lag: `more than ${plausibleDays.toLocaleString("en-US")} days from trade to disclosure`,
  },
  tradeKind: {
    purchase: "purchases",
    sale: "sales of every kind",
    exchange: "exchanges of one asset for another",
    "Sale (Full)": "sales of the whole holding",
    "Sale (Partial)": "sales of a part of the holding",
    buy: "purchases",
    sell: "sales of every kind",
  },
};

const yesOrNo = { true: "Yes", false: "No" };

/** filter -> word as callers write it -> label, where it is not the word itself in sentence case */
const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  preset: {
    first_buy: "First purchase in two years",
    ceo_cfo_buy: "Purchases by a CEO or CFO",
    cluster: "Purchases in a cluster",
  },
  role: { ceo: "CEO", cfo: "CFO", tenPercentOwner: "10% owner" },
  acquiredDisposed: { A: "Acquired", D: "Disposed of" },
  chamber: { ...meanings.chamber, joint: "Joint committees" },
  party: parties.names,
  state: stateNames,
  transactionCode: { P: "P - Purchase", S: "S - Sale" },
  priceQuality: { ok: "OK" },
  dateQuality: { ok: "OK" },
};

/** How a control names a word of a filter: `Officer`, `10% owner`, `Transaction after filing`. */
export function wordLabel(filter: string, word: string): string {
  const label = labels[filter]?.[word] ?? yesOrNo[word as keyof typeof yesOrNo];
  return label ?? (word.charAt(0).toUpperCase() + word.slice(1)).replaceAll("_", " ");
}
