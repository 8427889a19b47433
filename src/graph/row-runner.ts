// The fast path of an execution: finds documents that need only trades and their joined rows, before they run, and
// executes them from the trade index and rows by id, without a transaction. All rows are read before the document
// runs; if that is not possible, nothing has run yet, and the document runs in a snapshot.
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
import { AppError } from "../errors.ts";
import type { TradeIndexPort } from "../fast/index/index.ts";
import { OperationTrades, type TradeKind, tradeReaders } from "../fast/rows/index.ts";
import type { Cancellation, FoundRows, RowStamps, SnapshotVersion } from "../ports/execution.ts";
import type { Store } from "../store/store.ts";
import type { GraphContext, GraphPrincipal, Run } from "./context.ts";
import { listsReadBy, rowKinds } from "./lists.ts";

// Finds documents that can be executed from trades and their joined rows alone, without a snapshot of the store. This
// is decided before the document runs: one root field, and below it only fields that need nothing else.

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

export interface DirectReads {
  /** the current data version, if it is known without a query */
  dataVersion: { current(): string | undefined };
}

/** The rows of a document's root field, and of which kind they are. */
export interface FoundTrades extends FoundRows {
  kind: TradeKind;
}

/** The rows to read, of the version at which they were found, and until when. */
interface RowsWanted {
  found: FoundTrades;
  ids: readonly number[];
  cancellation: Cancellation | undefined;
}

const reader: GraphPrincipal = { role: "reader" };

/** Executes documents that need only trades, at the version of the last snapshot. */
export class RowRunner {
  #known: SnapshotVersion | undefined;
  readonly #readers = new WeakMap<Store, ReturnType<typeof tradeReaders>>();

  learn({ dataVersion, asOf, sample }: SnapshotVersion): void {
    if (this.#known?.dataVersion !== dataVersion) this.#known = { dataVersion, asOf, sample };
  }

  /**
   * The rows of the document's root field. Undefined if a snapshot is needed: the version is unknown or older than
   * `atLeast`, or the index does not have the page.
   */
  async find(
    { direct, index }: { direct: DirectReads; index: TradeIndexPort | undefined },
    plan: RowPlan,
    { variables, atLeast }: { variables: Record<string, unknown>; atLeast: bigint },
  ): Promise<FoundTrades | undefined> {
    const known = this.#known;
    if (!known || known.dataVersion !== direct.dataVersion.current() || BigInt(known.dataVersion) < atLeast)
      return undefined;
    let found: Pick<FoundTrades, "kind" | "ids" | "total"> | undefined;
    const one = (kind: TradeKind) => ({
      load: async (id: bigint) => {
        found = { kind, ids: [Number(id)], total: null };
      },
    });
    const lists = listsReadBy(async (question, { dataVersion, ...page }) => {
      const kind = rowKinds[question.list];
      const listed = await index?.find(question, page, dataVersion ?? known.dataVersion);
      if (listed && kind !== "clusters") found = { kind, ...listed };
      return null;
    });
    const loaders = { insiderTrade: one("insiderTrades"), politicianTrade: one("politicianTrades") };
    await plan.resolveRoot({ lists, loaders }, variables);
    return found?.ids.every(Number.isSafeInteger) ? { ...found, ...known } : undefined;
  }

  /** The stamps of the rows; undefined where the store has another version. */
  async stamps(store: Store, plan: RowPlan, wanted: RowsWanted): Promise<RowStamps | undefined> {
    return await this.#tradesOf(store, plan, wanted).stampsOf(wanted.found.kind, wanted.ids.map(BigInt));
  }

  /** The document's data with these of the found rows; undefined where the store has another version. */
  async read(
    store: Store,
    { plan, run, variables }: { plan: RowPlan; run: Run; variables: Record<string, unknown> },
    wanted: RowsWanted,
  ): Promise<{ data: unknown; stamps: RowStamps } | undefined> {
    const { found, ids, cancellation } = wanted;
    const trades = this.#tradesOf(store, plan, wanted);
    const nodes = await trades[found.kind](ids.map(BigInt));
    if (nodes === undefined || (plan.footnotes && !(await trades.readFootnotes()))) return undefined;
    if (cancellation?.isOver) throw new AppError("unavailable");
    const root = found.total === null ? (nodes[0] ?? null) : { total: found.total, nodes };
    // the plan guarantees that nothing else of the context is used: no row depends on today's date
    const context = { ...contextOf(trades, root), principal: reader, ports: {} } as unknown as GraphContext;
    const { data, errors } = await run(context, variables);
    const [error] = errors ?? [];
    if (error) throw error.originalError ?? error;
    return { data, stamps: trades.stamps };
  }

  /** What is joined to a trade is read with its footnotes too, because its stamp tells of both. */
  #tradesOf(store: Store, { joined, footnotes }: RowPlan, { found, cancellation }: RowsWanted): OperationTrades {
    const reads = { version: found.dataVersion, joined: joined || footnotes, cancellation };
    return new OperationTrades(this.#readersOf(store), reads);
  }

  #readersOf(store: Store) {
    const known = this.#readers.get(store) ?? tradeReaders(store);
    this.#readers.set(store, known);
    return known;
  }
}

/** Lists and loaders for the execution: the root field and everything below it are already read. */
function contextOf(trades: OperationTrades, root: unknown) {
  const ready = { load: () => root };
  return {
    lists: listsReadBy(() => root),
    loaders: {
      insiderTrade: ready,
      politicianTrade: ready,
      company: { load: (cik: string) => trades.company(cik) },
      filing: { load: (accessionNumber: string) => trades.filing(accessionNumber) },
      owners: { load: (accessionNumber: string) => trades.owners(accessionNumber) },
      footnotes: { load: (id: bigint) => trades.footnotes(id) },
      politician: { load: (bioguideId: string) => trades.politician(bioguideId) },
      report: { load: (id: string) => trades.report(id) },
    },
  };
}
