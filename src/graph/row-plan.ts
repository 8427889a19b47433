// Which documents can be answered from trades and what is joined to them, without a snapshot of the store. It is seen in the document
// before it runs: one root field, and below it only fields that need nothing else.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isObjectType,
} from "graphql";

/** Marks a field whose resolver, beside its parent, needs only trades and what is joined to them, or their footnotes. */
export const fromRows = { extensions: { rows: "joined" } } as const;
export const fromFootnotes = { extensions: { rows: "footnotes" } } as const;

export interface RowPlan {
  /** What the root field's resolver makes of a context; undefined where the variables do not fit, which the execution reports. */
  resolveRoot(context: unknown, variables: Variables): unknown;
  /** whether the footnotes of the trades are shown */
  footnotes: boolean;
}

type Variables = Record<string, unknown>;
type Field = GraphQLField<unknown, unknown>;

/** The plan of a document with these variables; undefined where it needs more than trades. Kept for each set of flags. */
export function rowPlans(schema: GraphQLSchema, document: DocumentNode): (variables: Variables) => RowPlan | undefined {
  const plans = new Map<string, RowPlan | undefined>();
  return (variables) => {
    const flags = flagsOf(variables);
    if (!plans.has(flags)) plans.set(flags, planOf(schema, document, variables));
    return plans.get(flags);
  };
}

/** Which parts of a document are wanted: its directives go by flags. */
const flagsOf = (variables: Variables): string =>
  Object.entries(variables)
    .flatMap(([name, value]) => (typeof value === "boolean" ? `${name}=${value}` : []))
    .join(" ");

function planOf(schema: GraphQLSchema, document: DocumentNode, variables: Variables): RowPlan | undefined {
  const operation = getOperationAST(document);
  const [node, ...others] = operation?.selectionSet.selections ?? [];
  if (!operation || node?.kind !== "Field" || others.length > 0) return undefined;
  const field = schema.getQueryType()?.getFields()[node.name.value];
  const resolve = field && ownResolver(field);
  if (!resolve || field.extensions.rows === undefined) return undefined;
  const definitions = operation.variableDefinitions ?? [];
  const shown = shownBelow(field, node, variables);
  if (!shown?.every(needsOnlyRows)) return undefined;
  return {
    resolveRoot(context, given) {
      const { coerced } = getVariableValues(schema, definitions, given);
      return coerced && resolve(undefined, getArgumentValues(field, node, coerced), context);
    },
    footnotes: shown.some(({ extensions }) => extensions.rows === "footnotes"),
  };
}

/** All fields that a document shows below one; undefined where it is not plain enough to tell. */
function shownBelow(field: Field, node: FieldNode, variables: Variables): Field[] | undefined {
  const selections = node.selectionSet?.selections ?? [];
  const type = getNamedType(field.type);
  const shown: Field[] = [];
  for (const selection of selections) {
    const child = selection.kind === "Field" && isObjectType(type) ? type.getFields()[selection.name.value] : undefined;
    if (selection.kind !== "Field" || !child) return undefined;
    const included = isIncluded(selection, variables);
    if (included === undefined) return undefined;
    if (!included) continue;
    const below = shownBelow(child, selection, variables);
    if (!below) return undefined;
    shown.push(child, ...below);
  }
  return shown;
}

/** Whether a field is shown; undefined where its directives are not `@include` of a flag that is given. */
function isIncluded({ directives = [] }: FieldNode, variables: Variables): boolean | undefined {
  const [directive, ...others] = directives;
  if (!directive) return true;
  const flag = directive.arguments?.[0]?.value;
  const value = flag?.kind === "Variable" ? variables[flag.name.value] : undefined;
  return directive.name.value === "include" && others.length === 0 && typeof value === "boolean" ? value : undefined;
}

/** A column of its parent, or a resolver that takes no context and no columns beside its parent's, has nothing else to read. */
function needsOnlyRows(field: Field): boolean {
  const { rows, pothosExposedField: column, pothosOptions } = field.extensions;
  if (rows !== undefined || column !== undefined) return true;
  const resolve = ownResolver(field);
  return resolve !== undefined && resolve.length < 3 && (pothosOptions as { select?: unknown })?.select === undefined;
}

type Resolver = (parent: unknown, args: object, context: unknown) => unknown;

/** As it was written, without what Pothos puts around it. */
const ownResolver = ({ extensions }: Field) => extensions.pothosOriginalResolve as Resolver | undefined;
