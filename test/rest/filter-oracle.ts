// What a filter means, by the rows that a list serves: whether a row passes, and values that some row passes.
import { at, decimal, type Row, textAt, within } from "./served-rows.ts";

/** The rows of other lists that an oracle needs. */
export interface Known {
  /** CIK of a company -> its symbols, past ones and those of filings included */
  symbols: ReadonlyMap<string, ReadonlySet<string>>;
  /** code of a committee -> bioguide ids of its members */
  seats: ReadonlyMap<string, ReadonlySet<string>>;
  /** CIK of an insider -> names of the companies of the insider's filings */
  companies: ReadonlyMap<string, ReadonlySet<string>>;
  /** CIK of a company -> what only its page shows */
  listings: ReadonlyMap<string, { sicCode: readonly string[]; exchange: readonly string[] }>;
  /** CIK of a company -> its name */
  names: ReadonlyMap<string, string>;
  /** today's date in the service */
  today: string;
}

export interface Oracle {
  /** values, as callers write them, that the row passes; none: the row shows no value */
  values(row: Row, known: Known): readonly string[];
  /** whether the row passes any of the values; undefined: it does not show what decides */
  passes(row: Row, values: readonly string[], known: Known): boolean | undefined;
}

type Show = (row: Row) => string | null;
const path = (name: string): Show => {
  return (row) => textAt(row, name);
};
const shown = (text: string | null): string[] => (text === null ? [] : [text]);

/** The row shows one of the values at the path. */
export const same = (name: string, fold = (text: string) => text): Oracle => ({
  values: (row) => shown(textAt(row, name)),
  passes: (row, values) => {
    const text = textAt(row, name);
    return text !== null && values.map(fold).includes(fold(text));
  },
});

/** One of the texts that the row shows is one of the values. */
export const anyOf = (texts: (row: Row) => string[]): Oracle => ({
  values: texts,
  passes: (row, values) => texts(row).some((text) => values.includes(text)),
});

/** The row is of a kind that the value names, e.g. a role. */
export const kinds = (all: Readonly<Record<string, (row: Row) => boolean>>): Oracle => ({
  values: (row) => Object.keys(all).filter((kind) => all[kind]?.(row)),
  passes: (row, values) => values.some((kind) => all[kind]?.(row)),
});

/** A plain decimal that a parameter accepts. */
const asParameter = (text: string | null, pattern = /^\d{1,21}(\.\d{1,30})?$/) =>
  shown(text).flatMap((number) => (pattern.test(decimal(number).toFixed()) ? [decimal(number).toFixed()] : []));
const signed = /^-?\d{1,21}(\.\d{1,30})?$/;
const whole = /^-?\d{1,9}$/;

const bound =
  (compare: (sign: number) => boolean) =>
  (name: string, { pattern, min = -Infinity }: { pattern?: RegExp; min?: number } = {}): Oracle => ({
    values: (row) => asParameter(textAt(row, name), pattern).filter((text) => Number(text) >= min),
    passes: (row, [value = "0"]) => {
      const text = textAt(row, name);
      return text !== null && compare(decimal(text).cmp(value));
    },
  });

export const atLeast = bound((sign) => sign >= 0);
export const atMost = bound((sign) => sign <= 0);
/** of a percentage */
export const percents = { pattern: signed };
/** of a count that is never below `min` */
export const counts = (min = -Infinity) => ({ pattern: whole, min });

/** The number is in one of the ranges. */
export const inRanges = (name: string): Oracle => ({
  values: (row) => asParameter(textAt(row, name)).flatMap((text) => [`${text}-${text}`, `${text}-`, `-${text}`]),
  passes: (row, values) => {
    const text = textAt(row, name);
    if (text === null) return false;
    return values.some((range) => {
      const [min, max] = range.split("-");
      return (!min || decimal(text).gte(min)) && (!max || decimal(text).lte(max));
    });
  },
});

