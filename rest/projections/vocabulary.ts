// The enumerated values that the parameters of lists accept, from the records of their filters, each with its meaning
// and its number of rows.
import type { Condition, Fields, FilterType } from "../../src/filters/define-filters.ts";
import { meanings } from "../../src/filters/meanings.ts";
import type { Route } from "../define-route.ts";
import type { Parameter } from "../params/parameter.ts";
import type { Vocabulary } from "../ports.ts";

/** A filter whose value has an unknown type. */
interface AnyFilter {
  type: FilterType;
  about: string;
  where(value: unknown): Condition<Fields> | readonly Condition<Fields>[];
}

export interface ListWithWords {
  route: Route;
  /** the list's name in the counts; absent if its values are not counted */
  counted?: string;
  /** the records of its filters (src/filters) */
  filters: object;
}

/** Number of rows of a list with a value, as stored, in a field of src/filters. */
export interface WordCount {
  list: string;
  field: string;
  word: string;
  rows: number;
}

/** A value as callers write it (`word`), and as the filter gets it (`value`). */
interface Word {
  word: string;
  value: unknown;
  meaning?: string | undefined;
}

/**
 * Every parameter of the lists with enumerated values. `counts` is complete: in a counted field, a value without a
 * count has no rows.
 */
export function parametersWithWords(lists: readonly ListWithWords[], counts: WordCount[], vocabulary: Vocabulary) {
  const known = new Map(counts.map(({ list, field, word, rows }) => [`${list} ${field} ${word}`, rows]));
  const countedFields = new Set(counts.map(({ list, field }) => `${list} ${field}`));
  const rowsOf = (list: string | undefined, conditions: readonly Condition<Fields>[]): number | null => {
    const [only, ...others] = conditions;
    if (only?.is !== "oneOf" || others.length > 0 || !countedFields.has(`${list} ${only.field}`)) return null;
    return only.values.reduce((sum, value) => sum + (known.get(`${list} ${only.field} ${value}`) ?? 0), 0);
  };
  return lists.flatMap(({ route, counted, filters }) =>
    Object.entries(route.params).flatMap(([parameter, about]) => {
      const filter = filterOf(about, filters);
      const words = filter ? wordsOf(filter, vocabulary) : optionsOf(about);
      if (words.length === 0) return [];
      const described = words.map(({ word, value, meaning }) => ({
        word,
        meaning: meaning ?? about.description,
        rows: filter ? rowsOf(counted, [filter.where(value)].flat()) : null,
      }));
      return [{ endpoint: route.path, parameter, words: described }];
    }),
  );
}

/** The names of all parameters of the lists with enumerated values. */
export function namesWithWords(lists: readonly ListWithWords[]): string[] {
  const names = lists.flatMap(({ route, filters }) =>
    Object.entries(route.params).flatMap(([name, about]) => {
      const filter = filterOf(about, filters);
      return (filter ? kindsWithWords.has(filter.type.kind) : optionsOf(about).length > 0) ? [name] : [];
    }),
  );
  return [...new Set(names)].sort();
}

const kindsWithWords: ReadonlySet<FilterType["kind"]> = new Set([
  "choice",
  "choices",
  "transactionCode",
  "transactionCodes",
  "sectors",
  "industries",
]);

const filterOf = (parameter: Parameter<unknown>, filters: object): (AnyFilter & { name: string }) | undefined => {
  if (!("filter" in parameter)) return undefined;
  const name = String(parameter.filter);
  return { ...(filters as Record<string, AnyFilter>)[name], name } as AnyFilter & { name: string };
};

function wordsOf({ type, name }: AnyFilter & { name: string }, vocabulary: Vocabulary): Word[] {
  const codes = (wanted: readonly string[]) =>
    vocabulary.transactionCodes
      .filter(({ code }) => wanted.includes(code))
      .map(({ code, label, meaning }) => ({ word: `${code} - ${label}`, code, meaning }));
  switch (type.kind) {
    case "choice":
      return Object.entries(type.names).map(([word, value]) => ({ word, value, meaning: meanings[name]?.[word] }));
    case "choices":
      return Object.entries(type.names).map(([word, value]) => ({
        word,
        value: [value],
        meaning: meanings[name]?.[word],
      }));
    case "transactionCode":
      return codes(type.codes).map(({ code, ...rest }) => ({ ...rest, value: code }));
    case "transactionCodes":
      return codes(vocabulary.transactionCodes.map(({ code }) => code)).map(({ code, ...rest }) => ({
        ...rest,
        value: [code],
      }));
    case "sectors":
      return vocabulary.sectors.map((word) => ({
        word,
        value: [word],
        meaning: "a sector, our grouping of SIC codes",
      }));
    case "industries":
      return vocabulary.industries.map((word) => ({ word, value: [word], meaning: "an SIC industry title" }));
    default:
      return [];
  }
}

/** The values of a parameter that is not a filter, such as `sort` and `include`; its description explains them. */
function optionsOf({ choices, schema }: Parameter<unknown>): Word[] {
  const items = schema.items as { enum?: readonly string[] } | undefined;
  return (choices ?? items?.enum ?? []).map((word) => ({ word, value: word }));
}
