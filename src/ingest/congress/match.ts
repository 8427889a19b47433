// Finds the member who filed a report. A member who has left office still files reports about trades made in office, so
// the trade dates are tried if the filing date matches no member.
import type { Matched, MemberDirectory, Unmatched } from "../legislators/member-directory.ts";
import type { PtrReport, UnreadableReport } from "./record.ts";

/** `how`: what the match is based on, and the date for which it holds */
export type FilerMatch = { bioguideId: string; how: string } | { message: string; candidates: string[] };

/** Finds the member who filed a report, or gives the reason why none matches with certainty. */
export function matchFiler(directory: MemberDirectory, report: PtrReport | UnreadableReport): FilerMatch {
  const { filer, chamber } = report;
  if (filer.bioguideId) return { bioguideId: filer.bioguideId, how: "the record names the member" };
  if (!filer.asFiled) return { message: "The report does not say who filed it", candidates: [] };
  const tradeDates = "transactions" in report ? report.transactions.map(({ tradedOn }) => tradedOn).toSorted() : [];
  const dates = [report.filedOn, report.originalFiledOn, tradeDates.at(-1), tradeDates[0]].filter(
    (date): date is string => typeof date === "string",
  );
  const { asFiled, bioguideId: _none, ...names } = filer;
  let refusal: Unmatched | undefined;
  for (const on of dates) {
    const found: Matched | Unmatched = directory.match({ filerAsFiled: asFiled, ...names, chamber, on });
    if ("bioguideId" in found) return { bioguideId: found.bioguideId, how: `${found.how} (${on})` };
    refusal ??= found;
    // several members match: another date must not decide between them
    if (found.candidates.length > 1) break;
  }
  return {
    message: `${asFiled}: ${refusal?.unmatched ?? "the report carries no date to look a member up by"}`,
    candidates: refusal?.candidates ?? [],
  };
}
