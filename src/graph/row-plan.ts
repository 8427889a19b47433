// Finds documents that can be executed from trades and their joined rows alone, without a snapshot of the store. This
// is decided before the document runs: one root field, and below it only fields that need nothing else.
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

/** Marks a field whose resolver needs only its parent and trades with their joined rows, or also their footnotes. */
export const fromRows = { extensions: { rows: "joined" } } as const;
export const fromFootnotes = { extensions: { rows: "footnotes" } } as const;

export interface RowPlan {
  /** Runs the root field's resolver; undefined if the variables do not fit, which the execution then reports. */
  resolveRoot(context: unknown, variables: Variables): unknown;
  /** whether the document selects what is joined to the trades */
  joined: boolean;
  /** whether the document selects footnotes of the trades */
  footnotes: boolean;
}

type Variables = Record<string, unknown>;
type Field = GraphQLField<unknown, unknown>;

/**
 * Returns a function from variables to the plan of a document; undefined if it needs more than trades. Plans are cached
 * by the boolean variables.
 */
export function rowPlans(schema: GraphQLSchema, document: DocumentNode): (variables: Variables) => RowPlan | undefined {
  const plans = new Map<string, RowPlan | undefined>();
  const defaults = defaultsOf(document);
  return (variables) => {
    const flags = flagsOf(variables);
    if (!plans.has(flags)) plans.set(flags, planOf(schema, document, { ...defaults, ...variables }));
    return plans.get(flags);
  };
}

/** The defaults of the Boolean variables. */
function defaultsOf(document: DocumentNode): Variables {
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  return Object.fromEntries(
    definitions.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === "BooleanValue" ? [[variable.name.value, defaultValue.value]] : [],
    ),
  );
}

/** The given boolean variables as text: `@include` directives depend on them. */
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
    joined: shown.some(({ extensions }) => extensions.rows === "joined"),
    footnotes: shown.some(({ extensions }) => extensions.rows === "footnotes"),
  };
}

/** All fields that a document selects below one; undefined if the document is too complex to decide (fragments). */
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

/** Whether a field is selected; undefined if it has directives other than one `@include` of a boolean variable. */
function isIncluded({ directives = [] }: FieldNode, variables: Variables): boolean | undefined {
  const [directive, ...others] = directives;
  if (!directive) return true;
  const flag = directive.arguments?.[0]?.value;
  const value = flag?.kind === "Variable" ? variables[flag.name.value] : undefined;
  return directive.name.value === "include" && others.length === 0 && typeof value === "boolean" ? value : undefined;
}

/**
 * A column of the parent needs nothing else, nor does a resolver without a context parameter and without own columns.
 */
function needsOnlyRows(field: Field): boolean {
  const { rows, pothosExposedField: column, pothosOptions } = field.extensions;
  if (rows !== undefined || column !== undefined) return true;
  const resolve = ownResolver(field);
  return resolve !== undefined && resolve.length < 3 && (pothosOptions as { select?: unknown })?.select === undefined;
}

type Resolver = (parent: unknown, args: object, context: unknown) => unknown;

/** The resolver as written, without the wrapper of Pothos. */
const ownResolver = ({ extensions }: Field) => extensions.pothosOriginalResolve as Resolver | undefined;
