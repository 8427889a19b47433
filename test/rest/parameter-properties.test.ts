// Properties of the parsers of parameters: for any input they return values or named problems; a value means what was written,
// however it was written; and a query can hold every value that they return.
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { filterParameters } from "../../rest/params/list-parameters.ts";
import { amount, date, days, integer, ranges, timestamp } from "../../rest/params/numbers-and-dates.ts";
import { type Parameter, ParameterError, readParameters } from "../../rest/params/parameter.ts";
import { bioguideId, cik, rowId, truth, words } from "../../rest/params/texts.ts";
import { symbolKeys } from "../../src/domain/identifiers.ts";
import { AppError } from "../../src/errors.ts";
import { insiderTradeFilters } from "../../src/filters/insider-trades.ts";
import { politicianTradeFilters } from "../../src/filters/politician-trades.ts";
import { vocabulary } from "./vocabulary.ts";

const context = { vocabulary, today: "2024-07-01" };
const options = { numRuns: Number(process.env.FUZZ_RUNS ?? 300), seed: Number(process.env.FUZZ_SEED ?? 7) };
const check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void) =>
  fc.assert(
    fc.property(arbitrary, (value) => void property(value)),
    options,
  );
const read = <T>(parameter: Parameter<T>, ...texts: string[]): T => parameter.read(texts, context);

const { tickers, industries, transactionCodes } = filterParameters(insiderTradeFilters);
const { party, chamber } = filterParameters(politicianTradeFilters);
const routes = await loadRoutes();
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 300 }),
);

describe("any query string", () => {
  const rawQuery = fc.array(fc.oneof(anyText, fc.constantFrom("&", "=", "%", "%zz", "page", "q", "+", "%00")), {
    maxLength: 12,
  });
  it.each(routes.map((route) => [route.path, route] as const))("of %s becomes values or named problems", (_, route) => {
    const path = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "1"]));
    check(rawQuery, (pieces) => {
      try {
        readParameters(route.params, { path, query: pieces.join("") }, context);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        const { code, details = [], message } = error as AppError;
        expect(code).toBe("bad_request");
        expect(details.length).toBeGreaterThan(0);
        for (const { parameter } of details) expect(message).toContain(parameter);
      }
    });
  });

  it("has the same value in every percent-encoding", () => {
    const parameters = { q: words("", { max: 100, example: "x" }) };
    check(fc.tuple(fc.stringMatching(/^[A-Za-z0-9 '%_\\é😀&=+,]{2,40}$/u), fc.boolean()), ([text, everything]) => {
      const trimmed = text.trim();
      fc.pre(trimmed !== "");
      const bytes = [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
      const query = `q=${everything ? bytes : encodeURIComponent(text).replaceAll("%20", "+")}`;
      expect(readParameters(parameters, { path: {}, query }, context)).toEqual({ q: trimmed });
    });
  });
});

describe("numbers", () => {
  const whole = integer("", { min: 1, max: 100 });
  it("are accepted exactly within their bounds", () => {
    check(fc.integer({ min: -1000, max: 1000 }), (value) => {
      if (value >= 1 && value <= 100) expect(read(whole, String(value))).toBe(value);
      else expect(() => read(whole, String(value))).toThrow(ParameterError);
    });
  });
  it("are never read from anything else", () => {
    check(anyText, (text) => {
      if (/^\+?0*([1-9]\d?|100)$/.test(text) && text.length <= 16) return;
      expect(() => read(whole, text)).toThrow(ParameterError);
    });
  });
});

describe("amounts and ranges", () => {
  const suffixes = { "": 0, k: 3, K: 3, m: 6, M: 6, b: 9, B: 9 } as const;
  const written = fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom(...Object.keys(suffixes)),
    )
    .map(([digits, positions, suffix]) => {
      const text = digits.toString().padStart(positions + 1, "0");
      const plain = positions > 0 ? `${text.slice(0, -positions)}.${text.slice(-positions)}` : text;
      const power = suffixes[suffix as keyof typeof suffixes] - positions;
      const exact = new Decimal(digits.toString()).times(new Decimal(10).pow(power));
      return { text: `${plain}${suffix}`, exact };
    });

  it("an amount is exact and in plain notation", () => {
    check(written, ({ text, exact }) => {
      const value = read(amount(""), text);
      expect(value).toMatch(/^\d+(\.\d+)?$/);
      expect(new Decimal(value).equals(exact)).toBe(true);
    });
  });
  it("a range has its minimum first; the other way round it is refused", () => {
    check(fc.tuple(written, written), ([one, other]) => {
      const [low, high] = one.exact.lte(other.exact) ? [one, other] : [other, one];
      const [range] = read(ranges(""), `${low.text}-${high.text}`);
      expect(
        new Decimal(range?.min ?? "x").equals(low.exact) && new Decimal(range?.max ?? "x").equals(high.exact),
      ).toBe(true);
      if (!low.exact.equals(high.exact))
        expect(() => read(ranges(""), `${high.text}-${low.text}`)).toThrow(ParameterError);
      expect(read(ranges(""), `${low.text}-`)).toEqual([{ min: range?.min, max: null }]);
      expect(read(ranges(""), `-${high.text}`)).toEqual([{ min: null, max: range?.max }]);
    });
  });
  it("ranges that are repeated and ranges that are listed by commas are the same", () => {
    check(fc.array(written, { minLength: 1, maxLength: 10 }), (all) => {
      const texts = all.map(({ text }) => `${text}-`);
      expect(read(ranges(""), texts.join(","))).toEqual(read(ranges(""), ...texts));
    });
  });
  it("bounds are plain decimals or absent, whatever the caller sends", () => {
    check(anyText, (text) => {
      for (const { min, max } of attempt(() => read(ranges(""), text)) ?? [])
        for (const bound of [min, max]) expect(bound === null || /^\d+(\.\d+)?$/.test(bound)).toBe(true);
    });
  });
});

