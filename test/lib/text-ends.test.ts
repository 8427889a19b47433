// Functions that replace regular expressions of super-linear time give the same results, on random texts of the relevant characters.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesTag } from "../../rest/envelope.ts";
import { acceptsGzip } from "../../rest/pipeline/respond.ts";
import { isIndexName } from "../../src/ingest/edgar/index-file.ts";
import { readFiler, splitSuffix } from "../../src/ingest/senate/parse.ts";
import { isSearchName } from "../../src/ingest/senate/source.ts";
import { splitParentheses, trimEndOf, trimZeros } from "../../src/lib/text.ts";
import { exact } from "../../src/web/frame/format.ts";

/** Texts of these pieces. */
const of = (...pieces: string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((chosen) => chosen.join(""));

function equal<Result>(texts: fc.Arbitrary<string>, now: (text: string) => Result, before: (text: string) => Result) {
  fc.assert(
    fc.property(texts, (text) => {
      expect(now(text)).toEqual(before(text));
    }),
    { numRuns: 500, seed: 1 },
  );
}

describe("the functions equal the regular expressions that they replaced, on", () => {
  test("ends of texts", () => {
    equal(
      of("/", "a", "//"),
      (text) => trimEndOf(text, "/"),
      (text) => text.replace(/\/+$/, ""),
    );
    equal(of("0", ".", "1", "00"), trimZeros, (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text));
    equal(
      of("(", ")", " ", ",", "a", "\n"),
      (text) => {
        const { before, inside } = splitParentheses(text) ?? {};
        return inside?.includes(",") ? [before, inside] : undefined;
      },
      (text) => /^(.*?)\s*\(([^()]*,[^()]*)\)\s*$/s.exec(text)?.slice(1),
    );
  });

  test("names of the Senate's filers", () => {
    const suffix = /(?<![\s,])[\s,]+((?:Jr|Sr)\.?|I{2,3}|IV|V)$/i;
    equal(of(" ", ",", "Jr", ".", "sr", "I", "V", "Lee"), splitSuffix, (text) => {
      const found = suffix.exec(text)?.[1];
      return { name: text.replace(suffix, "").trim(), ...(found && { suffix: found }) };
    });
    equal(
      of("(", ")", ", ", ",", " ", "Lee", "Ann"),
      (text) => readFiler(text).lastName,
      (text) => /\(([^(),]+),\s*([^()]+)\)\s*$/.exec(text)?.[1]?.trim(),
    );
  });

  test("names of files", () => {
    const index = /(^|[._-])(form|company|master|crawler)\b[^/]*\.idx(\.txt)?$|\.idx(\.txt)?$|^\d{4}QTR[1-4]master$/i;
    const bare = /^(form|company|master|crawler)$/i;
    equal(
      of("form", "master", ".", "idx", ".idx", ".txt", "2024", "QTR1", "/", "-"),
      isIndexName,
      (text) => index.test(text) || bare.test(text),
    );
    equal(of("search", ".json", "/", "a", "Search"), isSearchName, (text) => /search[^/]*\.json$/i.test(text));
  });

  test("headers", () => {
    equal(
      of('"', "a", "W/", ", ", '"a"', "b"),
      (text) => matchesTag(text, 'W/"a"'),
      (text) => [...text.matchAll(/(?:W\/)?("[^"]*")/g)].some((match) => match[1] === '"a"'),
    );
    equal(of("gzip", "br", ",", ", ", " ", ";q=0", "*"), acceptsGzip, (text) =>
      text === "identity" ? false : /^(?:[a-z]+, ?)*gzip(?:, ?[a-z]+)*$/.test(text) || undefined,
    );
  });

  test("digits in groups of three", () => {
    const numbers = fc
      .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n, max: 10n ** 14n }))
      .map((both) => both.join(""));
    equal(numbers, exact, (text) => text.replace(/\B(?=(\d{3})+$)/g, ","));
  });
});
