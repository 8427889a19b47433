// Which marks a trade has: what is wrong with the row or its dates, what replaced it, and whether it was made under a
// plan.
import { doubtsOf, type Judged } from "./trades/doubts.ts";

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

export interface InsiderMarked extends Amendable, Judged {
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

export interface MemberMarked extends Amendable {
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
