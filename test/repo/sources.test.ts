// A source is known by its record (src/sources.ts). Outside of its own folder no code decides by its name: a decision by a name is one
// that the next source is forgotten in.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../src/config.ts";
import { loadPublisher, loadSource } from "../../src/ingest/load-source.ts";
import { packageRoot } from "../../src/package-root.ts";
import { documentSourceNames, type SourceName, sourceNames, sourceOf, sources } from "../../src/sources.ts";

/** The other names are words of their own too: there only a comparison with something that is called a source counts. */
const ownWords = ["prices", "companies"];

/** Files in which such a word is none of our sources. */
const exceptions = [
  // the publisher's own word for a committee's chamber
  "src/ingest/legislators/parse-committees.ts",
  // the words of the parameter `chamber`
  "src/filters/meanings.ts",
];

/** Where the text names a source of another folder: as a literal, as a key of a table, or in SQL. Strings are in double quotes. */
function namesIn(path: string, text: string): string[] {
  const own = /^src\/ingest\/(\w+)\//.exec(path)?.[1];
  const foreign = sourceNames.filter((name) => name !== own);
  const distinct = foreign.filter((name) => !ownWords.includes(name)).join("|");
  const rules = [
    // a literal, but for a path of an import and an attribute of a page
    new RegExp(`(?<!=)"(${distinct})"`, "g"),
    new RegExp(`source\\w*"?\\]?\\)? [!=]==? "(${foreign.join("|")})"`, "gi"),
    new RegExp(`"(${foreign.join("|")})" [!=]==? [\\w.]*source`, "gi"),
    new RegExp(`^\\s*(${distinct}): `, "gm"),
    new RegExp(`'(${foreign.join("|")})'`, "g"),
  ];
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
  return rules.flatMap((rule) =>
    [...code.matchAll(rule)].map(
      ({ 0: found, index }) => `${path}:${code.slice(0, index).split("\n").length} ${found}`,
    ),
  );
}

test("the rule finds names in comparisons, lists, tables and SQL, and leaves a source's own folder alone", () => {
  const found = (text: string, path = "src/cli/x.ts") => namesIn(path, text).length > 0;
  expect(found('if (source === "form345") run();')).toBe(true);
  expect(found('if (words.source === "prices") run();')).toBe(true);
  expect(found('const reports = ["house", "senate"];')).toBe(true);
  expect(found("const cron = {\n  form345: 1,\n  prices: 2,\n};")).toBe(true);
  expect(found("query(`SELECT FROM listing_looks WHERE source = 'companies' AND id = 1`);")).toBe(true);
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
  expect(
    paths
      .filter((path) => !exceptions.includes(path))
      .flatMap((path) => namesIn(path, readFileSync(join(packageRoot, path), "utf8")))
      .sort(),
  ).toEqual([]);
});

test.each(sourceNames)("the folder of %s has the code that its record stands for", async (name) => {
  expect((await loadSource(name)).name).toBe(name);
  const publisher = await loadPublisher(name, loadConfig({}));
  expect(publisher?.source ?? null).toBe(sourceOf(name).publisher === null ? null : name);
});

test("a source comes after others that exist, and never after itself", () => {
  for (const { after } of sources) expect(sourceNames).toEqual(expect.arrayContaining([...after]));
  const reaches = (name: string): string[] => {
    const after = sources.find((source) => source.name === name)?.after ?? [];
    return [...after, ...after.flatMap(reaches)];
  };
  for (const name of sourceNames) expect(reaches(name)).not.toContain(name);
});

test("only the prefixes of document ids tell the documents of one table apart", () => {
  const keys = sources.flatMap(({ documents }) => (documents ? [`${documents.table} ${documents.key.prefix}`] : []));
  expect(new Set(keys).size).toBe(keys.length);
});

test("the alerts are those of the records", () => {
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
  const wanted = (of: (name: SourceName) => number | undefined) =>
    Object.fromEntries(sourceNames.flatMap((name) => (of(name) === undefined ? [] : [[name, of(name)]])));
  const alertsOf = (name: SourceName) => sourceOf(name).alerts;
  expect(limits("SourceNotLookedAt")).toEqual(
    wanted((name) => {
      const hours = alertsOf(name)?.notFetchedAfterHours;
      return hours === undefined ? undefined : hours * 3600;
    }),
  );
  expect(limits("FilingsStale")).toEqual(
    wanted((name) => {
      const days = alertsOf(name)?.newestFilingAfterDays;
      return days === undefined ? undefined : days * 86_400;
    }),
  );
  expect(Object.keys(limits("FilingsStale")).sort()).toEqual([...documentSourceNames].sort());
  expect(limits("LooksFail")).toEqual(wanted((name) => alertsOf(name)?.failedListings));
});

test("docs/metrics.md names the sources", () => {
  const names = sourceNames.map((name) => `\`${name}\``);
  const text = `\`source\` is ${names.slice(0, -1).join(", ")} or ${names.at(-1)};`;
  expect(readFileSync(join(packageRoot, "docs/metrics.md"), "utf8").replace(/\s+/g, " ")).toContain(text);
});
