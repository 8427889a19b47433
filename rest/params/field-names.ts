// The parameter `fields` of every route: the fields of `data` to include, by their names in the response.
import type { Field, Shape, Wanted } from "../fields.ts";
import { unknownName } from "./nearest.ts";
import { list, maxValues, type Parameter, ParameterError } from "./parameter.ts";

/**
 * The parameter for rows of the shape. Its value is the names in the order of the shape, each once, without names
 * within another chosen field, so that equal choices have equal values; for CSV the names in the caller's order, which
 * is the order of the columns. `parts`: whether the route has optional parts.
 */
export function fieldNames(item: Shape, parts: boolean): Parameter<string[]> {
  const names = namesIn(item.fields, parts);
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const parameter = list(
    {
      description:
        "names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part",
      example: Object.keys(item.fields).slice(0, 2).join(","),
      max: maxValues,
    },
    (text) => {
      const name = known.get(text.toLowerCase());
      if (name === undefined) throw new ParameterError(unknownName(text, names));
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

/** All names, outer ones first. Optional parts exist only in the outermost row. */
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

type Growing = Map<string, Growing | undefined>;

/** The fields with these names; undefined if none are chosen. */
export function wantedOf(names: readonly string[] | undefined): Wanted | undefined {
  if (!names) return undefined;
  const wanted: Growing = new Map();
  for (const name of names) want(wanted, name.split("."));
  return wanted;
}

function want(wanted: Growing, [name = "", ...within]: string[]): void {
  if (within.length === 0) {
    wanted.set(name, undefined);
    return;
  }
  const inner = wanted.get(name) ?? new Map();
  wanted.set(name, inner);
  want(inner, within);
}
