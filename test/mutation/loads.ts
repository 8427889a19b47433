// The first test of every mutation run: what throws at import would otherwise leave a test file without tests, which looks as if
// nobody had noticed. The import stands in a hook, so that what runs at import counts as every test's and not as this one's.
import { resolve } from "node:path";
import { beforeAll, expect, it } from "vitest";

const sources = (process.env.MUTATION_SOURCES ?? "").split(",");
const loaded: unknown[] = [];

beforeAll(async () => {
  for (const file of sources) loaded.push(await import(resolve(file)));
});

it("the sources load", () => {
  expect(loaded).toHaveLength(sources.length);
});
