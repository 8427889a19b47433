// The trade index: pages of ids with exact totals for its lists, as of the data version that it was built at or a later
// one that it was changed to.
import { type ClusterFilter, type ClusterSort, clusterFilters } from "../../filters/clusters.ts";
import type { Condition, Fields } from "../../filters/define-filters.ts";
import { conditionsOf } from "../../filters/define-filters.ts";
import { type InsiderTradeFilter, type InsiderTradeSort, insiderTradeFilters } from "../../filters/insider-trades.ts";
import {
  type LateFilingFilter,
  type LateFilingSort,
  lateFilingConditions,
  type PoliticianTradeFilter,
  type PoliticianTradeSort,
  politicianTradeFilters,
} from "../../filters/politician-trades.ts";
import type { SortedBy } from "../../filters/sorts.ts";
import type { Page } from "../../store/lists/page.ts";
import { conditionsToBits, type IndexFields } from "./conditions-to-bits.ts";
import { clusterFields, clusterList, clusterOrders } from "./lists/clusters.ts";
import type { IndexedList } from "./lists/define-list.ts";
import {
  type InsiderTradeNames,
  insiderTradeFields,
  insiderTradeList,
  insiderTradeOrders,
} from "./lists/insider-trades.ts";
import { politicianTradeFields, politicianTradeList, politicianTradeOrders } from "./lists/politician-trades.ts";
import type { SegmentData } from "./load/columns.ts";
import { type Sort, sortOf } from "./orders/sorting.ts";
import type { Segment } from "./segment.ts";
import { type Change, type Found, type Match, VersionedList } from "./versioned-list.ts";
import { type Folds, type NameRows, Vocabulary, type VocabularyRows } from "./vocabulary.ts";

/** A query: a list, its filter, its order. */
export type Question =
  | ({ list: "insiderTrades"; filter: InsiderTradeFilter; includeDerivative: boolean } & SortedBy<InsiderTradeSort>)
  | ({ list: "politicianTrades"; filter: PoliticianTradeFilter } & SortedBy<PoliticianTradeSort>)
  | ({ list: "lateFilings"; filter: LateFilingFilter } & SortedBy<LateFilingSort>)
  | ({ list: "clusters"; filter: ClusterFilter } & SortedBy<ClusterSort>);

/** The lists by the kind under which the store records changes. */
export const kinds = {
  insider_trade: insiderTradeList,
  politician_trade: politicianTradeList,
  cluster: clusterList,
} satisfies Record<string, IndexedList>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

/** All data of an index, read in one snapshot. */
export interface IndexData {
  version: number;
  vocabulary: VocabularyRows;
  lists: Record<KindName, SegmentData>;
}

/** The changes of one version, or of several together. */
export interface Step {
  version: number;
  vocabulary?: NameRows | undefined;
  changes: Partial<Record<KindName, { changes: Change[]; fresh: DataView[] }>>;
}

/** versions of the vocabulary that are retained for pages of an older version */
const maxVocabularies = 24;
/** versions that queries can name; a week of one a minute */
const maxVersions = 10_080;

export class TradeIndex {
  readonly #lists: Record<KindName, VersionedList>;
  readonly #folds: Folds;
  /** ascending; each is valid from its version on */
  #vocabularies: { version: number; vocabulary: Vocabulary }[];
  #version: number;
  /** those it was built at or changed to: it may have skipped versions between them, whose rows it never had */
  readonly #versions: Set<number>;