describe("dates", () => {
  const day = fc.date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
  it("every calendar date is accepted, and nothing else", () => {
    check(day, (value) => {
      const text = value.toISOString().slice(0, 10);
      expect(read(date(""), text)).toBe(text);
    });
    check(fc.tuple(fc.integer({ min: 1900, max: 2199 }), fc.nat(99), fc.nat(99)), ([year, month, at]) => {
      const text = [year, String(month).padStart(2, "0"), String(at).padStart(2, "0")].join("-");
      const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
      const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
      if (at >= 1 && at <= (lengths[month - 1] ?? 0)) expect(read(date(""), text)).toBe(text);
      else expect(() => read(date(""), text)).toThrow(ParameterError);
    });
  });
  it("a time is the same instant in every time zone", () => {
    check(fc.tuple(day, fc.integer({ min: -23 * 60, max: 23 * 60 })), ([value, offset]) => {
      const local = new Date(value.getTime() + offset * 60_000);
      fc.pre(local.getUTCFullYear() >= 1900 && local.getUTCFullYear() <= 2199);
      const zone = `${offset < 0 ? "-" : "+"}${new Date(Math.abs(offset) * 60_000).toISOString().slice(11, 16)}`;
      expect(read(timestamp(""), local.toISOString().replace("Z", zone))).toBe(value.toISOString());
    });
  });
  it("days are counted back from today over every length of month", () => {
    check(fc.tuple(day, fc.integer({ min: 1, max: 3650 })), ([value, n]) => {
      const today = value.toISOString().slice(0, 10);
      const since = days.read([String(n)], { vocabulary, today });
      expect((Date.parse(today) - Date.parse(since)) / 86_400_000).toBe(n);
    });
  });
});

describe("texts", () => {
  it("a boolean is true or false in any case, 1 or 0, and nothing else", () => {
    const booleans: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };
    const likely = fc.constantFrom("true", "TRUE", "True", "false", "fAlse", "1", "0", "01", "yes", "true ");
    check(fc.oneof(anyText, likely), (text) => {
      const known = Object.entries(booleans).find(([name]) => name === text.toLowerCase());
      if (known) expect(read(truth(""), text)).toBe(known[1]);
      else expect(() => read(truth(""), text)).toThrow(ParameterError);
    });
  });
  it("ids and CIKs are digits", () => {
    check(fc.bigInt({ min: 0n, max: 10n ** 18n }), (value) => {
      const id = read(rowId, String(value));
      expect(id).toBe(value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null);
    });
    check(anyText, (text) => {
      if (/^\d+$/.test(text)) return;
      for (const parameter of [rowId, cik, bioguideId] as Parameter<unknown>[])
        if (!/^[A-Z]\d{6}$/i.test(text)) expect(() => read(parameter, text)).toThrow(ParameterError);
    });
  });
  it("symbols are read in capitals, each once, and at most 25", () => {
    check(fc.array(fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,5}$/), { minLength: 1, maxLength: 30 }), (all) => {
      const different = [...new Set(all.flatMap(symbolKeys))];
      if (different.length > 25) expect(() => read(tickers, all.join(","))).toThrow(ParameterError);
      else expect(read(tickers, all.join(","))).toEqual(different);
      for (const symbol of different) expect(symbol).toBe(symbol.toUpperCase());
    });
  });
  it("words are counted in characters, not in their halves", () => {
    check(fc.string({ unit: "grapheme-composite", maxLength: 60 }), (text) => {
      const length = [...text].length;
      const parameter = words("", { max: 20, example: "x" });
      if (length <= 20) expect(read(parameter, text)).toBe(text);
      else expect(() => read(parameter, text)).toThrow(ParameterError);
    });
  });
});

describe("vocabulary", () => {
  const anyCase = (text: string) =>
    fc
      .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
      .map((upper) => [...text].map((c, i) => (upper[i] ? c.toUpperCase() : c.toLowerCase())).join(""));
  it("any industries are found, in any case and order, by commas or repeated", () => {
    const chosen = fc.uniqueArray(fc.constantFrom(...vocabulary.industries), { minLength: 1 });
    check(
      chosen.chain((all) => fc.tuple(fc.constant(all), fc.tuple(...all.map(anyCase)), fc.boolean())),
      ([all, texts, joined]) => {
        expect(read(industries, ...(joined ? [texts.join(",")] : texts))).toEqual(all);
      },
    );
  });
  it("any transaction code is found by its code, its label or both", () => {
    const one = fc.constantFrom(...vocabulary.transactionCodes).chain(({ code, label }) =>
      fc
        .constantFrom(code, `${code} - ${label}`)
        .chain(anyCase)
        .map((text) => ({ code, text })),
    );
    check(one, ({ code, text }) => expect(read(transactionCodes, text)).toEqual([code]));
  });
  it("a party or chamber is read as one of their names or refused", () => {
    check(anyText, (text) => {
      for (const one of attempt(() => read(party, text)) ?? [])
        expect(["Democrat", "Republican", "Independent"]).toContain(one);
      expect(["House", "Senate", undefined]).toContain(attempt(() => read(chamber, text)));
    });
  });
});

/** undefined for a refused value; rethrows any other error. */
function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}
