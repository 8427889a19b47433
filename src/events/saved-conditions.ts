// The conditions of the saved filters of subscriptions, read as a list's route reads its parameters. They are kept,
// because most subscriptions are the same from one data version to the next.
import { savedFilters } from "../../rest/feeds/saved-filter.ts";
import { type TitledList, titledLists } from "../domain/row-titles.ts";
import { readVocabulary } from "../export/vocabulary.ts";
import { todayUtc } from "../lib/clock.ts";
import { type AnyCondition, matchedLists } from "./lists.ts";

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
      return await current.conditionsOf;
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
