// The vehicle through which an insider holds a security, from the form's nature of indirect ownership.

export type Vehicle = "direct" | "trust" | "spouse" | "child" | "plan" | "foundation" | "family" | "entity" | "other";

/** In this order: a trust of the spouse is a trust, an LLC of the family an entity of the family. */
const patterns: [Vehicle, RegExp][] = [
  ["plan", /401|\b(k plan|esop|espp|ira|savings|retirement|thrift|profit[- ]sharing|deferred|pension|plan)\b/i],
  ["foundation", /\b(foundation|charit\w*)\b/i],
  ["trust", /\b(trusts?|trustee|gra?t|grats|ilit|crut|ugma|utma)\b/i],
  ["spouse", /\b(spouse\w*|wife|husband|domestic partner)\b/i],
  ["child", /\b(child\w*|sons?|daughters?|minors?|custod\w*)\b/i],
  ["family", /\b(family|parents?|mother|father|brother|sister|siblings?|household)\b/i],
  [
    "entity",
    // linear time: an attempt begins at a word and reads no further than that word
    /\b(llc|l\.l\.c|lp|l\.p|llp|ltd|inc|corp\w*|company|partnership|partners|funds?|holdings?|capital|ventures?|sponsor)\b/i,
  ],
];

/** `ownership` is the form's `D` or `I`, null if it states neither. Null if the form states no ownership at all. */
export function vehicleOf(ownership: string | null, nature: string | null): Vehicle | null {
  if (ownership === "D") return "direct";
  if (ownership === null && nature === null) return null;
  return patterns.find(([, pattern]) => pattern.test(nature ?? ""))?.[0] ?? "other";
}

/** Is the vehicle an employee plan, whose own trades need no form? */
export const isPlanAccount = (ownership: string | null, nature: string | null): boolean =>
  vehicleOf(ownership, nature) === "plan";
