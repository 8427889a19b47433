// No request changes the response to another one. On one handler an account sends each persisted operation with wrong variables; the
// administrator who requests it next gets the same response as on a handler that no other caller has used. Nor does an operation that
// was allowed once make an expensive request of the same operation pass.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestStore } from "../support/database.ts";
import { persistedDocuments, persistedOperations, type Variables, validVariables } from "../support/operations.ts";
import { seedAccountId, seedToday } from "../support/seed.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { type Endpoint, serveGraphql } from "./harness.ts";

/** Each set is wrong in one way: no variables, one value of a wrong shape, or a number that is too expensive. */
function wrongSets(variables: (typeof persistedOperations)[number]["variables"], right: Variables): Variables[] {
  const shapes = [null, {}, [[]], -1, 2_000_000_000, "NaN"];
  return [{}, ...variables.flatMap(([name]) => shapes.map((value) => ({ ...right, [name]: value })))];
}

let store: TestStore;
const endpoints: Endpoint[] = [];
beforeAll(async () => {
  store = await createSeededStore();
});
afterAll(async () => {
  for (const endpoint of endpoints) endpoint.close();
  await store.close();
});

/** Serves a handler of its own, and returns a function that sends it requests of an administrator or an account. */
async function freshHandler() {
  const endpoint = await serveGraphql({
    store,
    persistedDocuments,
    today: () => seedToday,
    principalOf: async (request) =>
      request.headers.get("x-role") === "admin"
        ? { role: "admin", actor: "tests" }
        : { role: "account", actor: "tests", accountId: seedAccountId },
  });
  endpoints.push(endpoint);
  return async (role: "admin" | "account", sha256Hash: string, variables: Variables) => {
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-disclosed-csrf": "1", "x-role": role },
      body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash } }, variables }),
    });
    return { status: response.status, body: await response.json() };
  };
}

describe("requests of different callers", () => {
  it("get the same response of every persisted operation, whatever wrong variables were sent before", async () => {
    const undisturbed = await freshHandler();
    const disturbed = await freshHandler();
    const different: string[] = [];
    let wrongCalls = 0;
    for (const { hash, name, variables } of persistedOperations) {
      const right = validVariables(variables);
      for (const wrong of wrongSets(variables, right)) {
        await disturbed("account", hash, wrong);
        wrongCalls++;
      }
      const [expected, got] = [await undisturbed("admin", hash, right), await disturbed("admin", hash, right)];
      if (JSON.stringify(got) !== JSON.stringify(expected)) different.push(name);
    }
    process.stderr.write(
      `${persistedOperations.length} operations after ${wrongCalls} wrong requests: ${different.length} responses differ\n`,
    );
    expect(different).toEqual([]);
  }, 300_000);

  it("are still refused where their variables make an operation too expensive that was allowed before", async () => {
    const used = await freshHandler();
    const fresh = await freshHandler();
    let refused = 0;
    for (const { hash, variables } of persistedOperations) {
      if (!variables.some(([name]) => name === "pageSize")) continue;
      const right = validVariables(variables);
      const expensive = { ...right, pageSize: 2_000_000_000 };
      await used("admin", hash, right);
      const expected = await fresh("admin", hash, expensive);
      expect(await used("admin", hash, expensive)).toEqual(expected);
      if (/complex/i.test(JSON.stringify(expected))) refused++;
    }
    expect(refused).toBeGreaterThan(0);
  }, 300_000);
});
