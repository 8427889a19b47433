// A source is described by its record (src/sources/sources.ts). Outside of its own folder no code decides by its name,
// because such a decision would be missing for the next source.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../src/config/config.ts";
import { loadProvenance, loadPublisher, loadSource } from "../../src/ingest/load-source.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import {
  documentSourceNames,
  onDemandSources,
  type SourceName,
  sourceNames,
  sourceOf,
  sources,
} from "../../src/sources/sources.ts";
import type { Store } from "../../src/store/store.ts";

/** Names that are ordinary words too: only a comparison with something called a source is a decision by the name. */
const ordinaryWords = ["prices", "companies"];

/** Files in which such a word is not the name of a source. */
const exceptions = [
  // the publisher's own word for a committee's chamber
  "src/ingest/legislators/parse-entries.ts",
  // the words of the parameter `chamber`
  "src/filters/meanings.ts",
];

/** Folders of src/ingest that belong to no source. */
const shared = ["files", "outbound", "refused", "run", "sync"];

/**
 * Where the text names a source of another folder as a string literal, in a comparison, a list or SQL. Strings are in
 * double quotes.
 */
function namesIn(path: string, text: string): string[] {
  const own = /^src\/ingest\/(\w+)\//.exec(path)?.[1];
  const foreign = sourceNames.filter((name) => name !== own);
  const distinct = foreign.filter((name) => !ordinaryWords.includes(name)).join("|");
  const rules = [
    // a literal, except an attribute of a page
    new RegExp(`(?<!=)"(${distinct})"`, "g"),
    new RegExp(`source\\w*"?\\]?\\)? [!=]==? "(${foreign.join("|")})"`, "gi"),
    new RegExp(`"(${foreign.join("|")})" [!=]==? [\\w.]*source`, "gi"),
    new RegExp(`'(${foreign.join("|")})'`, "g"),
    new RegExp(`\\bcase "(${foreign.join("|")})":`, "g"),
    new RegExp(`\\[[^\\]]*"(${foreign.join("|")})"[^\\]]*\\]\\.includes\\([\\w.]*source`, "gi"),
    // the name as a property of the record
    new RegExp(`\\b(${foreign.join("|")})\\.(name|loader|documents)\\b`, "g"),
  ];
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
  return rules.flatMap((rule) =>
    [...code.matchAll(rule)].map(
      ({ 0: found, index }) => `${path}:${code.slice(0, index).split("\n").length} ${found}`,
    ),
  );
}

test("the rule finds names in comparisons, lists and SQL, and ignores a source's own folder", () => {
  const found = (text: string, path = "src/cli/x.ts") => namesIn(path, text).length > 0;
  expect(found('if (source === "form345") run();')).toBe(true);
  expect(found('if (words.source === "prices") run();')).toBe(true);
  expect(found('const reports = ["house", "senate"];')).toBe(true);
  // a property is no decision: the type of a table by source (Record<SourceName, ...>) makes it complete
  expect(found("const chamber = {\n  house: 1,\n  senate: 2,\n};")).toBe(false);
  expect(found("query(`SELECT FROM listing_fetches WHERE source = 'companies' AND id = 1`);")).toBe(true);
  expect(found('switch (source) {\n  case "prices":\n}')).toBe(true);
  expect(found('if (["prices"].includes(run.source)) run();')).toBe(true);
  expect(found("await running(form345.name, file);")).toBe(true);
  expect(found('if (source === "house") run();', "src/ingest/house/x.ts")).toBe(false);
  expect(found('if (change.kind === "prices") run();')).toBe(false);
});

test("no code outside of a source's folder decides by its name", () => {
  const paths = ["src", "rest"]
    .flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true }).map((path) => join(folder, String(path))),
    )
    .filter(
      (path) => /\.tsx?$/.test(path) && !/^src\/store\/client\/|\/generated\/|^src\/ingest\/\w+\/index\.ts$/.test(path),
    );
  expect(paths.length).toBeGreaterThan(500);
  const found = paths
    .filter((path) => !exceptions.includes(path))
    .flatMap((path) => namesIn(path, readFileSync(join(packageRoot, path), "utf8")));
  const advice = "a decision by name is missing for the next source: add a field to the record in the source's folder";
  expect(found.sort(), advice).toEqual([]);
});

