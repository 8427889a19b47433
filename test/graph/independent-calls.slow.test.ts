// Figure 23: no call changes what another call gets. On a fresh handler an account sends each persisted operation with wrong
// variables; the administrator who calls it next gets what they get on a handler that no other caller has used. And the other way
// round: what was allowed once does not allow a costly call of the same operation.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGraphqlHandler } from "../../src/graph/server.ts";
import { report } from "../chaos/fleet.ts";
import type { TestStore } from "../support/database.ts";
import { persistedDocuments, persistedOperations, rightVariables, type Variables } from "../support/operations.ts";
import { seedAccountId, seedToday } from "../support/seed.ts";
import { createSeededStore } from "../support/seeded-store.ts";

/** Each set is wrong in one way: nothing at all, one value of a wrong shape, or a number that costs too much. */
function wrongSets(variables: (typeof persistedOperations)[number]["variables"], right: Variables): Variables[] {
  const shapes = [null, {}, [[]], -1, 2_000_000_000, "NaN"];
  return [{}, ...variables.flatMap(([name]) => shapes.map((value) => ({ ...right, [name]: value })))];
}

let store: TestStore;
const servers: Server[] = [];
beforeAll(async () => {
  store = await createSeededStore();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await store.close();
});

/** Sends a request to a handler of its own, as the caller whom the second argument names. */
async function freshHandler() {
  const handler = createGraphqlHandler({
    store,
    persistedDocuments,
    today: () => seedToday,
    principalOf: async (request) =>
      request.headers.get("x-role") === "admin"
        ? { role: "admin", actor: "tests" }
        : { role: "account", actor: "tests", accountId: seedAccountId },
  });
  const server = createServer((requested, response) => void handler(requested, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  return async (role: "admin" | "account", sha256Hash: string, variables: Variables) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-disclosed-csrf": "1", "x-role": role },
      body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash } }, variables }),
    });
    return { status: response.status, body: await response.json() };
  };
}

describe("one caller's request does not affect another caller's response", () => {
  it("for every persisted operation, whatever wrong variables came first", async () => {
    const undisturbed = await freshHandler();
    const disturbed = await freshHandler();
    const different: string[] = [];
    let wrongCalls = 0;
    for (const { hash, name, variables } of persistedOperations) {
      const right = rightVariables(variables);
      for (const wrong of wrongSets(variables, right)) {
        await disturbed("account", hash, wrong);
        wrongCalls++;
      }
      const [expected, got] = [await undisturbed("admin", hash, right), await disturbed("admin", hash, right)];
      if (JSON.stringify(got) !== JSON.stringify(expected)) different.push(name);
    }
    report(
      23,
      `${persistedOperations.length} operations, ${wrongCalls} wrong calls first: ${different.length} changed answers`,
    );
    expect(different).toEqual([]);
  }, 300_000);

  it("and an operation that was allowed before is still refused where its variables make it too costly", async () => {
    const used = await freshHandler();
    const fresh = await freshHandler();
    let refused = 0;
    for (const { hash, variables } of persistedOperations) {
      if (!variables.some(([name]) => name === "pageSize")) continue;
      const right = rightVariables(variables);
      const costly = { ...right, pageSize: 2_000_000_000 };
      await used("admin", hash, right);
      const expected = await fresh("admin", hash, costly);
      expect(await used("admin", hash, costly)).toEqual(expected);
      if (/complex/i.test(JSON.stringify(expected))) refused++;
    }
    expect(refused).toBeGreaterThan(0);
  }, 300_000);
});
