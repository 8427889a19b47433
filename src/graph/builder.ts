// The Pothos builder: plugins, scalars, authorisation scopes and the shape of every list. Types register themselves on
// it (src/graph/types). Below: the formats of scalars, and helpers for values of rows.
import SchemaBuilder, { type OutputRef } from "@pothos/core";
import ComplexityPlugin from "@pothos/plugin-complexity";
import PrismaPlugin from "@pothos/plugin-prisma";
import ScopeAuthPlugin from "@pothos/plugin-scope-auth";
import { GraphQLError } from "graphql";
import type { z } from "zod";
import { AppError, badParameters } from "../errors.ts";
import { largestInt } from "../filters/define-filters.ts";
import { dateOf, isCalendarDate } from "../lib/calendar-date.ts";
import type { Listed, Page } from "../store/lists/page.ts";
import { getDatamodel, type PrismaTypes } from "../store/pothos.ts";
import type { Store } from "../store/store.ts";
import { Prisma } from "../store/store.ts";
import { type GraphContext, hasAccount } from "./context.ts";
import storedFieldsPlugin from "./stored-fields.ts";

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

// The values of rows and arguments: the formats of dates, instants, exact numbers and row ids, rows that foreign keys
// guarantee, values that loaders give immediately or later, and JSON columns, which are checked once per row that is
// read.

const decimalPattern = /^-?\d{1,30}(\.\d{1,30})?$/;
/** text that is already in the output format */
const alreadyPlain = /^(-?[1-9]\d{0,30}|0)$|^-?(0|[1-9]\d{0,30})\.\d{0,29}[1-9]$/;
/** the format of the store's own SQL statements */
const alreadyInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** A calendar date as YYYY-MM-DD; Prisma returns it as a Date at UTC midnight. */
export function dateOut(value: unknown): string {
  return value instanceof Date ? dateOf(value) : String(value);
}

/** YYYY-MM-DD that exists in the calendar. */
export function dateIn(value: unknown): string {
  if (typeof value === "string" && isCalendarDate(value)) return value;
  throw new GraphQLError("A Date is YYYY-MM-DD.");
}

/** RFC 3339 in UTC, to the millisecond. */
function instantOut(value: unknown): string {
  if (typeof value === "string" && alreadyInstant.test(value)) return value;
  return (value instanceof Date ? value : new Date(String(value))).toISOString();
}

/** RFC 3339 with a zone; returns it in UTC. */
export function instantIn(value: unknown): string {
  if (typeof value === "string" && instantPattern.test(value)) {
    const instant = new Date(value);
    if (!Number.isNaN(instant.getTime())) return instant.toISOString();
  }
  throw new GraphQLError("A DateTime is an RFC 3339 instant such as 2026-01-31T12:00:00Z.");
}

/** Plain decimal notation without trailing zeros or exponent. A double has the fewest digits that identify it. */
export function decimalOut(value: unknown): string {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text === "string" && alreadyPlain.test(text)) return text;
  if (typeof value === "number" || typeof value === "string") return new Prisma.Decimal(value).toFixed();
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  throw new GraphQLError("The store returned something other than a Decimal.");
}

/** A plain decimal, as a string or a finite number. */
export function decimalIn(value: unknown): string {
  const text = typeof value === "number" && Number.isFinite(value) ? new Prisma.Decimal(value).toFixed() : value;
  if (typeof text === "string" && decimalPattern.test(text)) return text;
  throw new GraphQLError('A Decimal is a number in plain notation such as "1234.5".');
}

/** Row ids are below 2^53 (src/store/sql/row-id.ts), so that a JSON number holds them. */
export function rowIdOut(value: unknown): number {
  const id = Number(value);
  if (!Number.isSafeInteger(id)) throw new GraphQLError("The store returned a RowId above 2^53.");
  return id;
}

/** Digits of any length; a number above 2^53 - 1 is an id that no row has. */
export function rowIdIn(value: unknown): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "bigint" && value >= 0n) return value;
  if (typeof value === "string" && /^\d{1,100}$/.test(value)) return BigInt(value);
  throw new GraphQLError("A RowId is a whole number.");
}

/** Whether a row can have the id. */
export const isRowId = (id: bigint): boolean => id <= BigInt(Number.MAX_SAFE_INTEGER);

// Helpers for values of rows: rows that foreign keys guarantee, values that loaders give immediately or later, and JSON
// columns, which are validated once per row that is read, however often their value is used.

/** The row; a missing row is a bug and becomes an internal error. */
export function present<Row>(row: Row | null | undefined, key: string): Row {
  if (row == null) throw new Error(`the store has no row for ${key}, although it found one`);
  return row;
}

/** Applies `next` to a value immediately, or to a promise's value when it resolves. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Returns a function that reads a JSON list by a schema. It throws if the stored value does not fit the schema. */
export function checkedList<Entry>(schema: z.ZodType<Entry[]>): (json: unknown) => Entry[] {
  const known = new WeakMap<object, Entry[]>();
  return (json) => {
    const before = typeof json === "object" && json !== null ? known.get(json) : undefined;
    if (before) return before;
    const read = schema.parse(json);
    known.set(json as object, read);
    return read;
  };
}
