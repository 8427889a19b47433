// The provider for OpenBB: its own tests, with recorded responses and with a running service of sample data.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSampleData } from "../../src/ingest/sample/load.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type Service, startService, unlimitedKey } from "../support/service.ts";
import { isolated, output, pythonWith } from "./examples.ts";

const python = pythonWith(
  "Python 3.10 or newer with pydantic 2 and pytest",
  "import sys, pydantic, pytest; assert sys.version_info >= (3, 10) and pydantic.VERSION.startswith('2.')",
);

const today = "2026-11-20";

/** The last line of pytest, such as "13 passed in 1.20s". */
async function pytest(env: Record<string, string> = {}): Promise<string> {
  const clients = join(packageRoot, "clients");
  const args = [...isolated, "-m", "pytest", "-q", "-p", "no:cacheprovider", join(clients, "openbb/tests")];
  const printed = await output(python ?? "", args, {
    env: {
      PYTHONPATH: [join(clients, "openbb"), join(clients, "python")].join(":"),
      PYTHONDONTWRITEBYTECODE: "1",
      ...env,
    },
  });
  return printed.trim().split("\n").at(-1) ?? "";
}

describe.skipIf(!python)("the provider's tests", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ today });
    await loadSampleData(service.store, { today });
  });
  afterAll(() => service?.stop());

  it("pass with the recorded responses", async () => {
    expect(await pytest()).toMatch(/^13 passed in/);
  });

  it("pass with a running service", async () => {
    const env: Record<string, string> = { DISCLOSED_URL: service.base, DISCLOSED_API_KEY: await unlimitedKey(service) };
    // writes clients/openbb/tests/record/responses.ndjson
    if (process.env.UPDATE_GOLDENS) env.DISCLOSED_RECORD = "1";
    expect(await pytest(env)).toMatch(/^13 passed in/);
  });
});
