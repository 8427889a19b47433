// Fields of responses: a value that the query does not return is our fault, and never a response that looks complete.
import { describe, expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { envelopeOf } from "../../rest/envelope.ts";
import { computed, type Field, integer, many, one, onRequest, shape, shapeSchemas, values } from "../../rest/fields.ts";
import { wantedOf } from "../../rest/params/list-parameters.ts";
import { relationsReader, relationVariables, selectionOf } from "../../rest/selection.ts";
import { vocabulary } from "./vocabulary.ts";

const inner = shape("FieldsTestInner", "inner", { n: integer("n", "n") });
const alone = (source: Parameters<typeof integer>[0]) => integer(source, "x");
const context = { vocabulary, variables: {} };
const valueIn = (field: Field, row: Record<string, unknown>) => field.value(row, context);

it.each<[string, Field, RegExp]>([
  ["a value", integer("a.b", "x"), /^the query does not return a\.b$/],
  ["a shape", one("a.b", inner), /^the query does not return a\.b$/],
  ["a list", many("a.b", inner, "x"), /^the query does not return the list a\.b$/],
  ["a list of values", values("a.b", { type: "integer" }, "x"), /^the query does not return the list a\.b$/],
])("%s that the query does not select is an error", (_, field, message) => {
  for (const row of [{}, { a: undefined }, { a: {} }]) expect(() => valueIn(field, row)).toThrow(message);
});

it("a value is null if it or a parent of it is null", () => {
  for (const field of [integer("a.b", "x"), one("a.b", inner)])
    for (const row of [{ a: null }, { a: { b: null } }]) expect(valueIn(field, row)).toBeNull();
});

it("optional fields are omitted where they were not requested", () => {
  const alone = onRequest("part", "a", (source) => one(source, inner));
  const list = onRequest("part", "a", (source) => many(source, inner, "x"));
  expect([valueIn(alone, {}), valueIn(list, {})]).toEqual([undefined, undefined]);
  expect([valueIn(alone, { a: { n: 1 } }), valueIn(list, { a: [{ n: 1 }] })]).toEqual([{ n: 1 }, [{ n: 1 }]]);
  const outer = shape("FieldsTestOuter", "outer", { n: integer("n", "n"), alone, list });
  expect(outer.schema.required).toEqual(["n"]);
  expect(Object.keys(outer.project({ n: 1 }, context))).toEqual(["n"]);
});

it("two shapes of one name are refused, because the document refers to shapes by name", () => {
  const outer = shape("FieldsTestOuter", "outer", { inner: one("a", inner) });
  expect(Object.keys(shapeSchemas([outer]))).toEqual(["FieldsTestInner", "FieldsTestOuter"]);
  const another = shape("FieldsTestInner", "another", {});
  expect(() => shapeSchemas([outer, another])).toThrow("two shapes are called FieldsTestInner");
});

it("the query selects what the fields read, once each, and only the named parts", () => {
  const nested = shape("FieldsTestNested", "nested", { n: integer("n", "n"), part: onRequest("far", "far", alone) });
  const read = shape("FieldsTestRead", "read", {
    ab: integer("a.b", "x"),
    twice: integer(
      computed(["a.b", "c"], () => 1),
      "x",
    ),
    nested: many("list", nested, "x"),
    made: one(
      computed(["total"], () => ({ n: 1 })),
      inner,
    ),
    part: onRequest("part", "part", alone),
    block: onRequest("part", "block", (source) => one(source, inner)),
  });
  expect(selectionOf(read)).toBe("a { b } c list { n } total");
  expect(selectionOf(read, { list: "(first: 1)", part: " @include(if: $part)" })).toBe(
    "a { b } c list(first: 1) { n } total part @include(if: $part) block @include(if: $part) { n }",
  );
});

describe("relations", () => {
  const nested = shape(
    "FieldsTestNested",
    "nested",
    { n: integer("n", "n"), far: integer("far.n", "x") },
    { far: ["far"] },
  );
  const outer = shape(
    "FieldsTestRelated",
    "related",
    {
      id: integer("id", "x"),
      a: integer("one.a", "x"),
      b: integer("one.b", "x"),
      c: integer("c", "x"),
      list: many("list", nested, "x"),
      part: onRequest("part", "part", alone),
    },
    { one: ["one", "c"], list: ["list"], part: ["part"] },
  );
  const read = (names: string[] | undefined, parts: string[] = []) =>
    Object.entries(relationsReader(outer)({ wanted: wantedOf(names), parts })).flatMap(([name, isRead]) =>
      isRead ? [name] : [],
    );

  it("are behind a variable each, also in a nested row", () => {
    expect(selectionOf(outer)).toBe(
      "id one @include(if: $one) { a b } c @include(if: $one) list @include(if: $list) { n far @include(if: $far) { n } } part @include(if: $part)",
    );
    expect(relationVariables(outer)).toBe(
      "$one: Boolean! = true, $list: Boolean! = true, $part: Boolean! = false, $far: Boolean! = true",
    );
    expect(relationVariables(outer, ["part"])).toContain("$part: Boolean! = true");
  });

  it.each<[string[] | undefined, string[], string[]]>([
    [undefined, [], ["one", "list", "far"]],
    [undefined, ["part"], ["one", "list", "part", "far"]],
    [["id"], [], []],
    [["id"], ["part"], []],
    [["part"], [], ["part"]],
    [["b"], [], ["one"]],
    [["list.n"], [], ["list"]],
    [["list.far"], [], ["list", "far"]],
    [["list", "c"], [], ["one", "list", "far"]],
  ])("for the fields %j with the parts %j are %j", (names, parts, expected) => {
    expect(read(names, parts)).toEqual(expected);
  });

  it("are projected for the chosen fields alone, because the others may not have been read", () => {
    const wanted = wantedOf(["id", "list.n"]);
    expect(outer.project({ id: 1, list: [{ n: 2 }] }, context, wanted)).toEqual({ id: 1, list: [{ n: 2 }] });
    expect(() => outer.project({ id: 1, list: [{ n: 2 }] }, context)).toThrow("the query does not return one.a");
  });
});

it("a list at an older version states both versions", async () => {
  const route = (await loadRoutes()).find(({ path }) => path === "/trades");
  if (!route || !("list" in route)) throw new Error("no list of trades");
  const executed = { data: { insiderTrades: { total: 0, nodes: [] } }, dataVersion: "9", asOf: "t", sample: false };
  const meta = (params: Record<string, unknown>) =>
    envelopeOf(route, executed, { vocabulary, variables: {}, params: { page: 1, pageSize: 25, ...params } }).meta;
  expect(meta({})).toEqual({ data_version: "9", as_of: "t" });
  expect(meta({ dataVersion: "7" })).toEqual({ data_version: "7", rows_version: "9", as_of: "t" });
});
