// One small invented file for each fault that was once found with a real record, named after the rule, and beside it
// the expected rows (`<rule>.expected.json`: of each row the fields that the rule decides). All are ingested into one
// store, after the members, companies and prices of `setting`. A source without a case, or a case without its rows,
// fails.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { deriveAll } from "../../src/derive/derive.ts";
import { loadSource } from "../../src/ingest/load-source.ts";
import { runIngestion } from "../../src/ingest/run/run.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type SourceName, sourceNames } from "../../src/sources/sources.ts";
import { syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { holdingsOfCase, rowsOfCase } from "./corpus-rows.ts";

const folder = join(packageRoot, "test/corpus");
const today = "2026-07-31";
/** sources that others need come first */
const order: SourceName[] = ["companies", "legislators", "prices", "form345", "senate", "house"];

const expectedForm = z.object({
  /** the rule in one sentence */
  about: z.string().min(20),
  rows: z.array(z.record(z.string(), z.unknown())),
  /** of Forms 3, 4 and 5 */
  holdings: z.array(z.record(z.string(), z.unknown())).default([]),
});

/** A case is a file or a folder of files. */
interface Case {
  source: SourceName;
  rule: string;
  path: string;
  expected: string;
}

const ending = ".expected.json";

async function casesOf(source: SourceName): Promise<Case[]> {
  const names = await readdir(join(folder, source)).catch(() => []);
  const files = names.filter((name) => !name.endsWith(ending));
  return files.map((name) => {
    const rule = name.replace(/\.[a-z]+$/, "");
    return { source, rule, path: join(folder, source, name), expected: join(folder, source, `${rule}${ending}`) };
  });
}

const cases = (await Promise.all(sourceNames.map(casesOf))).flat();

let store: TestStore;
let home: string;
beforeAll(async () => {
  store = await createTestStore();
  home = await mkdtemp(join(tmpdir(), "disclosed-corpus-"));
  await syncReference(store);
  for (const name of order) {
    const source = await loadSource(name);
    const setting = join(folder, "setting", name);
    const isSet = await readdir(setting).then(
      () => true,
      () => false,
    );
    const paths = [...(isSet ? [setting] : []), ...cases.filter((one) => one.source === name).map(({ path }) => path)];
    await runIngestion(store, { source, paths, home, today });
  }
  await deriveAll(store, { today });
});
afterAll(async () => {
  await store.close();
  await rm(home, { recursive: true, force: true });
});

describe("the corpus", () => {
  it.each(sourceNames)("has a case of the source %s", (source) => {
    expect(cases.filter((one) => one.source === source)).not.toEqual([]);
    expect(order).toContain(source);
  });

  it("has the rows of each case beside it, and no rows without a case", async () => {
    const names = (await Promise.all(sourceNames.map((name) => readdir(join(folder, name))))).flat();
    const expected = names.filter((name) => name.endsWith(ending));
    expect(expected.sort()).toEqual(cases.map((one) => basename(one.expected)).sort());
  });
});

describe.each(cases)("$source: $rule", ({ source, path, expected }) => {
  it("gives the rows beside it", async () => {
    const { rows, holdings } = expectedForm.parse(JSON.parse(await readFile(expected, "utf8")));
    const found = await rowsOfCase(store, source, path, rows);
    expect(found).toHaveLength(rows.length);
    expect(found).toMatchObject(rows);
    const held = await holdingsOfCase(store, source, path);
    expect(held).toHaveLength(holdings.length);
    expect(held).toMatchObject(holdings);
  });
});
