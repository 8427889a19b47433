// The index over clusters: its columns, and how it finds rows by the fields of src/filters/clusters.ts.
import type { ClusterFields, ClusterSort } from "../../../filters/clusters.ts";
import { type Office, officerTitles } from "../../../filters/officer-titles.ts";
import { hasOffice } from "../../../store/sql/rules.ts";
import { type IndexFields, known, label, ofCompany } from "../conditions-to-bits.ts";
import type { NamesOf } from "../load/columns.ts";
import type { IndexOrders } from "../orders/sorting.ts";
import { defineList } from "./define-list.ts";

export const clusterList = defineList({
  from: () => "clusters t",
  day: "t.latest_filed_on",
  columns: [
    { name: "ceo", type: "flag", sql: hasOffice("t.insiders", "ceo") },
    { name: "cfo", type: "flag", sql: hasOffice("t.insiders", "cfo") },
    { name: "code", type: "label", sql: "t.transaction_code" },
    { name: "company", type: "entry", sql: ["t.company_cik"] },
    { name: "size", type: "integer", sql: "t.size", sorts: true },
    { name: "trades", type: "integer", sql: "t.trade_count" },
    { name: "value", type: "decimal", sql: "t.total_value", sorts: true },
    { name: "shares", type: "decimal", sql: "t.total_shares" },
    { name: "averagePrice", type: "decimal", sql: "round(t.average_price, 4)" },
    { name: "score", type: "integer", sql: "t.max_signal_score", sorts: true },
    { name: "startedOn", type: "date", sql: "t.start_on", sorts: true },
  ],
});

type ClusterNames = NamesOf<typeof clusterList.columns>;

const isOffice = (role: string): role is Office => Object.hasOwn(officerTitles, role);

export const clusterFields: IndexFields<ClusterFields, ClusterNames> = {
  label: {
    symbol: known("company", 0, "tickers", (vocabulary, symbols) => vocabulary.withSymbols(symbols)),
    transactionCode: label("code"),
    ...ofCompany("company"),
    role: ({ segment }, roles) =>
      // PostgreSQL refuses an unknown word
      roles.every(isOffice)
        ? segment.anyOf(
            `roles ${JSON.stringify(roles)}`,
            roles.map((role) => segment.flag(role)),
          )
        : undefined,
  },
  flag: {},
  number: {
    size: "size",
    trades: "trades",
    value: "value",
    shares: "shares",
    averagePrice: "averagePrice",
    signalScore: "score",
  },
  day: { startedOn: { order: "startedOn" }, latestFiledOn: "serving" },
  instant: {},
  text: {},
};

export const clusterOrders: IndexOrders<ClusterSort, ClusterNames> = {
  LATEST_FILED_ON: "serving",
  START_ON: "startedOn",
  SIZE: "size",
  VALUE: "value",
  SIGNAL_SCORE: "score",
};
