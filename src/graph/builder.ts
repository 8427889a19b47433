// The Pothos builder: plugins, scalars, authorisation scopes and the shape of every list. Types register themselves on
// it (src/graph/types).
import SchemaBuilder, { type OutputRef } from "@pothos/core";
import ComplexityPlugin from "@pothos/plugin-complexity";
import PrismaPlugin from "@pothos/plugin-prisma";
import ScopeAuthPlugin from "@pothos/plugin-scope-auth";
import { AppError, badParameters } from "../errors.ts";
import { largestInt } from "../filters/define-filters.ts";
import type { Listed, Page } from "../store/lists/page.ts";
import { getDatamodel, type PrismaTypes } from "../store/pothos.ts";
import type { Store } from "../store/store.ts";
import { type GraphContext, hasAccount } from "./context.ts";
import storedFieldsPlugin from "./stored-fields.ts";
import { dateIn, dateOut, decimalIn, decimalOut, instantIn, instantOut, rowIdIn, rowIdOut } from "./values.ts";

interface Types {
  Context: GraphContext;
  PrismaTypes: PrismaTypes;
  AuthScopes: { reader: boolean; visitor: boolean; account: boolean; admin: boolean };
  DefaultFieldNullability: false;
  Scalars: {
    Date: { Input: string; Output: Date | string };
    DateTime: { Input: string; Output: Date | string };
    Decimal: { Input: string; Output: unknown };
    JSON: { Input: unknown; Output: unknown };
    RowId: { Input: bigint; Output: bigint };
  };
}

/** a page of 100 trades with all fields is about 15,000; lists nested three deep are refused */
export const complexityLimits = { complexity: 60_000, depth: 9, breadth: 400 } as const;

export const builder = new SchemaBuilder<Types>({
  plugins: [ScopeAuthPlugin, PrismaPlugin, ComplexityPlugin, storedFieldsPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    // closed by default: the query type requires `reader`, operational fields `admin`. A user who is signed in with an
    // account cannot read trades here: on the REST service these requests are counted, by key
    authScopes: ({ principal }) => ({
      reader: principal?.role === "reader" || principal?.role === "visitor" || principal?.role === "admin",
      visitor: principal?.role === "visitor" || principal?.role === "admin",
      account: hasAccount(principal),
      admin: principal?.role === "admin",
    }),
    unauthorizedError: () => new AppError("unauthorized", "You do not have permission for this"),
  },
  prisma: {
    // a transaction's client has every delegate that the plugin calls
    client: ({ db }) => db as Store["prisma"],
    dmmf: getDatamodel(),
    onUnusedQuery: null,
  },
  complexity: {
    // the facade runs only persisted documents and limits their pages (test/graph/persisted.test.ts computes their
    // complexity)
    limit: ({ principal }: GraphContext) => (principal?.role === "reader" ? {} : complexityLimits),
    defaultListMultiplier: 5,
  },
});

const scalar = (
  name: "Date" | "DateTime" | "Decimal" | "RowId",
  description: string,
  serialize: (value: unknown) => string | number,
  // biome-ignore lint/suspicious/noExplicitAny: the four scalars parse to different types, each checked by its own function
  parseValue: (value: unknown) => any,
) => builder.scalarType(name, { description, serialize, parseValue });

scalar("Date", "Calendar date, YYYY-MM-DD.", dateOut, dateIn);
scalar("DateTime", "Instant, RFC 3339 in UTC.", instantOut, instantIn);
scalar("Decimal", "Exact decimal number as a string in plain notation, trailing zeros trimmed.", decimalOut, decimalIn);
scalar("RowId", "Row id: an integer of at most 2^53 - 1. As input a number or a string of digits.", rowIdOut, rowIdIn);
builder.scalarType("JSON", { description: "Any JSON value.", serialize: (value) => value });

builder.queryType({ authScopes: { reader: true } });
// mutations are for administrators by default, and call their service through a port
builder.mutationType({ authScopes: { admin: true } });

/**
 * `{total, nodes}` over a node type. `nodes` has the complexity of its fields once, because the list's field has
 * already multiplied it by the page size.
 */
export function listOf<Row>(name: string, node: OutputRef<Row>) {
  return builder.objectRef<Listed<Row>>(name).implement({
    fields: (t) => ({
      total: t.exposeInt("total"),
      nodes: t.field({
        type: [node as OutputRef<NonNullable<unknown>>],
        complexity: { field: 1, multiplier: 1 },
        resolve: (list) => list.nodes as NonNullable<unknown>[],
      }),
    }),
  });
}

/** Arguments of every paged list. */
export const pageArguments = builder.args((t) => ({
  page: t.int({ required: true, defaultValue: 1 }),
  pageSize: t.int({ required: true, defaultValue: 25 }),
}));

/** The data version as of which a list is paged. */
export const dataVersionArgument = builder.args((t) => ({
  dataVersion: t.string({
    description:
      "data version as of which the list is paged, so that no row repeats or is skipped while data are loaded",
  }),
}));

/** The complexity of a paged list: its fields times the page size. */
export const pageComplexity = ({ pageSize }: { pageSize: number }) => ({ field: 1, multiplier: pageSize });

/**
 * Refuses page numbers and sizes outside the contract's bounds. (The facade checks them before, with better messages.)
 */
export function checkPage({ page, pageSize, totals }: Page): Page {
  const details = [
    ...(page < 1 || page > largestInt ? [{ parameter: "page", message: `must be 1 to ${largestInt}` }] : []),
    ...(pageSize < 1 || pageSize > 100 ? [{ parameter: "pageSize", message: "must be 1 to 100" }] : []),
  ];
  if (details.length > 0) throw badParameters(...details);
  return { page, pageSize, totals };
}

// Authorisation scopes of types and fields beyond the data of the REST service.

/** Data of an account, for the account itself and for administrators. The root field selects the account. */
export const accountOrAdmin = { authScopes: { $any: { account: true, admin: true } } } as const;

/** A root field for users who are signed in with an account; skips the stricter scopes of the root types. */
export const own = { authScopes: { account: true }, skipTypeScopes: true } as const;

/** A mutation of the caller's own account; it is audited like those of administrators. */
export const ownChange = { ...own, extensions: { ownChange: true } } as const;

export const admin = { authScopes: { admin: true } } as const;

/**
 * Data of the public pages that the REST service does not give out in this form: counts, rosters and lists over the same
 * rows. Nothing of files, prices, accounts or the operator.
 */
export const visitor = { authScopes: { visitor: true } } as const;
