// Names as people say them: of reporting owners, and of filings, by the publisher's id or the file. EDGAR files a
// person's family name first, `DOE JANE Q`, and the name of an entity as it is. No form says which of the two a name
// is, so the words of the name decide.

const lettersOnly = /^[\p{L} .,'’-]+$/u;

/** Words that only names of entities have after their first word. */
const ofEntities = new Set(
  (
    "advisers advisors ag agency and asset associates bank berhad bros brothers bv capital charitable co company cooperative " +
    "corp corporation energy enterprises equity estate et family financial for foundation fund funds general global " +
    "gmbh gp group healthcare holding holdings inc incorporated insurance international invest investment investments " +
    "investors irrevocable kg labs lllp llc llp limited living lp ltd management markets master mutual networks nv of " +
    "offshore onshore opportunities opportunity ownership partner partners partnership plan plc private qp resources " +
    "revocable sa sarl sciences se securities services societa solutions spa sponsor strategic systems technologies technology the " +
    "trust trustee trustees ttee united ventures"
  ).split(" "),
);

/** Companies whose whole name could be a person's. */
const namedAsPersons = new Set(["morgan stanley"]);

/** Generations and degrees after a name, as people write them. */
const suffixes: Readonly<Record<string, string>> = {
  jr: "Jr.",
  sr: "Sr.",
  ii: "II",
  iii: "III",
  iv: "IV",
  md: "MD",
  phd: "PhD",
  esq: "Esq.",
  cpa: "CPA",
};

/** Words that begin a family name of several words. `LE` is not one of them: it is also a family name of its own. */
const particles = new Set("da dal de del della den der di dos du la st ten ter van vander von".split(" "));

/**
 * A filed name as people write it: `Michael Cannon-Brookes` of `CANNON-BROOKES MICHAEL`, `Timothy D. Cook` of
 * `Cook Timothy D`. The name of an entity, and a name that fits no rule, is returned as filed. Capitals are changed
 * only where the whole name is in capitals.
 */
export function personName(filed: string): string {
  const [name, note] = splitNote(filed.trim());
  const words = name.replaceAll(",", " ").split(/\s+/);
  const suffix = words.slice(1).filter(isSuffix);
  const [family, given] = splitFamily(words.filter((word, index) => index === 0 || !isSuffix(word)));
  if (!isPerson(name, words) || given.length === 0 || given.length > 4) return filed;
  const isInCapitals = !/\p{Ll}/u.test(name.replace(/\bMc(?=\p{Lu})/gu, "MC"));
  const written = (word: string) => (isInCapitals ? inTitleCase(word) : word);
  const after = suffix.map((word) => suffixes[plain(word)] ?? word);
  return [...given.map((word) => withPoint(written(word))), ...family.map(written), ...after, ...note].join(" ");
}

/** Separates a note in parentheses at the end, which stays at the end. */
function splitNote(filed: string): [name: string, note: string[]] {
  const at = filed.endsWith(")") ? filed.lastIndexOf(" (") : -1;
  return at > 0 ? [filed.slice(0, at).trimEnd(), [filed.slice(at + 1)]] : [filed, []];
}

function isPerson(name: string, words: string[]): boolean {
  const isPartnership = / L\.? P\.?$/i.test(name);
  const isNamesake = namedAsPersons.has(name.toLowerCase());
  return (
    lettersOnly.test(name) &&
    !isPartnership &&
    !isNamesake &&
    !words.slice(1).some((word) => ofEntities.has(plain(word)))
  );
}

/**
 * The words of the family name, and the given ones. A particle joins the word that follows it, and also the one before
 * if two or more words follow: `DE LA CRUZ MARIA`, `CARO DEL CASTILLO SHARDA`, but `JOHNSON LA TOYA`.
 */
function splitFamily(words: string[]): [family: string[], given: string[]] {
  const isParticle = (at: number) => particles.has(plain(words[at] ?? "")) && at < words.length - 2;
  let end = plain(words[0] ?? "") === "d" && words.length > 2 ? 2 : 1;
  while (isParticle(end - 1) || isParticle(end)) end += 1;
  return [words.slice(0, end), words.slice(end)];
}

const plain = (word: string) => word.replaceAll(".", "").toLowerCase();
const isSuffix = (word: string) => Object.hasOwn(suffixes, plain(word));

/** `D` -> `D.` */
const withPoint = (word: string) => (/^\p{L}$/u.test(word) ? `${word}.` : word);

/** `O'BRIEN-MCKAY` -> `O'Brien-McKay`. `MAC` is left alone: `Macy` is as usual as `MacDonald`. */
const inTitleCase = (word: string) =>
  word
    .toLowerCase()
    .replace(/(^|[-'’.])(\p{L})/gu, (_, mark, letter) => mark + letter.toUpperCase())
    .replace(/(^|-)Mc(\p{L})/gu, (_, mark, letter) => `${mark}Mc${letter.toUpperCase()}`);

// What people call a document: in messages, lists and the audit log, instead of the number of a row.

/** The name of a file without its folders. */
export const lastSegment = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

/** The publisher's id of the document, else the name of the file. */
export const filingOf = ({ documentId, fileName }: { documentId: string | null; fileName: string }): string =>
  documentId ?? lastSegment(fileName);
