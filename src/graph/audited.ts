// Every mutation writes a row into the audit log: the whole schema is wrapped, so that no field can omit it.
import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema } from "graphql";
import { asAppError } from "../errors.ts";
import { withoutKeys } from "../key-text.ts";
import { writeAudit } from "../store/audit.ts";
import { type GraphContext, hasAccount } from "./context.ts";

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
