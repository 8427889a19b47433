// The index over clusters: what is read of each row, and how the fields of src/filters/clusters.ts are known by it.
import type { ClusterFields, ClusterSort } from "../../../filters/clusters.ts";
import type { Column } from "../columns.ts";
import { type IndexFields, known, label } from "../conditions-to-bits.ts";
import type { IndexOrders } from "../sorting.ts";
import { type Some, whereOf } from "./some.ts";

export const clusterColumns: Column[] = [
  { name: "code", type: "label" },
  { name: "company", type: "entry", fields: 1 },
  { name: "size", type: "integer", sorts: true },
  { name: "value", type: "decimal", sorts: true },
  { name: "score", type: "integer", sorts: true },
  { name: "startedOn", type: "date", sorts: true },
];

/** The rows of all clusters, or of some. */
export const clusterRows = (some?: Some): string =>
  `SELECT t.id, t.latest_filed_on, t.transaction_code, t.company_cik, t.size, t.total_value, t.max_signal_score, t.start_on
    FROM clusters t ${whereOf(some)}`;

export const clusterFields: IndexFields<ClusterFields> = {
  label: {
    symbol: known("company", 0, "tickers", (vocabulary, symbols) => vocabulary.withSymbols(symbols)),
    transactionCode: label("code"),
    sector: known("company", 0, "sectors", (vocabulary, sectors) => vocabulary.ofSectors(sectors)),
    industry: known("company", 0, "industries", (vocabulary, industries) => vocabulary.ofIndustries(industries)),
  },
  flag: {},
  figure: { size: "size", value: "value", signalScore: "score" },
  day: { startedOn: { order: "startedOn" } },
  instant: {},
  text: {},
};

export const clusterOrders: IndexOrders<ClusterSort> = {
  LATEST_FILED_ON: "serving",
  START_ON: "startedOn",
  SIZE: "size",
  VALUE: "value",
  SIGNAL_SCORE: "score",
};
