// The lists that can be subscribed to: the kind under which the change log notes their rows, the conditions of a saved
// filter, read as the list's route reads its parameters, and how the facts of a row show them.
import { savedFilters } from "../../rest/feeds/saved-filter.ts";
import { type TitledList, titledLists } from "../domain/row-titles.ts";
import { readVocabulary } from "../export/vocabulary.ts";
import { type ClusterFilter, clusterFilters } from "../filters/clusters.ts";
import type { Condition, Fields } from "../filters/define-filters.ts";
import { conditionsOf } from "../filters/define-filters.ts";
import { type InsiderTradeFilter, insiderTradeFilters } from "../filters/insider-trades.ts";
import {
  type LateFilingFilter,
  lateFilingConditions,
  type PoliticianTradeFilter,
  politicianTradeFilters,
} from "../filters/politician-trades.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { conditionToPredicate, type FactFields, type LabelTest } from "./conditions-to-predicate.ts";
import type { Directory } from "./directory.ts";
import { clusterFacts, clusterKeys } from "./lists/clusters.ts";
import { insiderTradeFacts, insiderTradeKeys } from "./lists/insider-trades.ts";
import { politicianTradeFacts, politicianTradeKeys } from "./lists/politician-trades.ts";

export type Kind = "insider_trade" | "politician_trade" | "cluster";

/** The facts of a row of any list; these are what the directory is read for. */
export interface Facts {
  company?: string;
  member?: string;
}

/** Conditions over the fields of one list, whichever it is. */
export type AnyCondition = Condition<Fields>;

/** The variables of the list's persisted document that say which rows it finds. */
interface FilterVariables {
  filter?: object;
  includeDerivative?: boolean;
}

export interface MatchedList {
  kind: Kind;
  conditions(variables: FilterVariables): AnyCondition[];
  compile(condition: AnyCondition, directory: Directory): LabelTest<Facts>;
  /** the keys of a row, by which subscriptions are found */
  keysOf(facts: Facts): string[];
}

interface Description<F extends Fields, RowFacts> {
  kind: Kind;
  conditions(variables: FilterVariables): Condition<F>[];
  fields: FactFields<F, RowFacts>;
  keysOf(facts: RowFacts): string[];
}

/** The kind of a change decides which facts it has, and the list which conditions: so the types can be left out. */
const defineList = <F extends Fields, RowFacts>({ kind, ...list }: Description<F, RowFacts>): MatchedList => ({
  kind,
  conditions: list.conditions as MatchedList["conditions"],
  compile: (condition, directory) =>
    conditionToPredicate(condition as Condition<F>, list.fields, directory) as LabelTest<unknown>,
  keysOf: list.keysOf as MatchedList["keysOf"],
});

const politicianTrades = {
  kind: "politician_trade",
  fields: politicianTradeFacts,
  keysOf: politicianTradeKeys,
} as const;

export const matchedLists: Readonly<Record<TitledList, MatchedList>> = {
  trades: defineList({
    kind: "insider_trade",
    conditions: ({ filter, includeDerivative }) =>
      conditionsOf(insiderTradeFilters, {
        ...(filter as InsiderTradeFilter),
        ...(includeDerivative !== undefined && { includeDerivative }),
      }),
    fields: insiderTradeFacts,
    keysOf: insiderTradeKeys,
  }),
  "politician-trades": defineList({
    ...politicianTrades,
    conditions: ({ filter }) => conditionsOf(politicianTradeFilters, { ...(filter as PoliticianTradeFilter) }),
  }),
  "late-filings": defineList({
    ...politicianTrades,
    conditions: ({ filter }) => lateFilingConditions({ ...(filter as LateFilingFilter) }),
  }),
  clusters: defineList({
    kind: "cluster",
    conditions: ({ filter }) => conditionsOf(clusterFilters, { ...(filter as ClusterFilter) }),
    fields: clusterFacts,
    keysOf: clusterKeys,
  }),
};

// The conditions of the saved filters of subscriptions, read as a list's route reads its parameters. They are kept,
// because most subscriptions are the same from one data version to the next.

type Reader = (query: string) => AnyCondition[];

/** The conditions of a list's saved filter. Throws AppError for a query string that the list's route refuses. */
export type ConditionsOf = (list: TitledList, query: string) => readonly AnyCondition[];

async function readersOn(today: string): Promise<Record<TitledList, Reader>> {
  const vocabulary = await readVocabulary();
  const entries = titledLists.map(async (list): Promise<[TitledList, Reader]> => {
    const variables = await savedFilters(list, { vocabulary, today });
    return [list, (query) => matchedLists[list].conditions(variables(query))];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<TitledList, Reader>;
}

/** Reads saved filters as of today, for `days` counts from it. */
export function openSavedConditions(): { today(): Promise<ConditionsOf> } {
  let current: { day: string; conditionsOf: Promise<ConditionsOf> } | undefined;
  return {
    async today() {
      const day = todayUtc();
      if (current?.day !== day) current = { day, conditionsOf: readersOn(day).then(withMemory) };
      const read = current;
      try {
        return await read.conditionsOf;
      } catch (error) {
        // the next run reads again
        if (current === read) current = undefined;
        throw error;
      }
    },
  };
}

function withMemory(readers: Record<TitledList, Reader>): ConditionsOf {
  const known = new Map<string, readonly AnyCondition[]>();
  return (list, query) => {
    const key = `${list}?${query}`;
    let conditions = known.get(key);
    if (!conditions) {
      conditions = readers[list](query);
      if (known.size >= maxKnown) known.clear();
      known.set(key, conditions);
    }
    return conditions;
  };
}

/** saved filters that are kept */
const maxKnown = 100_000;
