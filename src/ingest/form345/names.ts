// Roles and names of the reporting owners of a filing, in the forms that are displayed and searched.
import { nameForms } from "./name-forms.ts";
import type { FilingRecord, OwnerRecord } from "./record.ts";
import { isReference, statedTitle } from "./stated-title.ts";

/** Whether the title or the text beside "Other" is a reference to the remarks or a footnote. */
export const refersElsewhere = ({ officerTitle, otherText }: OwnerRecord): boolean =>
  isReference(officerTitle) || isReference(otherText);

/**
 * The role where the owner's title only refers to the remarks or a footnote, with the office that they state; an office
 * that they do not state is left out. Null where the title is no reference.
 */
export function statedRole(owner: OwnerRecord, filing: Pick<FilingRecord, "owners" | "remarks" | "footnotes">) {
  if (!refersElsewhere(owner)) return null;
  const isOfficer = isReference(owner.officerTitle);
  const isOther = isReference(owner.otherText);
  const stated = statedTitle(owner, filing);
  return roleTitle({
    ...owner,
    ...(isOfficer && { officerTitle: stated }),
    ...(isOther && { otherText: isOfficer ? null : stated }),
  });
}

/** The role as text: `Director, Chief Executive Officer, 10% Owner`; null if the form names none. */
export function roleTitle(owner: OwnerRecord): string | null {
  const parts = [
    owner.isDirector && "Director",
    owner.isOfficer && (owner.officerTitle ?? "Officer"),
    owner.isTenPercentOwner && "10% Owner",
    owner.isOther && (owner.otherText ?? "Other"),
  ].filter((part): part is string => typeof part === "string");
  // some filers enter the text but do not tick the box
  return parts.length > 0 ? parts.join(", ") : (owner.officerTitle ?? owner.otherText);
}

/** The text that insiderName searches: the forms of all owners' names, one per line. */
export function searchableNames(owners: OwnerRecord[]): string {
  return [...new Set(owners.flatMap((owner) => nameForms(owner.name)))].join("\n");
}
