// Whether the committee rule could be applied to a trade, and where it could not, why. A trade that could not be judged is not "no".

export interface CommitteeJudged {
  isCommitteeTrade: boolean;
  /** of the rosters on the trade date; what is neither `known` nor `inferred` says nothing of the seats */
  committeeData: string;
  tradedOn: string | null;
  /** of the issuer */
  sector: string | null;
  industry: string | null;
}

const judgedData = ["known", "inferred"];

/** The reason in a few words; undefined where the rule was applied. */
export function whyUnjudged(trade: CommitteeJudged): string | undefined {
  const { isCommitteeTrade, committeeData, tradedOn, sector, industry } = trade;
  if (isCommitteeTrade) return undefined;
  if (!tradedOn) return "no trade date was filed";
  if (committeeData === "issuer_unknown") return "the issuer's sector is not known";
  if (!judgedData.includes(committeeData)) return "no roster of that date is known";
  return sector || industry ? undefined : "the issuer's sector is not known";
}
