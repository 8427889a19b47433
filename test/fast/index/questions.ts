// Random questions over all filters of src/filters, and PostgreSQL's results for them.
import type { Question } from "../../../src/fast/index/trade-index.ts";
import { clusterFilters, clusterSorts } from "../../../src/filters/clusters.ts";
import type { Fields, Filters, FilterType, FilterValues } from "../../../src/filters/define-filters.ts";
import { insiderTradeFilters, insiderTradeSorts } from "../../../src/filters/insider-trades.ts";
import {
  lateFilingFilters,
  lateFilingSorts,
  politicianTradeFilters,
  politicianTradeSorts,
} from "../../../src/filters/politician-trades.ts";
import { type SortedBy, type Sorts, sortNames } from "../../../src/filters/sorts.ts";
import { listClusters } from "../../../src/store/lists/clusters.ts";
import { listInsiderTrades } from "../../../src/store/lists/insider-trades.ts";
import type { Page } from "../../../src/store/lists/page.ts";
import { listLateFilings, listPoliticianTrades } from "../../../src/store/lists/politician-trades.ts";
import type { Db } from "../../../src/store/store.ts";
import type { Chance } from "./chance.ts";
import { anyValue } from "./filter-values.ts";

/** Some of the filters, each with a value of its type. */
function anyFilter<F extends Fields, T extends Record<string, FilterType>>(
  chance: Chance,
  filters: Filters<F, T>,
): FilterValues<Filters<F, T>> {
  const values = Object.entries(filters).map(([name, { type }]) => [
    name,
    chance.maybe(() => anyValue(chance, name, type)),
  ]);
  return Object.fromEntries(values);
}

const anySort = <Sort extends string>(chance: Chance, sorts: Sorts<Sort>): SortedBy<Sort> => ({
  sort: chance.one(sortNames(sorts)),
  order: chance.one(["ASC", "DESC"]),
});

export function anyQuestion(chance: Chance): Question {
  switch (chance.below(5)) {
    case 0:
      return {
        list: "politicianTrades",
        filter: anyFilter(chance, politicianTradeFilters),
        ...anySort(chance, politicianTradeSorts),
      };
    case 1:
      return { list: "lateFilings", filter: anyFilter(chance, lateFilingFilters), ...anySort(chance, lateFilingSorts) };
    case 2:
      return { list: "clusters", filter: anyFilter(chance, clusterFilters), ...anySort(chance, clusterSorts) };
    default: {
      const { includeDerivative, ...filter } = anyFilter(chance, insiderTradeFilters);
      return {
        list: "insiderTrades",
        filter,
        includeDerivative: includeDerivative ?? false,
        ...anySort(chance, insiderTradeSorts),
      };
    }
  }
}

const lists = {
  insiderTrades: { filters: insiderTradeFilters, sorts: insiderTradeSorts },
  politicianTrades: { filters: politicianTradeFilters, sorts: politicianTradeSorts },
  lateFilings: { filters: lateFilingFilters, sorts: lateFilingSorts },
  clusters: { filters: clusterFilters, sorts: clusterSorts },
} as const satisfies Record<Question["list"], unknown>;

interface OneFilter {
  list: Question["list"];
  name: string;
  type: FilterType;
}

/** Every filter of every list. */
export const everyFilter: OneFilter[] = (Object.keys(lists) as Question["list"][]).flatMap((list) =>
  Object.entries(lists[list].filters).map(([name, { type }]) => ({ list, name, type })),
);

/** A question with that filter alone. */
export function anyQuestionBy(chance: Chance, { list, name, type }: OneFilter): Question {
  const filter = { [name]: anyValue(chance, name, type) };
  const { includeDerivative = false } = filter;
  return { list, filter, includeDerivative, ...anySort<string>(chance, lists[list].sorts) } as Question;
}

export const anyPage = (chance: Chance): Page => ({
  page: 1 + chance.one([0, 0, 1, 3, 20, 2 ** 31 - 2]),
  pageSize: chance.one([1, 7, 25, 100]),
});

/** PostgreSQL's result. */
export async function queryStore(db: Db, question: Question, page: Page): Promise<{ ids: number[]; total: number }> {
  const { total, nodes } = await list();
  return { total, ids: nodes.map(({ id }) => Number(id)) };

  function list(): Promise<{ total: number; nodes: { id: bigint }[] }> {
    if (question.list === "insiderTrades") return listInsiderTrades(db, question.filter, question, page);
    if (question.list === "politicianTrades") return listPoliticianTrades(db, question.filter, question, page);
    if (question.list === "lateFilings") return listLateFilings(db, question.filter, question, page);
    return listClusters(db, question.filter, question, page);
  }
}
