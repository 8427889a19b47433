// The points of a role (contract, section 5), read from what the form says of an owner by the reviewed list
// prisma/reference/officer-roles.csv. The only reader of titles.
import type { RoleRule } from "../store/reference.ts";

const pointsOf = { cfo: 10, ceo: 8, chair: 8, president: 8, officer: 6, director: 5, not_held: 0, unstated: 0 };

/** What a form says of one owner; texts as filed. */
interface OwnerRole {
  isDirector: boolean;
  isOfficer: boolean;
  officerTitle: string | null;
  otherText: string | null;
}

/**
 * Points of one owner's role, 0 to 10. The title decides together with the text beside the box "Other": some filers write the office
 * there and leave the box "Officer" empty. Such a text alone makes no owner an officer without a rank, for it can also name what is no office.
 */
export function rolePoints(rules: RoleRule[], owner: OwnerRole): number {
  const inTitle = statedRoles(rules, owner.officerTitle ?? "");
  const beside = statedRoles(rules, owner.otherText ?? "").filter((role) => role !== "officer");
  const points = [...inTitle, ...beside].map((role) => pointsOf[role]);
  return Math.max(0, ...points, owner.isOfficer ? pointsOf.officer : 0, owner.isDirector ? pointsOf.director : 0);
}

/** The roles that a title names, in the order of the list; none where no pattern fits. */
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

/** Titles are 30 characters in the form; what is longer is no title. */
const longest = 200;

/** `SrVP & Chf. Fin. Offr.` is `sr vp & chf fin offr`, `V.P.` is `vp`. */
function plain(title: string): string {
  return title
    .slice(0, longest)
    .replace(/&amp;/gi, "&")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\p{Pd}/gu, "-")
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, "$1")
    .replace(/\./g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
