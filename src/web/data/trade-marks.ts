// Which marks a trade has: doubts about what its form states, what is wrong with its dates, what replaced it, and
// whether it was made under a plan.

// Doubts about what a form states: a mark in the row of the trade, and a sentence in its details.

export interface Judged {
  priceQuality: string | null;
  dateQuality: string | null;
  filedDirectionConflict: boolean | null;
  amendmentStatus: string | null;
}

interface Doubt {
  mark: string;
  why: string;
}

export function doubtsOf({ priceQuality, dateQuality, filedDirectionConflict, amendmentStatus }: Judged): Doubt[] {
  const doubts: Doubt[] = [];
  if (priceQuality === "suspect")
    doubts.push({
      mark: "suspect price",
      why: "The price is far from the market price, or repeats the number of shares.",
    });
  if (dateQuality === "transaction_after_filing")
    doubts.push({ mark: "suspect date", why: "The filed trade date is after the filing." });
  if (dateQuality === "implausible_lag")
    doubts.push({
      mark: "suspect date",
      why: "The filed dates are more than five years apart: a year is probably mistyped.",
    });
  if (filedDirectionConflict)
    doubts.push({
      mark: "suspect direction",
      why: "The form states a purchase as disposed of, or a sale as acquired.",
    });
  if (amendmentStatus === "undecided")
    doubts.push({ mark: "undecided", why: "It is undecided whether an amendment restates this trade or adds one." });
  return doubts;
}

export interface Mark {
  word: string;
  /** shown as a tooltip */
  why: string;
  /** says nothing against the row */
  isNeutral?: boolean;
}

interface Amendable {
  isAmendment: boolean;
  /** only in lists that include superseded rows */
  supersededById?: number | null;
}

function versionMarks({ isAmendment, supersededById }: Amendable): Mark[] {
  if (supersededById) return [{ word: "superseded", why: "replaced by an amendment; no longer counted" }];
  return isAmendment ? [{ word: "amended", why: "from an amendment that replaced an earlier row" }] : [];
}

interface InsiderMarked extends Amendable, Judged {
  formType: string;
  filingDelayDays: number | null;
  is10b51: boolean | null;
}

/**
 * A Form 4 is due two business days after the trade, which with weekends and holidays are never more calendar days than
 * these.
 */
export const certainlyLateAfterDays = 7;

/** What is unknown (a plan that the form does not state, a delay without a date) has no mark. */
export function insiderMarks(trade: InsiderMarked): Mark[] {
  const { formType, filingDelayDays, is10b51, dateQuality } = trade;
  const isLate = formType.startsWith("4") && dateQuality === "ok" && (filingDelayDays ?? 0) > certainlyLateAfterDays;
  return [
    ...versionMarks(trade),
    ...doubtsOf(trade).map(({ mark, why }) => ({ word: mark, why })),
    ...(isLate
      ? [{ word: "late", why: `filed ${filingDelayDays} days after the trade; due in two business days` }]
      : []),
    ...(is10b51 ? [{ word: "plan", why: "made under a Rule 10b5-1 plan", isNeutral: true }] : []),
  ];
}

interface MemberMarked extends Amendable {
  isLate: boolean;
  dateQuality: string;
}

/** Late: by the rule of the API, more than 45 days after the trade. */
export function memberMarks(trade: MemberMarked): Mark[] {
  return [
    ...versionMarks(trade),
    ...(trade.dateQuality === "ok" ? [] : [{ word: "suspect date", why: trade.dateQuality.replaceAll("_", " ") }]),
    ...(trade.isLate ? [{ word: "late", why: "disclosed more than 45 days after the trade" }] : []),
  ];
}
