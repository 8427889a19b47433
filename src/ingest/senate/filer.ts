// The name of a filer as printed by the Senate.
import { splitParentheses } from "../../lib/text-ends.ts";
import type { Filer } from "../congress/record.ts";
import { splitFilerStatus } from "../legislators/filer-status.ts";

const suffixForm = /^(?:(?:Jr|Sr)\.?|I{2,3}|IV|V)$/i;

/** `McConnell, Jr.` -> `McConnell` and `Jr.` */
export function splitSuffix(text: string): { name: string; suffix?: string } {
  const words = text.split(/[\s,]+/);
  const suffix = words.at(-1) ?? "";
  if (words.length < 2 || !suffixForm.test(suffix)) return { name: text.trim() };
  let end = text.length - suffix.length;
  while (end > 0 && /[\s,]/.test(text.charAt(end - 1))) end--;
  return { name: text.slice(0, end).trim(), suffix };
}

/**
 * `The Honorable Susan M Collins (Collins, Susan M.)`: the parentheses separate last and first name. For a former
 * senator, `(Former Senator)` may be printed instead of them or after them.
 */
export function readFiler(asFiled: string): Filer {
  const { inside = "" } = splitParentheses(splitFilerStatus(asFiled).name) ?? {};
  const comma = inside.indexOf(",");
  if (comma < 1 || comma === inside.length - 1) return { asFiled };
  const { name: firstName, suffix } = splitSuffix(inside.slice(comma + 1).trimStart());
  const printed = suffix ?? /\s((?:Jr|Sr)\.?|I{2,3}|IV|V)\s*\(/i.exec(asFiled)?.[1];
  return { asFiled, firstName, lastName: inside.slice(0, comma).trim(), ...(printed && { suffix: printed }) };
}
