// Texts of hostile files and callers that no database can store.
import { expect, it } from "vitest";
import { parseFile } from "../../src/ingest/legislators/parse-file.ts";
import { isStorable, storable } from "../../src/lib/text.ts";

it("NUL and half characters become U+FFFD, in lists and records too; all else stays", () => {
  expect(storable({ a: ["x\0y", "\ud83d", "\ud83d\ude00"], n: 1, none: null, yes: true })).toEqual({
    a: ["x\uFFFDy", "\uFFFD", "\ud83d\ude00"],
    n: 1,
    none: null,
    yes: true,
  });
});

it("isStorable is false for values with them, however deeply nested", () => {
  const good = { a: ["x", 1, null, { b: "\ud83d\ude00" }], c: true };
  expect([good, [], {}, "", null, undefined, 7].map(isStorable)).toEqual(Array(7).fill(true));
  expect(["\0", "\ud800", ["\udc00x"], { ...good, d: { e: ["\0"] } }].map(isStorable)).toEqual(Array(4).fill(false));
  expect(isStorable(JSON.parse(`${"[".repeat(45_000)}"\\u0000"${"]".repeat(45_000)}`))).toBe(false);
});

it("a list of members with an escaped NUL is read into what can be stored", () => {
  const member = (name: string) =>
    `[{"id":{"bioguide":"Z000001"},"name":{"first":"A${name}da","last":"Invented"},"bio":{"birthday":"1950-01-01"},"terms":[{"type":"sen","start":"2001-01-03","end":"2007-01-03","state":"OR","class":1,"party":"Independent"}]}]`;
  const read = (name: string) => JSON.stringify(parseFile("legislators-current.json", Buffer.from(member(name))));
  expect(read("")).toContain('"firstName":"Ada"');
  expect(read("\\u0000")).toContain('"firstName":"A\uFFFDda"');
  expect(read("\\ud800")).toContain('"firstName":"A\uFFFDda"');
});
