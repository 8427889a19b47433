// The forms of an owner's name: as filed, and turned round.

const suffix = /^(jr|sr|ii|iii|iv|v|md|phd|esq)\.?$/;
/** particles that belong to the surname that follows: VAN DER BERG JOHN */
const particle = /^(van|von|der|den|de|del|della|di|da|dos|du|la|le|st|st\.|ter|ten|mc|mac|al|el|bin)$/;

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
