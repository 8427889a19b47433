// The index over clusters; filters as in src/store/lists/clusters.ts.
import type { ClusterFilter } from "../../store/lists/clusters.ts";
import type { Column } from "../columns.ts";
import type { Segment } from "../segment.ts";
import type { Match } from "../versioned-list.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { type Some, whereOf } from "./some.ts";

export const clusterColumns: Column[] = [
  { name: "code", type: "label" },
  { name: "company", type: "entry", fields: 1 },
  { name: "size", type: "integer" },
];

/** The rows of all clusters, or of some. */
export const clusterRows = (some?: Some): string =>
  `SELECT t.id, t.latest_filed_on, t.transaction_code, t.company_cik, t.size FROM clusters t ${whereOf(some)}`;

export function matchClusters(segment: Segment, vocabulary: Vocabulary, filter: ClusterFilter): Match {
  const { tickers } = filter;
  const sets = [
    segment.bits(`code=${filter.transactionCode}`),
    segment.ranges("size", [{ min: String(filter.minSize) }]),
  ];
  if (tickers)
    sets.push(
      segment.marked("company", `${vocabulary.number} ${JSON.stringify(tickers)}`, (...mark) =>
        segment.oneOf("company", 0, vocabulary.withSymbols(tickers))(...mark),
      ),
    );
  return { sets };
}
