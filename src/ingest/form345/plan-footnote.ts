// Decides whether a footnote states that the rows that refer to it were traded under a Rule 10b5-1 plan. It is decided
// clause by clause (plan-sentence.ts), because a plan is also mentioned when it was adopted, amended or ended, when a
// later sale will be made under it, or when this trade was not.
import { type ClauseKind, kindOfClause } from "./plan-sentence.ts";
import { planMentions } from "./plan-words.ts";

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