/** Dates and times sort as text. */
const dated =
  (passes: (date: string, value: string) => boolean) =>
  (name: string): Oracle => ({
    values: (row) => shown(textAt(row, name)),
    passes: (row, [value = ""]) => {
      const date = textAt(row, name);
      return date !== null && passes(date, value);
    },
  });
export const from = dated((date, value) => date >= value);
export const upTo = dated((date, value) => date <= value);
export const since = dated((time, value) => Date.parse(time) >= Date.parse(value));

const dayMs = 86_400_000;
/** Filed within that many days before today. */
export const inDays = (name: string): Oracle => ({
  values: (row, { today }) =>
    shown(textAt(row, name))
      .map((date) => String((Date.parse(today) - Date.parse(date)) / dayMs))
      .filter((days) => Number(days) >= 1 && Number(days) <= 3650),
  passes: (row, [days = "0"], { today }) =>
    (textAt(row, name) ?? "") >= new Date(Date.parse(today) - Number(days) * dayMs).toISOString().slice(0, 10),
});

/** Words that databases and JavaScript fold alike. */
const plainWords = (text: string) => text.match(/[A-Za-z0-9&]{3,}/g) ?? [];

const holds = (texts: readonly (string | null)[], value: string) =>
  texts.some((text) => text?.toLowerCase().includes(value.toLowerCase()));

/** The value is a part of one of the texts. */
export const contains = (...shows: (Show | string)[]): Oracle => {
  const texts = (row: Row) => shows.map((show) => (typeof show === "string" ? textAt(row, show) : show(row)));
  return {
    values: (row) => texts(row).flatMap((text) => plainWords(text ?? "").flatMap((word) => [word, word.slice(1)])),
    passes: (row, [value = ""]) => holds(texts(row), value),
  };
};

/** Every word of the value is a part of one of the texts or a whole CIK, or, of a company's symbols, may be. */
export const search = ({
  texts,
  ciks,
  company,
}: {
  texts: (row: Row) => (string | null)[];
  ciks: (row: Row) => string[];
  company?: (row: Row) => string;
}): Oracle => ({
  values: (row) => {
    const words = texts(row).flatMap((text) => plainWords(text ?? ""));
    return [...words, ...ciks(row), words.slice(0, 2).join(" ")].filter((text) => text.length > 2);
  },
  passes: (row, [value = ""], { symbols }) => {
    let every: boolean | undefined = true;
    for (const word of value.split(" ")) {
      if (holds(texts(row), word) || ciks(row).includes(word)) continue;
      if (!company || !holds([...(symbols.get(company(row)) ?? [])], word)) return false;
      every = undefined;
    }
    return every;
  },
});

/** Any symbol that the row's company has or had: the shown one does, another one of the company's symbols may. */
export const symbolsOf = (company: (row: Row, known: Known) => string[], own = path("ticker")): Oracle => ({
  values: (row, known) =>
    [...shown(own(row)), ...company(row, known).flatMap((cik) => [...(known.symbols.get(cik) ?? [])])]
      .filter((symbol) => /^[A-Z][A-Z0-9.]*$/.test(symbol))
      .flatMap((symbol) => [symbol, withoutDot(symbol)]),
  passes: (row, values, known) => {
    if (values.includes(own(row) ?? "")) return true;
    const ofRow = [...shown(own(row)), ...company(row, known).flatMap((cik) => [...(known.symbols.get(cik) ?? [])])];
    return values.some((value) => ofRow.some((symbol) => withoutDot(symbol) === withoutDot(value))) ? undefined : false;
  },
});

const withoutDot = (symbol: string) => symbol.replaceAll(".", "");

/** The texts of a field of the rows in a list of the row. */
export const each = (list: string, field: string) => (row: Row) => within(row, list).map((one) => String(one[field]));
export const textOf = path;
export const isTrue = (name: string) => (row: Row) => at(row, name) === true;
