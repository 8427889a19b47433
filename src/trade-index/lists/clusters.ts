// The index over clusters; filters as in src/store/lists/clusters.ts.
import type { ClusterFilter } from "../../store/lists/clusters.ts";
import type { Column } from "../columns.ts";
import type { Segment } from "../segment.ts";
import type { Match } from "../versioned-list.ts";
import type { Vocabulary } from "../vocabulary.ts";

export const clusterColumns: Column[] = [
  { name: "code", type: "label" },
  { name: "company", type: "entry", fields: 1 },
  { name: "size", type: "integer" },
];

/** The rows of all clusters, or of some. */
export function clusterRows(ids?: readonly number[]): string {
  return `SELECT c.id, c.latest_filed_on, c.transaction_code, c.company_cik, c.size FROM clusters c
    ${ids ? `WHERE c.id IN (${ids.join(",")})` : ""}`;
}

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
