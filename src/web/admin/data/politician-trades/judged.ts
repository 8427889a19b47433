// The reason why the committee rule could not be applied to a trade. Such a trade is unknown, not "no".

export interface CommitteeJudged {
  isCommitteeTrade: boolean;
  /** quality of the rosters on the trade date; only `known` and `inferred` tell the member's seats */
  committeeData: string;
  tradedOn: string | null;
  /** sector of the issuer */
  sector: string | null;
  industry: string | null;
}

const judgedData = ["known", "inferred"];

/** A short reason; undefined if the rule was applied. */
export function whyUnjudged(trade: CommitteeJudged): string | undefined {
  const { isCommitteeTrade, committeeData, tradedOn, sector, industry } = trade;
  if (isCommitteeTrade) return undefined;
  if (!tradedOn) return "no trade date was filed";
  if (committeeData === "issuer_unknown") return "the issuer's sector is not known";
  if (!judgedData.includes(committeeData)) return "no roster of that date is known";
  return sector || industry ? undefined : "the issuer's sector is not known";
}
