// The office of a member as text.

/** They have a delegate (Puerto Rico: a resident commissioner) and no representative. */
const territories = ["AS", "DC", "GU", "MP", "PR", "VI"];

/**
 * `Senator (VT)`, `Representative (CA-11)`, `Representative (WY at large)`, `Delegate (GU)`, with `Former` before it if
 * not in office.
 */
export function positionOf(
  term: { chamber: string; state: string; district: number | null },
  inOffice: boolean,
): string {
  const former = inOffice ? "" : "Former ";
  if (term.chamber === "Senate") return `${former}Senator (${term.state})`;
  if (term.state === "PR") return `${former}Resident Commissioner (PR)`;
  if (territories.includes(term.state)) return `${former}Delegate (${term.state})`;
  const seat =
    term.district === null ? term.state : `${term.state}${term.district > 0 ? `-${term.district}` : " at large"}`;
  return `${former}Representative (${seat})`;
}
