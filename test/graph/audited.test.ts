// Every mutation of the schema leaves a row in the audit log before it runs, also those that will be added later. A mutation
// that cannot be recorded does not run, and no secret is recorded.
import {
  execute,
  GraphQLBoolean,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  getNamedType,
  isLeafType,
  parse,
} from "graphql";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createContext, type GraphPrincipal } from "../../src/graph/context.ts";
import { auditMutations, schema } from "../../src/graph/schema.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
let ran: string[];
beforeAll(async () => {
  store = await createTestStore();
  await store.prisma.plan.create({ data: { id: "free", name: "Free", perMinute: 1, perDay: 1, perMonth: 1 } });
  await store.prisma.account.create({ data: { id: accountId, email: "own@example.org", planId: "free" } });
  await store.prisma.ingestionRun.create({ data: { id: accountId, source: "house", status: "completed" } });
  const day = new Date("2024-03-06");
  await store.prisma.runRequest.create({
    data: { id: keyId, source: "house", fromOn: day, toOn: day, requestedBy: "x" },
  });
  // a mutation returns the subscription that it has changed: one that its argument names, or that the port has made
  for (const id of [accountId, keyId])
    await store.prisma.subscription.create({ data: { id, accountId, list: "trades", channel: "feed", token: id } });
  await store.prisma.apiKey.create({ data: { id: keyId, accountId, hash: Buffer.from("x"), lastFour: "wxyz" } });
});
beforeEach(async () => {
  ran = [];
  await store.pool.query("TRUNCATE audit_log");
});
afterAll(() => store.close());

const rows = async () =>
  (await store.pool.query("SELECT actor, action, object_type, object_id, after FROM audit_log ORDER BY id")).rows;

const accountId = "00000000-0000-4000-8000-000000000007";
const keyId = "00000000-0000-4000-8000-000000000008";
const admin = { role: "admin", actor: "user:7", accountId } as const;

/** A port whose methods only record that they ran. */
const recordingPort = (resultOf: (method: string) => unknown) =>
  new Proxy(
    {},
    {
      get: (_, name) => async () => {
        ran.push(String(name));
        return resultOf(String(name));
      },
    },
  ) as never;
const ports = {
  accounts: recordingPort(() => ({ id: keyId, secret: "", outcome: "requested", message: "" })),
  ingestion: recordingPort(() => keyId),
  subscriptions: recordingPort((method) => {
    if (["createFeed", "createMail", "rotateSecret"].includes(method)) return keyId;
    return method === "replay" ? 1 : { id: keyId, secret: "", messageId: "", durationMs: 1 };
  }),
  amendments: recordingPort(() => undefined),
  quarantine: recordingPort(() => ({ tried: 0, resolved: [], refused: [], unavailable: [] })),
};

const samples: Record<string, string> = {
  "[Int!]!": "[1]",
  "[String!]!": '["192.0.2.0/24"]',
  "Int!": "1",
  "RowId!": "1",
  RowId: "1",
  "Boolean!": "true",
  "Date!": '"2024-03-06"',
  DateTime: '"2099-01-01T00:00:00Z"',
  "KeyOverlap!": "DAY",
  "StatusChange!": "SUSPEND",
  "SubscribedList!": "TRADES",
};
/** the id is that of a key in a mutation of keys, and the account's in any other */
const textFor = (mutation: string, argument: string) => {
  if (argument === "sha256") return `"${"0".repeat(64)}"`;
  return `"${argument !== "id" ? "because" : mutation.includes("Key") ? keyId : accountId}"`;
};

it.each(Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => [field.name, field] as const))(
  "%s leaves one row in the audit log",
  async (name, field) => {
    const given = field.args
      .map(({ name: argument, type }) => `${argument}: ${samples[String(type)] ?? textFor(name, argument)}`)
      .join(", ");
    const selection = isLeafType(getNamedType(field.type)) ? "" : "{ __typename }";
    const document = parse(`mutation { ${name}(${given}) ${selection} }`);
    const contextValue = createContext(store.prisma, admin, "2024-07-01", ports);
    expect((await execute({ schema, document, contextValue })).errors).toBeUndefined();
    const [first, ...others] = await rows();
    expect(first).toMatchObject({
      actor: "user:7",
      action: `graphql.${name}`,
      object_type: "mutation",
      object_id: name,
    });
    expect(Object.keys(first.after.arguments).sort()).toEqual(field.args.map((argument) => argument.name).sort());
    expect(others).toEqual([]);
    expect(ran).toHaveLength(1);
  },
);

/** A schema with a mutation that the service does not have. */
const anySchema = auditMutations(
  new GraphQLSchema({
    query: new GraphQLObjectType({ name: "Query", fields: { x: { type: GraphQLString } } }),
    mutation: new GraphQLObjectType({
      name: "Mutation",
      fields: {
        change: {
          type: new GraphQLNonNull(GraphQLBoolean),
          args: {
            password: { type: GraphQLString },
            note: { type: GraphQLString },
            tokenDays: { type: GraphQLInt },
            row: { type: schema.getType("RowId") as GraphQLScalarType },
          },
          resolve: (_, { note }) => {
            ran.push("change");
            if (note === "fail") throw new Error("inside");
            return true;
          },
        },
      },
    }),
  }),
);
const change = (
  note: string,
  db = store.prisma,
  principal: GraphPrincipal | null = admin,
  more = 'password: "hunter2"',
) =>
  execute({
    schema: anySchema,
    document: parse(`mutation ($note: String) { change(${more}, note: $note) }`),
    variableValues: { note },
    contextValue: createContext(db, principal, "2024-07-01"),
  });

it("the audit log has neither a password nor a key", async () => {
  await change("disc_live_00000000000000000000000000000000000000000001oDdZ3");
  expect((await rows())[0].after).toEqual({ arguments: { password: "***", note: "***" } });
});

it("the audit log has every other argument, ids of rows as text", async () => {
  await change("x", store.prisma, admin, "tokenDays: 3, row: 9007199254740991");
  expect((await rows())[0].after).toEqual({ arguments: { tokenDays: 3, row: "9007199254740991", note: "x" } });
});

it("the audit log has a second row for a mutation that failed, with the code of its error", async () => {
  await change("fail");
  const entry = { actor: "user:7", object_type: "mutation", object_id: "change" };
  const shown = { password: "***", note: "fail" };
  expect(await rows()).toEqual([
    { ...entry, action: "graphql.change", after: { arguments: shown } },
    { ...entry, action: "graphql.change.failed", after: { arguments: shown, error: "internal" } },
  ]);
});

it("an administrator without an account is recorded as `graphql`", async () => {
  await change("x", store.prisma, { role: "admin" });
  expect(await rows()).toMatchObject([{ actor: "graphql" }]);
});

it("a schema without mutations stays as it is", () => {
  const query = new GraphQLObjectType({ name: "Query", fields: { x: { type: GraphQLString } } });
  const reading = new GraphQLSchema({ query });
  expect(auditMutations(reading)).toBe(reading);
});

it("a mutation that cannot be recorded does not run", async () => {
  const failing = { auditLog: { create: () => Promise.reject(new Error("the log is unavailable")) } };
  expect((await change("x", failing as never)).errors).toHaveLength(1);
  expect(ran).toEqual([]);
});

it("nothing is recorded for a caller without permission", async () => {
  for (const principal of [null, { role: "reader" }, { ...admin, role: "account" }] as const)
    await change("x", store.prisma, principal);
  expect(await rows()).toEqual([]);
});
