// The number of fields that an operation selects, with its fragments expanded.
import { parse } from "graphql";
import { expect, it } from "vitest";
import { expandedFields } from "../../src/graph/endpoint-plugins.ts";

it.each([
  ["{ a }", 1],
  ["{ a b { c d { e } } }", 5],
  ["{ a ... { b } ... on T { c d } }", 4],
  ["query One { a } query Two { b c }", 3],
  ["{ ...F ...F } fragment F on T { a b { c } }", 6],
  ["{ x ...F } fragment F on T { a ...G } fragment G on T { b c }", 4],
  // rules of validation also read fragments that no operation spreads
  ["{ a } fragment F on T { b c }", 3],
  ["{ ...F } fragment F on T { b c } fragment G on T { d }", 3],
  ["{ a ...Unknown }", 1],
  ["type T { a: Int b: Int }", 0],
  ["{ ...F } fragment F on T { a ...F }", Number.POSITIVE_INFINITY],
  ["{ a } fragment F on T { ...G } fragment G on T { ...F }", Number.POSITIVE_INFINITY],
])("%s has %d fields", (document, fields) => {
  expect(expandedFields(parse(document))).toBe(fields);
});

it("counts fragments that double thirty times without writing them out", () => {
  const fragments = Array.from({ length: 30 }, (_, i) => `fragment F${i} on T { ...F${i + 1} ...F${i + 1} }`).join(" ");
  expect(expandedFields(parse(`{ ...F0 } ${fragments} fragment F30 on T { a }`))).toBe(2 ** 30);
});
