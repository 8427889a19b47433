// The parameter `fields` of every route: the fields of `data` that an answer shall have, by their names in the answer.
import type { Field, Row, Shape } from "../fields.ts";
import { list, mostValues, type Parameter, ParameterError, shorten } from "./parameter.ts";
import { nearestNames } from "./vocabulary.ts";

/** Which fields are wanted: the whole of one, or some of those within it. */
type Wanted = Map<string, Wanted | undefined>;

/**
 * The parameter for rows of the shape. Its value is the names in the order of the shape, each once, without those that are within
 * another one, so that equal choices are equal; for a table in the caller's order, which is that of its columns. `parts`: whether the route attaches parts that have to be requested.
 */
export function fieldNames(item: Shape, parts: boolean): Parameter<string[]> {
  const names = namesIn(item.fields, parts);
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const parameter = list(
    {
      description:
        "names of the fields of `data` that the answer shall have, as the answer writes them, a field within another one behind a dot (`outcomes.return_30d_pct`); a part that a route attaches need not stand in `include` as well",
      example: Object.keys(item.fields).slice(0, 2).join(","),
      most: mostValues,
    },
    (text) => {
      const name = known.get(text.toLowerCase());
      if (name === undefined) throw new ParameterError(unknownField(text, names));
      return [name];
    },
  );
  return {
    ...parameter,
    read(texts, context) {
      const chosen = parameter.read(texts, context);
      return inOrder(context.form === "csv" ? chosen : names, chosen);
    },
  };
}

function unknownField(text: string, names: string[]): string {
  const nearest = nearestNames(
    [text.toLowerCase()],
    names.map((name) => [name.toLowerCase(), [name]]),
  );
  return `does not know "${shorten(text)}"; nearest: ${nearest.join(", ")}`;
}

/** All names, outer ones first. Within a row of a row no part can be requested. */
function namesIn(fields: Record<string, Field>, parts: boolean): string[] {
  return Object.entries(fields).flatMap(([name, { optional, inner }]) => {
    if (optional && !parts) return [];
    const within = inner ? namesIn(inner.fields, false) : [];
    return [name, ...within.map((deeper) => `${name}.${deeper}`)];
  });
}

function inOrder(names: string[], chosen: string[]): string[] {
  const wanted = new Set(chosen);
  const isWithin = (name: string) => [...name.matchAll(/\./g)].some(({ index }) => wanted.has(name.slice(0, index)));
  return names.filter((name) => wanted.has(name) && !isWithin(name));
}

/** The parts that have to be attached for these fields. */
export function partsOf(item: Shape, names: readonly string[]): string[] {
  const parts = names.map((name) => item.fields[name.split(".")[0] ?? ""]?.optional);
  return [...new Set(parts)].filter((part) => part !== undefined);
}

/** What leaves the chosen fields of a row; the row as it is where none are chosen. */
export function picker(names: readonly string[] | undefined): (row: Row) => Row {
  if (!names) return (row) => row;
  const wanted: Wanted = new Map();
  for (const name of names) want(wanted, name.split("."));
  return (row) => pick(row, wanted) as Row;
}

function want(wanted: Wanted, [name = "", ...within]: string[]): void {
  if (within.length === 0) {
    wanted.set(name, undefined);
    return;
  }
  const inner = wanted.get(name) ?? new Map();
  wanted.set(name, inner);
  want(inner, within);
}

function pick(value: unknown, wanted: Wanted): unknown {
  if (Array.isArray(value)) return value.map((entry) => pick(entry, wanted));
  if (typeof value !== "object" || value === null) return value;
  const picked: Row = {};
  for (const [name, inner] of Object.entries(value)) {
    if (!wanted.has(name)) continue;
    const within = wanted.get(name);
    picked[name] = within ? pick(inner, within) : inner;
  }
  return picked;
}