  constructor({ version, vocabulary, lists }: IndexData) {
    this.#version = version;
    this.#versions = new Set([version]);
    this.#vocabularies = [{ version, vocabulary: new Vocabulary(vocabulary, version) }];
    this.#folds = vocabulary.folds;
    this.#lists = Object.fromEntries(
      kindNames.map((kind) => [kind, new VersionedList(lists[kind], kinds[kind].columns)]),
    ) as Record<KindName, VersionedList>;
  }

  /**
   * Computes in advance what the first callers would wait for: name searches, sets of letters and common pairs,
   * sectors, roles. In steps of some milliseconds, between which queries can be served.
   */
  *warm(): Generator<void> {
    for (const list of Object.values(this.#lists)) {
      list.reserve();
      yield;
    }
    const page = { page: 1, pageSize: 1 };
    const main: Segment<InsiderTradeNames> = this.#lists.insider_trade.main;
    const vocabulary = this.#vocabularies.at(-1)?.vocabulary;
    const ofOwners = main.commonTexts("owner", 1);
    yield;
    const ofAny = [...new Set([...ofOwners, ...(vocabulary?.commonPairs(main) ?? [])])];
    yield;
    main.cacheFor("insiderName", ofOwners);
    main.cacheFor("q", ofAny);
    const find = (filter: InsiderTradeFilter) =>
      this.find(
        { list: "insiderTrades", filter, includeDerivative: false, sort: "FILED_ON", order: "DESC" },
        page,
        this.#version,
      );
    const filters: InsiderTradeFilter[] = [
      ...ofOwners.map((text) => ({ insiderName: text })),
      // twice, because a single letter alone would be read as a symbol
      ...ofAny.map((text) => ({ q: `${text} ${text}` })),
      ...(vocabulary?.sectors ?? []).map((sector) => ({ sectors: [sector] })),
      ...["ceo", "cfo"].map((role) => ({ role: [role] })),
    ];
    for (const filter of filters) {
      find(filter);
      yield;
    }
  }

  /** The newest version of the index. */
  get version(): number {
    return this.#version;
  }

  /** The oldest version for which it can still serve queries. */
  get oldestVersion(): number {
    return this.#vocabularies[0]?.version ?? this.#version;
  }

  rows(kind: KindName): number {
    return this.#lists[kind].rows;
  }

  changedRows(kind: KindName): number {
    return this.#lists[kind].changedRows;
  }

  apply({ version, vocabulary, changes }: Step): void {
    for (const kind of kindNames) {
      const changed = changes[kind];
      if (changed) this.#lists[kind].apply(version, changed.changes, changed.fresh);
    }
    if (vocabulary) {
      const rows = { ...vocabulary, folds: this.#folds };
      this.#vocabularies.push({ version, vocabulary: new Vocabulary(rows, version) });
    }
    this.#vocabularies = this.#vocabularies.slice(-maxVocabularies);
    this.#version = version;
    this.#versions.add(version);
    const [oldest] = this.#versions;
    if (this.#versions.size > maxVersions && oldest !== undefined) this.#versions.delete(oldest);
  }

  /**
   * A page of ids and the exact total as of the version. Undefined for a version that the index does not have (any
   * more), or never had, and for a query that only PostgreSQL can run.
   */
  find(question: Question, { page, pageSize }: Page, version: number): Found | undefined {
    if (!this.#versions.has(version)) return undefined;
    const known = this.#vocabularies.findLast((each) => each.version <= version);
    if (!known) return undefined;
    const { kind, match, sort } = plan(question, known.vocabulary);
    if (sort === null) return undefined;
    return this.#lists[kind].find(version, { match, sort, page, pageSize });
  }
}

interface Plan {
  kind: KindName;
  /** undefined where the index cannot evaluate the query */
  match(segment: Segment): Match | undefined;
  /** undefined for the serving order; null for one that only PostgreSQL has */
  sort?: Sort | undefined | null;
}

function plan(question: Question, vocabulary: Vocabulary): Plan {
  const matching =
    <F extends Fields>(conditions: Condition<F>[], fields: IndexFields<F>) =>
    (segment: Segment) =>
      conditionsToBits(conditions, fields, { segment, vocabulary });
  switch (question.list) {
    case "insiderTrades": {
      const { filter, includeDerivative } = question;
      const conditions = conditionsOf(insiderTradeFilters, { ...filter, includeDerivative });
      return {
        kind: "insider_trade",
        match: matching(conditions, insiderTradeFields),
        sort: sortOf(insiderTradeOrders, question),
      };
    }
    case "politicianTrades":
      return {
        kind: "politician_trade",
        match: matching(conditionsOf(politicianTradeFilters, question.filter), politicianTradeFields),
        sort: sortOf(politicianTradeOrders, question),
      };
    case "lateFilings":
      return {
        kind: "politician_trade",
        match: matching(lateFilingConditions(question.filter), politicianTradeFields),
        sort: sortOf(politicianTradeOrders, question),
      };
    case "clusters":
      return {
        kind: "cluster",
        match: matching(conditionsOf(clusterFilters, question.filter), clusterFields),
        sort: sortOf(clusterOrders, question),
      };
  }
}
