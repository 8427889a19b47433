// The name of a filer as the Senate prints it.
import type { Filer } from "../congress/record.ts";
import { splitFilerStatus } from "../legislators/filer-status.ts";

// begins at the start of a run only: a page of nothing but commas must not be read once a comma
const trailingSuffix = /(?<![\s,])[\s,]+((?:Jr|Sr)\.?|I{2,3}|IV|V)$/i;

/** `McConnell, Jr.` -> `McConnell` and `Jr.` */
export function splitSuffix(text: string): { name: string; suffix?: string } {
  const suffix = trailingSuffix.exec(text)?.[1];
  return { name: text.replace(trailingSuffix, "").trim(), ...(suffix && { suffix }) };
}

/**
 * `The Honorable Susan M Collins (Collins, Susan M.)`: the brackets separate last and first name. Who has left the Senate may be
 * printed with `(Former Senator)` in their place or behind them.
 */
export function readFiler(asFiled: string): Filer {
  const index = /\(([^(),]+),\s*([^()]+)\)\s*$/.exec(splitFilerStatus(asFiled).name);
  if (!index?.[1] || !index[2]) return { asFiled };
  const { name: firstName, suffix } = splitSuffix(index[2]);
  const printed = suffix ?? /\s((?:Jr|Sr)\.?|I{2,3}|IV|V)\s*\(/i.exec(asFiled)?.[1];
  return { asFiled, firstName, lastName: index[1].trim(), ...(printed && { suffix: printed }) };
}
