// A condition that the index cannot check is never ignored.
import { expect, it } from "vitest";
import { conditionsToBits, type IndexFields, label, notHeld } from "../../../src/fast/index/conditions-to-bits.ts";
import { Columns, type Names } from "../../../src/fast/index/load/columns.ts";
import { Segment } from "../../../src/fast/index/segment.ts";
import { Vocabulary } from "../../../src/fast/index/vocabulary.ts";
import { clusterFilters } from "../../../src/filters/clusters.ts";
import { conditionsOf, contains, flag, from, oneOf, upTo } from "../../../src/filters/define-filters.ts";
import { insiderTradeFilters } from "../../../src/filters/insider-trades.ts";

interface SomeFields {
  label: "held" | "unknown";
  flag: "live";
  number: never;
  day: never;
  instant: never;
  text: "title";
}

const fields: IndexFields<SomeFields> = {
  label: { held: ({ segment }) => segment.flag("live"), unknown: notHeld },
  flag: { live: "live" },
  number: {},
  day: {},
  instant: {},
  text: { title: notHeld },
};

const rows = {
  segment: new Segment(new Columns([{ name: "live", type: "flag", sql: "" }]).build().data),
  vocabulary: new Vocabulary({ companies: [], ambiguousSymbols: [], members: [], folds: [] }, 1),
};

it("the index answers no query on a field that it does not hold", () => {
  const [live, held] = [flag("live"), oneOf("held", ["a"])];
  expect(conditionsToBits<SomeFields>([live, held], fields, rows)?.sets).toHaveLength(2);
  expect(conditionsToBits<SomeFields>([live, oneOf("unknown", ["a"])], fields, rows)).toBeUndefined();
  expect(conditionsToBits<SomeFields>([live, contains("title", "chief"), held], fields, rows)).toBeUndefined();
});

it("a column that the list does not have is a type error, and throws where types do not check the name", () => {
  const some: IndexFields<SomeFields, Names & { flag: "live"; label: "tier"; order: "value" }> = {
    ...fields,
    // @ts-expect-error no such label
    label: { held: label("forgotten"), unknown: label("tier") },
    // @ts-expect-error no such flag
    flag: { live: "forgotten" },
  };
  expect(() => conditionsToBits<SomeFields>([oneOf("held", ["a"])], some, rows)).toThrow("no label forgotten");
  expect(() => conditionsToBits<SomeFields>([flag("live")], some, rows)).toThrow("no flag forgotten");
});

it("a value for a filter that the list does not have is refused, not ignored", () => {
  expect(() => conditionsOf(clusterFilters, { insiderName: "x" } as object)).toThrow("no filter insiderName");
});

it("both bounds of one field are one condition, and conditions that hold without a filter are included", () => {
  const filter = { tradedFrom: "2024-01-01", tradedTo: "2024-02-01", filedTo: "2024-03-01", q: null };
  expect(conditionsOf(insiderTradeFilters, filter)).toEqual([
    upTo("filedOn", "2024-03-01"),
    { ...from("tradedOn", "2024-01-01"), to: "2024-02-01" },
    flag("live"),
    flag("nonDerivative"),
  ]);
});
