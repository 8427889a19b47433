// The nearest of the known names, for the message that refuses an unknown one.
import { distance } from "fastest-levenshtein";
import { shorten } from "./parameter.ts";

const mostNearest = 3;

/** Names that contain the text come first, then those with the smallest edit distance. */
export function nearestNames(texts: string[], known: [key: string, names: readonly string[]][]): string[] {
  const differences = known.map(([key, names]) => ({
    names,
    difference: Math.min(...texts.map((text) => differenceOf(text, key))),
  }));
  differences.sort((a, b) => a.difference - b.difference);
  return [...new Set(differences.flatMap(({ names }) => names))].slice(0, mostNearest);
}

/** 0: equal; 1: nothing in common. Callers may omit the part of a title before its dash (`Retail-`, `Services-`). */
function differenceOf(text: string, key: string): number {
  const ofOne = (name: string) => distance(text, name) / Math.max(text.length, name.length);
  const difference = Math.min(ofOne(key), ofOne(key.slice(key.indexOf("-") + 1)));
  return text.length > 2 && key.includes(text) ? difference / 10 : difference;
}

/** Completes "<parameter> ..." for a name that is none of these. */
export function unknownName(text: string, names: readonly string[]): string {
  const nearest = nearestNames(
    [text.toLowerCase()],
    names.map((name) => [name.toLowerCase(), [name]]),
  );
  return `does not know "${shorten(text)}"; nearest: ${nearest.join(", ")}`;
}
