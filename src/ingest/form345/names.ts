// Names and roles of reporting owners, in the forms that are displayed and searched.
import type { OwnerRecord } from "./record.ts";

const suffix = /^(jr|sr|ii|iii|iv|v|md|phd|esq)\.?$/;
/** particles that belong to the surname that follows: VAN DER BERG JOHN */
const particle = /^(van|von|der|den|de|del|della|di|da|dos|du|la|le|st|st\.|ter|ten|mc|mac|al|el|bin)$/;

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

/**
 * A name as filed (`LAST FIRST MIDDLE JR`) in lower case, and reordered (`first middle last jr`). Company names are not
 * treated separately.
 */
export function nameForms(name: string): string[] {
  const asFiled = name.toLowerCase();
  const words = asFiled.replace(/,/g, " ").split(/\s+/).filter(Boolean);
  const endings = words.filter((word, position) => position > 0 && suffix.test(word));
  const plain = words.filter((word, position) => position === 0 || !suffix.test(word));
  let surname = 1;
  while (surname < plain.length - 1 && particle.test(plain[surname - 1] ?? "")) surname++;
  const reordered = [...plain.slice(surname), ...plain.slice(0, surname), ...endings].join(" ");
  return [...new Set([asFiled, words.join(" "), reordered])];
}

/** The text that insiderName searches: the forms of all owners' names, one per line. */
export function searchableNames(owners: OwnerRecord[]): string {
  return [...new Set(owners.flatMap((owner) => nameForms(owner.name)))].join("\n");
}
