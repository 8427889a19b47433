// The note in parentheses that a publisher prints after a filer's name, e.g. former senator or candidate.

/** `former`: held a seat before. `candidate`: runs or ran for one. `holder`: holds one, or was elected to it. */
export type FilerStatus = "former" | "candidate" | "holder";

/**
 * `Former Senator`, `Senator-elect`, `Former Candidate`, `Former Senator - KS`; the text after the office is a state
 */
const notePattern =
  /^(former|retired)?\s*(?:u\.?\s?s\.?\s+)?(senator|candidate|nominee)(?:[\s-]*(?:elect|designate))?(?:\s*[-–,:]\s*[a-z .]{2,40})?$/i;

/** maximum length of a note */
const maxLength = 80;

/**
 * Separates the note from the name: `Ada Marlowe (Former Senator)` gives `Ada Marlowe` and `former`. Text without such
 * a note is returned unchanged. Runs in linear time.
 */
export function splitFilerStatus(text: string): { name: string; status?: FilerStatus } {
  const trimmed = text.trimEnd();
  const nested = trimmed.endsWith("))");
  const open = trimmed.lastIndexOf("(");
  const inside = trimmed.slice(open + 1, nested ? -2 : -1).trim();
  if (open < 0 || !trimmed.endsWith(")") || inside.length > maxLength) return { name: text };
  const [, past, office] = notePattern.exec(inside) ?? [];
  if (!office) return { name: text };
  const name = trimmed.slice(0, open).trim() + (nested ? ")" : "");
  if (office.toLowerCase() !== "senator") return { name, status: "candidate" };
  return { name, status: past ? "former" : "holder" };
}