test("the shared folders of src/ingest import no code of a source", () => {
  const paths = readdirSync(join(packageRoot, "src/ingest"), { recursive: true })
    .map(String)
    .filter((path) => /^\w[\w-]*\.ts$/.test(path) || shared.some((folder) => path.startsWith(`${folder}/`)));
  expect(paths.length).toBeGreaterThan(20);
  const imports = new RegExp(`(?:from|import\\() ?"[./]+/(${sourceNames.join("|")})/`);
  expect(imports.test('import { parseFile } from "../form345/parse.ts";')).toBe(true);
  const importing = paths.filter((path) => imports.test(readFileSync(join(packageRoot, "src/ingest", path), "utf8")));
  expect(importing).toEqual([]);
});

test.each(sourceNames)("the folder of %s has the code that its record promises", async (name) => {
  expect((await loadSource(name)).name).toBe(name);
  const publisher = await loadPublisher(name, loadConfig({}));
  expect(publisher?.source ?? null).toBe(sourceOf(name).publisher === null ? null : name);
});

test.each(documentSourceNames)("stored documents of %s are read by a reader of its own", async (name) => {
  // creating a reader does not read the store
  const { reader } = await loadProvenance(name);
  expect(reader({} as Store, "").source).toBe(name);
});

test("one source can fetch the filings of one filer", () => {
  const expected = sources.filter(({ onDemand }) => onDemand).map(({ name }) => name);
  expect(onDemandSources.map(({ name }) => name)).toEqual(expected);
  expect(expected).toHaveLength(1);
});

test("a source comes after others that exist, and never after itself", () => {
  for (const { after } of sources) expect(sourceNames).toEqual(expect.arrayContaining([...after]));
  const reaches = (name: string): string[] => {
    const after = sources.find((source) => source.name === name)?.after ?? [];
    return [...after, ...after.flatMap(reaches)];
  };
  for (const name of sourceNames) expect(reaches(name)).not.toContain(name);
});

test("sources that share a table have different prefixes of document ids", () => {
  const keys = sources.flatMap(({ documents }) => (documents ? [`${documents.table} ${documents.key.prefix}`] : []));
  expect(new Set(keys).size).toBe(keys.length);
});

test("the alert rules have the limits of the sources' records", () => {
  const { groups } = parse(readFileSync(join(packageRoot, "deploy/observability/alerts.yaml"), "utf8")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const limits = (alert: string) => {
    const expr = groups.flatMap(({ rules }) => rules).find((rule) => rule.alert === alert)?.expr ?? "";
    const bySource: Record<string, number> = {};
    for (const [, names = "", limit = ""] of expr.matchAll(/\{source=~?"([\w|]+)"\}\) > ([\d *]+)/g))
      for (const name of names.split("|")) bySource[name] = limit.split("*").reduce((all, n) => all * Number(n), 1);
    return bySource;
  };
  const expected = (of: (name: SourceName) => number | undefined) =>
    Object.fromEntries(sourceNames.flatMap((name) => (of(name) === undefined ? [] : [[name, of(name)]])));
  const alertsOf = (name: SourceName) => sourceOf(name).alerts;
  expect(limits("SourceNotFetched")).toEqual(
    expected((name) => {
      const hours = alertsOf(name)?.notFetchedAfterHours;
      return hours === undefined ? undefined : hours * 3600;
    }),
  );
  expect(limits("FilingsStale")).toEqual(
    expected((name) => (sourceOf(name).documents ? sourceOf(name).newest.oldAfterDays * 86_400 : undefined)),
  );
  expect(Object.keys(limits("FilingsStale")).sort()).toEqual([...documentSourceNames].sort());
  expect(limits("FetchesFail")).toEqual(expected((name) => alertsOf(name)?.failedListings));
  expect(limits("DaysUnproven")).toEqual(
    expected((name) => {
      const days = alertsOf(name)?.unprovenAfterDays;
      return days === undefined ? undefined : days * 86_400;
    }),
  );
});
