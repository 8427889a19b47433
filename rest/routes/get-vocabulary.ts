// GET /vocabulary: every word that a parameter takes, with its meaning and the number of rows.
import { clusterFilters } from "../../src/filters/clusters.ts";
import { committeeFilters } from "../../src/filters/committees.ts";
import { companyFilters } from "../../src/filters/companies.ts";
import { insiderTradeFilters } from "../../src/filters/insider-trades.ts";
import { lateFilingFilters } from "../../src/filters/late-filings.ts";
import { politicianTradeFilters } from "../../src/filters/politician-trades.ts";
import { politicianFilters } from "../../src/filters/politicians.ts";
import { defineRoute } from "../define-route.ts";
import { computed, integer, many, type Row, selectionOf, shape, text } from "../fields.ts";
import { words } from "../params/texts.ts";
import { type ListWithWords, parametersWithWords, type WordCount } from "../projections/vocabulary.ts";
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

const word = shape("VocabularyWord", "a word that the parameter takes, in any case", {
  word: text("word", "as answers write it, where they do", { always: true, example: "P - Purchase" }),
  meaning: text("meaning", "what it finds", { always: true, example: "Open market or private purchase" }),
  row_count: integer("rows", "rows that the list has with this parameter alone; null where they are not counted", {
    example: 20345,
  }),
});

const parameter = shape("VocabularyParameter", "a parameter that takes words of a closed set", {
  endpoint: text("endpoint", "where it is taken", { always: true, example: "/trades" }),
  parameter: text("parameter", "its name", { always: true, example: "tradeTypes" }),
  words: many("words", word, "all that it takes"),
});

const counts = ["list", "field", "word", "rows"].map((name) => `counts.${name}`);
const parameters = computed(counts, (row: Row, { vocabulary, params }) =>
  parametersWithWords(lists, row.counts as WordCount[], vocabulary).filter(
    ({ parameter }) =>
      typeof params.parameter !== "string" || parameter.toLowerCase() === params.parameter.toLowerCase(),
  ),
);

const vocabulary = shape("Vocabulary", "The closed sets of words that parameters take", {
  parameters: many(parameters, parameter, "by endpoint"),
});

export default defineRoute({
  path: "/vocabulary",
  operationId: "getVocabulary",
  tag: "Service",
  summary: "Every word that a parameter takes, with its meaning and the number of rows",
  description:
    "Transaction codes, sectors, industries, kinds and orders of all lists. Counts are kept by the derivation; they are those of the list without any other parameter.",
  params: { parameter: words("this parameter only, in any case", { most: 50, example: "tradeTypes" }) },
  document: `query GetVocabulary { ${selectionOf(vocabulary).replace("counts", "counts: vocabularyCounts")} }`,
  variables: () => ({}),
  one: (data) => data,
  item: vocabulary,
});
