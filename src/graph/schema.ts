// The schema: every file of src/graph/types registers its types, queries and inputs on the builder; here it is built.
import "./types/account.ts";
import "./types/account-changes.ts";
import "./types/amendments.ts";
import "./types/overview.ts";
import "./types/cluster.ts";
import "./types/committee.ts";
import "./types/company-directory.ts";
import "./types/coverage.ts";
import "./types/provenance.ts";
import "./types/holdings.ts";
import "./types/ingestion.ts";
import "./types/insider.ts";
import "./types/insider-trade.ts";
import "./types/operations.ts";
import "./types/politician.ts";
import "./types/politician-directory.ts";
import "./types/politician-trade.ts";
import "./types/company.ts";
import "./types/published-export.ts";
import "./types/quality.ts";
import "./types/quarantine.ts";
import "./types/subscription.ts";
import "./types/summary.ts";
import "./types/subscription-changes.ts";
import "./types/filters.ts";
import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { asAppError } from "../errors.ts";
import { withoutKeys } from "../lib/api-key.ts";
import { writeAudit } from "../store/audit.ts";
import { builder } from "./builder.ts";
import { type GraphContext, hasAccount } from "./context.ts";

// Every mutation writes a row into the audit log: the whole schema is wrapped, so that no field can omit it.

/**
 * Changes each field of the mutation type to write `graphql.<field>` with its arguments before it runs, and
 * `graphql.<field>.failed` if it fails. If the audit log cannot be written, the mutation does not run.
 */
export function auditMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    field.resolve = audited(name, field.resolve ?? defaultFieldResolver, field.extensions.ownChange === true);
  }
  return schema;
}

type Resolver = GraphQLFieldResolver<unknown, GraphContext, Record<string, unknown>>;

/** Administrators may run every mutation, accounts only those on their own data (`ownChange`). */
function mayChange({ principal }: GraphContext, isOwn: boolean): boolean {
  return principal?.role === "admin" || (isOwn && hasAccount(principal));
}

function audited(name: string, resolve: Resolver, isOwn: boolean): Resolver {
  return async (parent, given, context, info) => {
    // a caller without permission is refused by the field itself, without an entry in the audit log
    if (!mayChange(context, isOwn)) return resolve(parent, given, context, info);
    const actor = context.principal?.actor ?? "graphql";
    const entry = { actor, objectType: "mutation", objectId: name } as const;
    const shown = withoutSecrets(given);
    await writeAudit(context.db, { ...entry, action: `graphql.${name}`, after: { arguments: shown } });
    try {
      return await resolve(parent, given, context, info);
    } catch (error) {
      const after = { arguments: shown, error: asAppError(error).code };
      await writeAudit(context.db, { ...entry, action: `graphql.${name}.failed`, after });
      throw error;
    }
  };
}

const secretName = /(password|secret|token)$/i;

/** Arguments as JSON, without passwords, and without API keys in any text. */
function withoutSecrets(given: Record<string, unknown>) {
  const text = JSON.stringify(given, (name, value) => {
    if (secretName.test(name)) return "***";
    if (typeof value === "bigint") return String(value);
    return typeof value === "string" ? withoutKeys(value) : value;
  });
  return JSON.parse(text);
}

export const schema = auditMutations(builder.toSchema());

/** The schema as committed in schema.graphql: sorted, so that a diff shows only real changes. */
export const printGraphqlSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
