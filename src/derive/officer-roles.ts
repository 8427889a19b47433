// The points of a role, from the form's statements about an owner and the reviewed list
// prisma/reference/officer-roles.csv. Titles are parsed only here.
import type { RoleRule } from "../store/reference.ts";

const pointsOf = { cfo: 10, ceo: 8, chair: 8, president: 8, officer: 6, director: 5, not_held: 0, unstated: 0 };

/** The role of one owner on a form; texts as filed. */
interface OwnerRole {
  isDirector: boolean;
  isOfficer: boolean;
  officerTitle: string | null;
  otherText: string | null;
}

/**
 * Points of one owner's role, 0 to 10. Both the title and the text next to the checkbox "Other" are used: some filers
 * write the office there and do not tick "Officer". That text alone never gives the role `officer` (no specific
 * office), because it may name something that is not an office.
 */
export function rolePoints(rules: RoleRule[], owner: OwnerRole): number {
  const inTitle = statedRoles(rules, owner.officerTitle ?? "");
  const beside = statedRoles(rules, owner.otherText ?? "").filter((role) => role !== "officer");
  const points = [...inTitle, ...beside].map((role) => pointsOf[role]);
  return Math.max(0, ...points, owner.isOfficer ? pointsOf.officer : 0, owner.isDirector ? pointsOf.director : 0);
}

/** The roles that a title names, in the order of the list; empty if no pattern matches. */
export function statedRoles(rules: RoleRule[], title: string): RoleRule["role"][] {
  let rest = plain(title);
  const roles: RoleRule["role"][] = [];
  for (const { pattern, role } of rules) {
    const left = rest.replace(pattern, "|");
    if (left !== rest) roles.push(role);
    rest = left;
  }
  return roles;
}

/** Titles have up to 30 characters in the form; a longer text than this is not a title. */
const maxTitleLength = 200;

/** Normalises a title: `SrVP & Chf. Fin. Offr.` becomes `sr vp & chf fin offr`, `V.P.` becomes `vp`. */
function plain(title: string): string {
  return title
    .slice(0, maxTitleLength)
    .replace(/&amp;/gi, "&")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\p{Pd}/gu, "-")
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, "$1")
    .replace(/\./g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
