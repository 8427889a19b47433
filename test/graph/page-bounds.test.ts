// Pages outside of the contract's bounds are refused before anything is read, whatever the list.
import { execute, parse } from "graphql";
import { expect, it } from "vitest";
import { createContext } from "../../src/graph/context.ts";
import { schema } from "../../src/graph/schema.ts";

const read: string[] = [];
/** A store that has no rows, and records its reads. */
const emptyStore = new Proxy(
  {},
  {
    get: (_, model) => ({
      count: async () => 0,
      findMany: async ({ skip, take }: { skip: number; take: number }) => {
        read.push(`${String(model)} ${skip} ${take}`);
        return [];
      },
    }),
  },
) as never;

async function run(page: number, pageSize: number) {
  read.length = 0;
  const document = parse(`{ auditLog(page: ${page}, pageSize: ${pageSize}) { total nodes { id } } }`);
  const contextValue = createContext(emptyStore, { role: "admin" }, "2024-07-01");
  const { data, errors = [] } = await execute({ schema, document, contextValue });
  return { data, errors: errors.map(({ message, originalError }) => ({ message, ...originalError })), read: [...read] };
}

it.each([
  [1, 1, "auditLog 0 1"],
  [1, 100, "auditLog 0 100"],
  [3, 25, "auditLog 50 25"],
  [2 ** 31 - 1, 1, `auditLog ${2 ** 31 - 2} 1`],
])("page %d of %d rows is read", async (page, pageSize, requested) => {
  expect(await run(page, pageSize)).toEqual({
    data: { auditLog: { total: 0, nodes: [] } },
    errors: [],
    read: [requested],
  });
});

const ofPage = { parameter: "page", message: "must be 1 to 2147483647" };
const ofSize = { parameter: "pageSize", message: "must be 1 to 100" };
it.each([
  [0, 25, [ofPage]],
  [-1, 25, [ofPage]],
  [1, 0, [ofSize]],
  [1, 101, [ofSize]],
  [0, 101, [ofPage, ofSize]],
])("page %d of %d rows is refused, with everything that is wrong", async (page, pageSize, details) => {
  const { data, errors, read } = await run(page, pageSize);
  const message = details.map((wrong) => `${wrong.parameter} ${wrong.message}`).join("; ");
  expect(errors).toMatchObject([{ message, code: "bad_request", details }]);
  expect([data, read]).toEqual([null, []]);
});

it("a page and its size have defaults", async () => {
  const contextValue = createContext(emptyStore, { role: "admin" }, "2024-07-01");
  read.length = 0;
  await execute({ schema, document: parse("{ auditLog { total nodes { id } } }"), contextValue });
  expect(read).toEqual(["auditLog 0 25"]);
});

it("a caller without permission gets a message", async () => {
  const contextValue = createContext(emptyStore, null, "2024-07-01");
  const { errors } = await execute({ schema, document: parse("{ auditLog { total } }"), contextValue });
  expect(errors).toMatchObject([{ message: "You do not have permission for this" }]);
});
