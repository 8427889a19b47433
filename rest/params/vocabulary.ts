// Parameters whose values come from a known vocabulary. Industry names contain commas, so a text is not split at its
// commas first: the longest run of comma-separated pieces that is a known name is taken, then the next.
import type { Vocabulary } from "../ports.ts";
import { list, type Parameter, ParameterError, shorten } from "./parameter.ts";

const mostNames = 100;
const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/\s*,\s*/g, ",")
    .trim();

/** Names of the vocabulary's sectors or industries, in any case. */
export function names(description: string, kind: "sectors" | "industries", example: string): Parameter<string[]> {
  return {
    description,
    list: true,
    schema: { type: "array", minItems: 1, maxItems: mostNames, items: { type: "string" } },
    example,
    read: (texts, { vocabulary }) => {
      const known = new Map(vocabulary[kind].map((name) => [fold(name), name]));
      const found = [...new Set(texts.flatMap((text) => matchGreedily(text, known)))];
      if (found.length > mostNames) throw new ParameterError(`takes at most ${mostNames} values, not ${found.length}`);
      return found;
    },
  };
}

function matchGreedily(text: string, known: Map<string, string>): string[] {
  const pieces = text.split(",").map((piece) => piece.trim());
  const found: string[] = [];
  let start = 0;
  while (start < pieces.length) {
    let end = Math.min(pieces.length, start + 8);
    let name: string | undefined;
    while (end > start && !name) name = known.get(fold(pieces.slice(start, end--).join(",")));
    if (!name) throw new ParameterError(unknownName(pieces.slice(start).join(", "), pieces[start] ?? "", known));
    found.push(name);
    start = end + 1;
  }
  return found;
}

function unknownName(rest: string, first: string, known: Map<string, string>): string {
  if (first === "") return "has an empty entry in its list";
  const nearest = nearestNames(fold(rest), [...known]);
  return `does not know "${shorten(rest)}"; nearest: ${nearest.map((name) => `"${name}"`).join(", ")}`;
}

function nearestNames(wanted: string, known: [string, string][]): string[] {
  return known
    .map(([key, name]) => ({ name, score: likeness(wanted, key) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Dice's coefficient over letter pairs: 1 for the same, 0 for nothing in common. */
function likeness(a: string, b: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: text.length + 1 }, (_, i) => ` ${text} `.slice(i, i + 2)));
  const ofA = pairs(a);
  const ofB = pairs(b);
  let common = 0;
  for (const pair of ofA) if (ofB.has(pair)) common += 1;
  return (2 * common) / (ofA.size + ofB.size);
}

const codeTexts = list(
  {
    description: "transaction codes or whole labels, in any case: `P,S` or `P - Purchase`",
    example: "P,S",
    most: 50,
  },
  (text) => text,
);

/** SEC transaction codes, by code (`P`), label (`Purchase`) or both (`P - Purchase`). A label may stand for several codes. */
export const transactionCodes: Parameter<string[]> = {
  ...codeTexts,
  read: (texts, context) => {
    const found = codeTexts.read(texts, context).flatMap((text) => codesOf(text, context.vocabulary.transactionCodes));
    return [...new Set(found)];
  },
};

function codesOf(text: string, known: Vocabulary["transactionCodes"]): string[] {
  const wanted = fold(text);
  const found = known.filter(({ code, label }) =>
    [code, label, `${code} - ${label}`].some((name) => fold(name) === wanted),
  );
  if (found.length > 0) return found.map(({ code }) => code);
  const all = known.map(({ code, label }) => `${code} - ${label}`).join(", ");
  throw new ParameterError(`does not know "${shorten(text)}"; known: ${all}`);
}
