// Every field of the schema, requested without a session, by the REST service, by a visitor of the public pages, by a signed-in account
// and by an administrator. The cases are derived from the schema, so that a new field is among them; who may read what is listed by hand.
import {
  execute,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import type { GraphContext, GraphPrincipal } from "../../src/graph/context.ts";
import { schema } from "../../src/graph/schema.ts";

/** root fields of the public read model: what the REST service serves */
const publicQueries = [
  "clusters",
  "committees",
  "companies",
  "companyHoldings",
  "companyProfile",
  "coverage",
  "coverageDays",
  "dataVersion",
  "exports",
  "insider",
  "insiders",
  "insiderHoldings",
  "insiderTrade",
  "insiderTrades",
  "lateFilings",
  "politician",
  "politicianHoldings",
  "politicianPerformance",
  "politicianTrade",
  "politicianTrades",
  "politicians",
  "signalPerformance",
  "summary",
  "symbols",
  "trackRecord",
  "vocabularyCounts",
];

/** root fields that the public pages read beside these: counts, rosters and lists over the same rows */
const pageQueries = [
  "cluster",
  "committee",
  "company",
  "filingDelays",
  "rosterSpan",
  "signalBaseline",
  "signalTrades",
  "vocabulary",
];

/** root fields of the caller's own account; `alsoAdmin`: an administrator without an account may request them too */
const ownQueries: Record<string, { alsoAdmin: boolean }> = {
  planChanges: { alsoAdmin: true },
  plans: { alsoAdmin: true },
  viewer: { alsoAdmin: false },
};
const ownMutations = [
  "choosePlan",
  "createFeed",
  "createKey",
  "createMail",
  "createWebhook",
  "deleteSubscription",
  "dismissMissedEvents",
  "editKey",
  "pauseSubscription",
  "renameSubscription",
  "renewFeedAddress",
  "replayEvents",
  "resumeSubscription",
  "revokeKey",
  "rotateKey",
  "rotateWebhookSecret",
  "sendMessageAgain",
  "sendTestEvent",
];

const principals = {
  anonymous: null,
  reader: { role: "reader", accountId: "00000000-0000-4000-8000-000000000001" },
  visitor: { role: "visitor" },
  account: { role: "account", actor: "user:1", accountId: "00000000-0000-4000-8000-000000000001" },
  admin: { role: "admin", actor: "user:2" },
} satisfies Record<string, GraphPrincipal | null>;

class Accessed extends Error {}

/** Throws at every access, and counts them. */
function tripwire(): { touched: () => number; wire: never } {
  let count = 0;
  const trip = () => {
    count++;
    throw new Accessed();
  };
  const wire = new Proxy({}, { get: trip, has: trip, ownKeys: trip }) as never;
  return { touched: () => count, wire };
}

/** A valid value of the type, as a literal. */
function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return `[${literal(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? "";
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${required.map((field) => `${field.name}: ${literal(field.type)}`).join(", ")} }`;
  }
  const samples: Record<string, string> = { Int: "1", Float: "1", Boolean: "true", Date: '"2024-01-01"', RowId: "1" };
  return samples[getNamedType(type).name] ?? '"0000000001"';
}

const uuid = '"00000000-0000-4000-8000-000000000001"';
const isRequired = ({ type, defaultValue }: GraphQLArgument) => isNonNullType(type) && defaultValue === undefined;

function selection(field: GraphQLField<unknown, unknown>): string {
  // a row that is looked up before the operation has to exist
  const known: Record<string, string> = { id: uuid, source: '"house"' };
  const given = field.args.filter(isRequired).map(({ name, type }) => {
    const sample = getNamedType(type).name === "String" ? known[name] : undefined;
    return `${name}: ${sample ?? literal(type)}`;
  });
  const type = getNamedType(field.type);
  return `${field.name}${given.length > 0 ? `(${given.join(", ")})` : ""}${isObjectType(type) ? " { __typename }" : ""}`;
}

/** Runs one field of a root type over a store that counts each access and serves none. */
async function run(
  of: GraphQLSchema,
  operation: string,
  field: GraphQLField<unknown, unknown>,
  principal: GraphPrincipal | null,
) {
  const document = parse(`${operation} { ${selection(field)} }`);
  expect(validate(of, document)).toEqual([]);
  const { wire, touched } = tripwire();
  const ports = new Proxy({}, { get: () => wire });
  const contextValue: GraphContext = { db: wire, loaders: wire, lists: wire, principal, today: "2024-07-01", ports };
  const { data, errors = [] } = await execute({ schema: of, document, contextValue, rootValue: wire });
  const refused = errors.some(
    ({ originalError }) => (originalError as { code?: string } | undefined)?.code === "unauthorized",
  );
  return { refused, touched: touched(), data: data?.[field.name] ?? null };
}

const fieldsOf = (type: GraphQLObjectType | undefined | null) => Object.values(type?.getFields() ?? {});
const byName = (fields: GraphQLField<unknown, unknown>[]) => fields.map((field) => [field.name, field] as const);
const queries = fieldsOf(schema.getQueryType());
const mutations = fieldsOf(schema.getMutationType());

