// The first test of every mutation run: what throws at import would otherwise leave a test file without tests, as if no test
// had noticed. The import is in a hook, so that what runs at import counts as every test's and not as this one's; the
// test reports its failure, for a hook that throws would only skip it.
import { resolve } from "node:path";
import { beforeAll, expect, it } from "vitest";

const sources = (process.env.MUTATION_SOURCES ?? "").split(",");
const failures: unknown[] = [];

beforeAll(async () => {
  for (const file of sources) await import(resolve(file)).catch((error: unknown) => failures.push(error));
});

it("the sources load", () => {
  expect(failures).toEqual([]);
});
