// What a document selects of a shape. A field that costs a statement or a join is behind a Boolean variable
// (`relations` of the shape), so that a request that does not choose it does not pay for it.
import type { FieldChoice, Shape } from "./fields.ts";

interface Selection {
  /** arguments and directive */
  behind: string;
  inner: Map<string, Selection>;
}

/**
 * The GraphQL selection of the paths that the shape reads. `behind` has arguments and directives by the name of a field
 * of the row. An optional field is selected if it is in `relations` or `behind`.
 */
export function selectionOf(of: Shape, behind: Record<string, string> = {}): string {
  const selected = new Map<string, Selection>();
  const relations = relationPaths(of);
  for (const { optional, reads } of Object.values(of.fields)) {
    const ofPart = optional && behind[optional];
    for (const path of reads) {
      if (optional && ofPart === undefined && !relations.some((relation) => isWithin(path, relation.path))) continue;
      select(selected, path.split("."), ofPart, behind);
    }
  }
  for (const { path, variable } of relations) {
    const found = selectionAt(selected, path.split("."));
    if (found) found.behind += ` @include(if: $${variable})`;
  }
  return printed(selected);
}

function select(
  selected: Map<string, Selection>,
  [name = "", ...rest]: string[],
  behindPart: string | undefined,
  behind: Record<string, string>,
): void {
  const known = selected.get(name) ?? { behind: behindPart ?? behind[name] ?? "", inner: new Map() };
  selected.set(name, known);
  if (rest.length > 0) select(known.inner, rest, undefined, {});
}

function selectionAt(selected: Map<string, Selection>, [name = "", ...rest]: string[]): Selection | undefined {
  const found = selected.get(name);
  return found && rest.length > 0 ? selectionAt(found.inner, rest) : found;
}

const printed = (selected: Map<string, Selection>): string =>
  [...selected]
    .map(([name, { behind, inner }]) => [name + behind, ...(inner.size > 0 ? [`{ ${printed(inner)} }`] : [])].join(" "))
    .join(" ");

interface RelationPath {
  path: string;
  variable: string;
}

/** The relations of a shape and of the shapes in it, with paths from the row. */
function relationPaths(of: Shape, from = ""): RelationPath[] {
  return [
    ...Object.entries(of.relations).flatMap(([variable, paths]) =>
      paths.map((path) => ({ path: from + path, variable })),
    ),
    ...Object.values(of.fields).flatMap(({ inner, innerAt }) =>
      inner && innerAt !== undefined ? relationPaths(inner, `${from}${innerAt}.`) : [],
    ),
  ];
}

const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`);

interface Chosen {
  /** the chosen fields; without them all but the optional ones */
  wanted?: FieldChoice | undefined;
  /** optional parts to attach, where no fields are chosen */
  parts: readonly string[];
}

/** What a field needs: variables, and of a row or list of rows also what the fields within it need. */
interface Need {
  optional: string | undefined;
  variables: readonly string[];
  within?: Needs;
}

type Needs = ReadonlyMap<string, Need>;

/**
 * Returns a function that gives the Boolean variables of a shape's document: true for those of a relation that a
 * requested field reads. Of two relations with one variable, either one makes it true. Paths are compared here, once,
 * because the variables are needed for each request before its response is looked up in the cache.
 */
export function relationsReader(of: Shape): (chosen: Chosen) => Record<string, boolean> {
  const relations = selectedRelations(of);
  const none = Object.fromEntries(relations.map(({ variable }) => [variable, false]));
  const needs = needsOf(of, relations, "");
  return (chosen) => {
    const variables = { ...none };
    mark(variables, needs, chosen);
    return variables;
  };
}

/** The relations without those that no field of the document reads, such as optional parts of nested rows. */
function selectedRelations(of: Shape): RelationPath[] {
  const selectable = Object.values(of.fields).flatMap(({ reads }) => reads);
  return relationPaths(of).filter(({ path }) => selectable.some((read) => isWithin(read, path)));
}

function needsOf(of: Shape, relations: readonly RelationPath[], from: string): Needs {
  return new Map(
    Object.entries(of.fields).map(([name, { optional, inner, innerAt, reads }]) => {
      const read = relations.filter(({ path }) => reads.some((each) => isWithin(from + each, path)));
      const variables = [...new Set(read.map(({ variable }) => variable))];
      const within = inner && innerAt !== undefined && needsOf(inner, relations, `${from}${innerAt}.`);
      return [name, { optional, variables, ...(within && { within }) }];
    }),
  );
}

/** Sets what the chosen fields need to true. */
function mark(variables: Record<string, boolean>, needs: Needs, { wanted, parts }: Chosen): void {
  for (const [name, need] of needs) {
    if (wanted ? !wanted.has(name) : need.optional && !parts.includes(need.optional)) continue;
    const within = wanted?.get(name);
    if (within && need.within) mark(variables, need.within, { wanted: within, parts });
    else for (const variable of need.variables) variables[variable] = true;
  }
}

/**
 * Definitions of these variables for the head of a document. The defaults are those of a request without `fields` and
 * `include`; `parts` are attached there.
 */
export function relationVariables(of: Shape, parts: readonly string[] = []): string {
  return Object.entries(relationsReader(of)({ parts }))
    .map(([variable, isRead]) => `$${variable}: Boolean! = ${isRead}`)
    .join(", ");
}