describe.each(Object.entries(principals))("%s", (name, principal) => {
  it.each(byName(queries))("runs query %s only where this caller may", async (query, field) => {
    const ownQuery = ownQueries[query];
    const may =
      name === "admin"
        ? ownQuery?.alsoAdmin !== false
        : name === "account"
          ? ownQuery !== undefined
          : (name === "reader" && publicQueries.includes(query)) ||
            (name === "visitor" && [...publicQueries, ...pageQueries].includes(query));
    const response = await run(schema, "query", field, principal);
    expect(response.refused).toBe(!may);
    expect(response.touched > 0).toBe(may);
    expect(response.data).toBeNull();
  });

  it.each(byName(mutations))("runs mutation %s only where this caller may", async (_, field) => {
    const response = await run(schema, "mutation", field, principal);
    const isOwn = ownMutations.includes(field.name);
    // a mutation writes its audit row before anything else: no change goes unrecorded
    const writes = name === "admin" || (name === "account" && isOwn);
    expect(response.refused).toBe(!writes);
    expect(response.touched > 0).toBe(writes);
  });
});

/** Object types that can be reached from these fields. */
function reachable(from: GraphQLField<unknown, unknown>[]): Set<string> {
  const found = new Set<string>();
  const visit = (field: GraphQLField<unknown, unknown>) => {
    const type = getNamedType(field.type);
    if (!isObjectType(type) || found.has(type.name)) return;
    found.add(type.name);
    fieldsOf(type).forEach(visit);
  };
  from.forEach(visit);
  return found;
}

const publicTypes = reachable(queries.filter(({ name }) => publicQueries.includes(name)));
const pageTypes = reachable(queries.filter(({ name }) => pageQueries.includes(name)));
const operationalTypes = [...reachable([...queries, ...mutations])].filter((name) => !publicTypes.has(name));

it("the public read model reaches nothing of accounts, keys, usage, runs, refusals or the audit log", () => {
  expect(publicQueries.every((name) => queries.some((query) => query.name === name))).toBe(true);
  const operational =
    /Account|ApiKey|Audit|IngestionRun|Quarantine(?!Reason)|RawExcerpt|Retry|Refus|Usage|Plan|Session|User/;
  expect([...publicTypes].filter((name) => operational.test(name))).toEqual([]);
});

/** lists of rows: they add nothing to the rows, and only fields that check the caller lead to them */
const withoutScope = /List$/;

/** types of an account's own data, for the account and for administrators; the root field selects the account */
const ownRoots = [
  ...queries.filter(({ name }) => ownQueries[name]),
  ...mutations.filter(({ name }) => ownMutations.includes(name)),
];
const ownTypes = [...reachable(ownRoots)].filter((name) => !publicTypes.has(name));
const ofAdmins = operationalTypes.filter((name) => !ownTypes.includes(name) && !pageTypes.has(name));

/** reachable from the types of the public pages, but for administrators: prices */
const adminsOnPages = /^Price/;

it("the public pages reach nothing of accounts, keys, usage, runs, refusals or files", () => {
  const operational = /Account|ApiKey|Audit|Ingestion|Quarantine|Raw|Retry|Refus|Usage|Plan|Session|User|Explanation/;
  expect([...pageTypes].filter((name) => operational.test(name) && !publicTypes.has(name))).toEqual([]);
});

const ofPages = [...pageTypes].filter((name) => !publicTypes.has(name) && !withoutScope.test(name));

describe.each(ofPages)("fields of %s", (name) => {
  const type = schema.getType(name) as GraphQLObjectType;
  const own = new GraphQLSchema({ query: type });
  it.each(byName(fieldsOf(type)))("%s is for administrators, and for visitors if it is no price", async (_, field) => {
    for (const principal of [principals.anonymous, principals.reader, principals.account])
      expect((await run(own, "query", field, principal)).refused).toBe(true);
    expect((await run(own, "query", field, principals.admin)).refused).toBe(false);
    const isAdmins = adminsOnPages.test(name);
    expect((await run(own, "query", field, principals.visitor)).refused).toBe(isAdmins);
  });
});

it("an account's own data include nothing of the audit log, of runs, refusals or sessions", () => {
  expect(ownTypes.filter((name) => /Audit|Ingestion|Quarantine|Raw|Service|Session|User/.test(name))).toEqual([]);
});

describe.each(ownTypes.filter((name) => !withoutScope.test(name)))("fields of %s", (name) => {
  const type = schema.getType(name) as GraphQLObjectType;
  const own = new GraphQLSchema({ query: type });
  const { anonymous, reader, visitor } = principals;
  it.each(byName(fieldsOf(type)))("%s is for accounts and administrators", async (_, field) => {
    for (const principal of [anonymous, reader, ...(pageTypes.has(name) ? [] : [visitor])])
      expect(await run(own, "query", field, principal)).toEqual({ refused: true, touched: 0, data: null });
    for (const principal of [principals.account, principals.admin])
      expect((await run(own, "query", field, principal)).refused).toBe(false);
  });
});

describe.each(ofAdmins.filter((name) => !withoutScope.test(name)))("fields of %s", (name) => {
  const type = schema.getType(name) as GraphQLObjectType;
  // the type as the root of a schema: its own scope decides, whatever led to it
  const own = new GraphQLSchema({ query: type });
  it.each(byName(fieldsOf(type)))("%s is for administrators alone", async (_, field) => {
    const { admin, ...others } = principals;
    for (const principal of Object.values(others))
      expect(await run(own, "query", field, principal)).toEqual({ refused: true, touched: 0, data: null });
    const response = await run(own, "query", field, admin);
    expect(response.refused).toBe(false);
    expect(response.touched).toBeGreaterThan(0);
  });
});

it("no field holds a hash, a whole key or a password", () => {
  const names = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith("__")
      ? fieldsOf(type).map((field) => `${type.name}.${field.name}`)
      : [],
  );
  // a whole key and the secret of a webhook are returned once, to the caller that created them
  expect(names.filter((name) => /\.(.*hash|secret|password|token)$/i.test(name)).sort()).toEqual([
    "IssuedKey.secret",
    "IssuedWebhookSecret.secret",
  ]);
});
