// Parameters whose values are names of the vocabulary. Industry names contain commas, so the text is not simply split
// at its commas: the longest run of comma-separated pieces that is a known name is one value, then the next run. The
// cost of a request is limited before anything is compared: number of pieces, their length, and pieces per name.

import type { Vocabulary } from "../ports.ts";
import { nearestNames, shorten } from "./nearest.ts";
import {
  checkCount,
  checkLength,
  list,
  maxValueLength,
  maxValues,
  type Parameter,
  ParameterError,
  scalar,
} from "./parameter.ts";

const normalise = (text: string) => text.toLowerCase().replace(/\s+/g, " ").replace(/ ?, ?/g, ",").trim();

/** normalised name -> the names that it selects */
type Known = Map<string, readonly string[]>;

const industriesOf = ({ industries: own }: Vocabulary): Known => knownBy(own.map((name) => [name, [name]]));

/** Our own names win over other vendors' names for their sectors. */
const sectorsOf = ({ sectors: own, sectorAliases }: Vocabulary): Known =>
  knownBy([
    ...sectorAliases.map((each): Entry => [each.alias, each.sectors]),
    ...own.map((name): Entry => [name, [name]]),
  ]);

type Entry = [written: string, names: readonly string[]];

const knownBy = (entries: Entry[]): Known => new Map(entries.map(([written, names]) => [normalise(written), names]));

/** Names of the vocabulary's sectors, in any case; other vendors' common names select one or several of them. */
export const sectors = (description: string): Parameter<string[]> => ({
  ...names(description, "Technology", sectorsOf),
  valuesOf: (vocabulary) => vocabulary.sectors,
});

/** Names of the vocabulary's industries, in any case. */
export const industries = (description: string) => names(description, "Electronic Computers", industriesOf);

function names(description: string, example: string, knownOf: (vocabulary: Vocabulary) => Known): Parameter<string[]> {
  return {
    description,
    list: true,
    schema: {
      type: "array",
      minItems: 1,
      maxItems: maxValues,
      items: { type: "string", maxLength: maxValueLength },
    },
    example,
    read: (texts, { vocabulary }) => {
      const known = knownOf(vocabulary);
      const piecesOfName = Math.max(1, ...[...known.keys()].map((name) => name.split(",").length));
      const lists = texts.map((text) => text.split(",").map((piece) => piece.trim()));
      const pieces = lists.reduce((sum, { length }) => sum + length, 0);
      if (pieces > maxValues * piecesOfName)
        throw new ParameterError(`takes at most ${maxValues} values; ${pieces} parts between commas are too many`);
      for (const piece of lists.flat()) checkLength(piece);
      const found = lists.flatMap((list) => matchGreedily(list, { known, piecesOfName }));
      checkCount(found.length, maxValues);
      return [...new Set(found.flat())];
    },
  };
}

/** Returns one entry per written name. */
function matchGreedily(pieces: string[], { known, piecesOfName }: { known: Known; piecesOfName: number }) {
  const found: (readonly string[])[] = [];
  const normalised = pieces.map(normalise);
  let start = 0;
  while (start < pieces.length) {
    let end = Math.min(pieces.length, start + piecesOfName);
    let name: readonly string[] | undefined;
    while (end > start && !name) name = known.get(normalised.slice(start, end--).join(","));
    if (!name) throw new ParameterError(unknownName(pieces.slice(start, start + piecesOfName), known));
    found.push(name);
    start = end + 1;
  }
  return found;
}

/** `rest`: the unknown piece, and the following ones that may belong to its name */
function unknownName(rest: string[], known: Known): string {
  const [first = ""] = rest;
  if (first === "") return "has an empty entry in its list";
  const nearest = nearestNames([normalise(first), normalise(rest.join(",")).slice(0, maxValueLength)], [...known]);
  return `does not know "${shorten(rest.join(", "))}"; nearest: ${nearest.map((name) => `"${name}"`).join(", ")}`;
}

/**
 * SEC transaction codes, by code (`P`), label (`Purchase`) or both (`P - Purchase`). A label may select several codes.
 */
export const transactionCodes = (description: string): Parameter<string[]> => ({
  ...list({ description, example: "P,S", max: 50 }, (text, { vocabulary }) =>
    codesOf(text, vocabulary.transactionCodes),
  ),
  valuesOf: ({ transactionCodes: known }) => known.map(({ code, label }) => `${code} - ${label}`),
});

/** One of `codes`, written as in `transactionCodes`. */
export function transactionCode(description: string, codes: readonly [string, ...string[]]): Parameter<string> {
  const schema = { type: "string", description: `one of ${codes.join(", ")}, or as responses write it; in any case` };
  return scalar({ description, schema, example: codes[0], choices: codes, options: codes }, (text, { vocabulary }) => {
    const known = vocabulary.transactionCodes.filter(({ code }) => codes.includes(code));
    const [code] = codesOf(text, known);
    return code as string;
  });
}

/** Normalises `P - Purchase` with any kind of dash and spacing. */
const codeAndLabel = (text: string) => normalise(text).replace(/ ?[-\u2013\u2014] ?/g, "-");

/** @throws ParameterError for an unknown code or label */
function codesOf(text: string, known: Vocabulary["transactionCodes"]): string[] {
  const wanted = codeAndLabel(text);
  const found = known.filter(({ code, label }) =>
    [code, label, `${code}-${label}`].some((name) => codeAndLabel(name) === wanted),
  );
  if (found.length > 0) return found.map(({ code }) => code);
  const all = known.map(({ code, label }) => `${code} - ${label}`).join(", ");
  throw new ParameterError(`does not know "${shorten(text)}"; known: ${all}`);
}
