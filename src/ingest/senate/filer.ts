// The name of a filer as printed by the Senate.
import type { Filer } from "../congress/record.ts";
import { splitFilerStatus } from "../legislators/filer-status.ts";

// matches only at the start of a run of separators: otherwise a page of commas would take quadratic time
const trailingSuffix = /(?<![\s,])[\s,]+((?:Jr|Sr)\.?|I{2,3}|IV|V)$/i;

/** `McConnell, Jr.` -> `McConnell` and `Jr.` */
export function splitSuffix(text: string): { name: string; suffix?: string } {
  const suffix = trailingSuffix.exec(text)?.[1];
  return { name: text.replace(trailingSuffix, "").trim(), ...(suffix && { suffix }) };
}

/**
 * `The Honorable Susan M Collins (Collins, Susan M.)`: the parentheses separate last and first name. For a former
 * senator, `(Former Senator)` may be printed instead of them or after them.
 */
export function readFiler(asFiled: string): Filer {
  const index = /\(([^(),]+),\s*([^()]+)\)\s*$/.exec(splitFilerStatus(asFiled).name);
  if (!index?.[1] || !index[2]) return { asFiled };
  const { name: firstName, suffix } = splitSuffix(index[2]);
  const printed = suffix ?? /\s((?:Jr|Sr)\.?|I{2,3}|IV|V)\s*\(/i.exec(asFiled)?.[1];
  return { asFiled, firstName, lastName: index[1].trim(), ...(printed && { suffix: printed }) };
}
