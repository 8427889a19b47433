// GET /vocabulary: all enumerated values of parameters, with their meanings and numbers of rows.
import { clusterFilters } from "../../src/filters/clusters.ts";
import { committeeFilters, companyFilters, politicianFilters } from "../../src/filters/directories.ts";
import { insiderTradeFilters } from "../../src/filters/insider-trades.ts";
import { lateFilingFilters, politicianTradeFilters } from "../../src/filters/politician-trades.ts";
import { defineRoute } from "../define-route.ts";
import { computed, integer, many, type Row, shape, text } from "../fields.ts";
import { nameFrom } from "../params/texts.ts";
import { type ListWithWords, namesWithWords, parametersWithWords, type WordCount } from "../projections/vocabulary.ts";
import { selectionOf } from "../selection.ts";
import listClusters from "./list-clusters.ts";
import listCommittees from "./list-committees.ts";
import listCompanies from "./list-companies.ts";
import listLateFilings from "./list-late-filings.ts";
import listPoliticianTrades from "./list-politician-trades.ts";
import listPoliticians from "./list-politicians.ts";
import listTrades from "./list-trades.ts";

const lists: readonly ListWithWords[] = [
  { route: listTrades, counted: "insiderTrades", filters: insiderTradeFilters },
  { route: listPoliticianTrades, counted: "politicianTrades", filters: politicianTradeFilters },
  { route: listClusters, counted: "clusters", filters: clusterFilters },
  { route: listLateFilings, counted: "lateFilings", filters: lateFilingFilters },
  { route: listCommittees, counted: "committees", filters: committeeFilters },
  { route: listCompanies, counted: "companies", filters: companyFilters },
  { route: listPoliticians, filters: politicianFilters },
];

const word = shape("VocabularyWord", "a value that the parameter accepts, in any case", {
  word: text("word", "the value, as responses write it if they contain it", { always: true, example: "P - Purchase" }),
  meaning: text("meaning", "meaning of the value", { always: true, example: "Open market or private purchase" }),
  row_count: integer("rows", "rows of the list with only this parameter; null if they are not counted", {
    example: 20345,
  }),
});

const parameter = shape("VocabularyParameter", "a parameter with enumerated values", {
  endpoint: text("endpoint", "endpoint with the parameter", { always: true, example: "/trades" }),
  parameter: text("parameter", "name of the parameter", { always: true, example: "tradeTypes" }),
  words: many("words", word, "all values that it accepts"),
});

const counts = ["list", "field", "word", "rows"].map((name) => `counts.${name}`);
const parameters = computed(counts, (row: Row, { vocabulary, variables }) =>
  parametersWithWords(lists, row.counts as WordCount[], vocabulary).filter(
    ({ parameter }) => parameter === (variables.parameter ?? parameter),
  ),
);

const vocabulary = shape("Vocabulary", "The enumerated values of parameters", {
  parameters: many(parameters, parameter, "by endpoint"),
});

export default defineRoute({
  path: "/vocabulary",
  operationId: "getVocabulary",
  tag: "Service",
  summary: "All enumerated values of parameters, with their meanings and numbers of rows",
  description:
    "Transaction codes, sectors, industries, kinds and sort orders of all lists. The derivation updates the counts; they are those of the list without any other parameter.",
  params: { parameter: nameFrom("this parameter only, in any case", namesWithWords(lists), "tradeTypes") },
  document: `query GetVocabulary { ${selectionOf(vocabulary).replace("counts", "counts: vocabularyCounts")} }`,
  // the document declares no variable: the projection reads it, and it is part of the cache key
  variables: ({ parameter }) => ({ parameter }),
  one: (data) => data,
  item: vocabulary,
});
