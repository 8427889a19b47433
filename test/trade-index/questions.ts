// Questions drawn at random, and PostgreSQL's own answers to them.
import { listClusters } from "../../src/store/lists/clusters.ts";
import { listInsiderTrades } from "../../src/store/lists/insider-trades.ts";
import type { Page } from "../../src/store/lists/page.ts";
import { listLateFilings, listPoliticianTrades } from "../../src/store/lists/politician-trades.ts";
import type { Db } from "../../src/store/store.ts";
import type { Question } from "../../src/trade-index/trade-index.ts";
import { companyCik, days, figures, ownerCik, symbols } from "./awkward-store.ts";
import type { Chance } from "./chance.ts";

const texts = [
  "a",
  "e",
  "an",
  "ja",
  "\u5fdb",
  "a\u5fdb",
  "É",
  "é",
  "i",
  "İ",
  "ß",
  "100%",
  "_",
  "\\",
  "x",
  "doe",
  "Jane d",
  "架空",
  "\u212a",
  "k",
  "K",
  "brk",
  "AAA",
  ".*",
  "Σ",
  "20",
  "OLD",
  "ñ",
];

const plainFigures = figures.filter((figure) => figure !== null && !figure.includes("e"));

function range(chance: Chance) {
  const [a, b] = [chance.one(plainFigures), chance.one(plainFigures)];
  return chance.one([{ min: a }, { max: b }, { min: a, max: b }, { min: a, max: a }]);
}

const several = <Item>(chance: Chance, item: () => Item) => Array.from({ length: 1 + chance.below(4) }, item);

const window = (chance: Chance) => ({
  filedFrom: chance.maybe(() => chance.one(days)),
  filedTo: chance.maybe(() => chance.one(days)),
  tradedFrom: chance.maybe(() => chance.one(days)),
  tradedTo: chance.maybe(() => chance.one(days)),
  updatedSince: chance.maybe(() =>
    chance.one([
      "2020-01-01T00:00:00.000Z",
      "2024-03-01T12:00:00.000Z",
      "2024-03-01T12:00:00.123Z",
      "2024-03-01T12:00:00.124Z",
    ]),
  ),
});

const tickers = (chance: Chance) =>
  chance.maybe(() =>
    several(chance, () =>
      chance.one(["AAA", "brk/b", "$x", "OLD3", "NONE", "ÄÖ", "RENAAA", "SEEN", ...symbols.filter((s) => s !== null)]),
    ),
  );

export function anyQuestion(chance: Chance): Question {
  switch (chance.below(5)) {
    case 0:
      return {
        list: "politicianTrades",
        filter: congress(chance),
        sort: chance.one(["FILED_ON", "TRADED_ON", "AMOUNT_MID", "DELAY_DAYS"] as const),
        order: chance.one(["ASC", "DESC"] as const),
      };
    case 1: {
      const { politicianId, party, chamber } = congress(chance);
      return {
        list: "lateFilings",
        filter: {
          minDelayDays: chance.one([46, 77, 100, 5000]),
          tickers: tickers(chance),
          politicianId,
          party,
          chamber,
        },
      };
    }
    case 2:
      return {
        list: "clusters",
        filter: { minSize: 2 + chance.below(5), transactionCode: chance.one(["P", "S"]), tickers: tickers(chance) },
      };
    default:
      return { list: "insiderTrades", filter: insider(chance), includeDerivative: chance.below(3) === 0 };
  }
}

const insider = (chance: Chance) => ({
  ...window(chance),
  tickers: tickers(chance),
  valueRanges: chance.maybe(() => several(chance, () => range(chance))),
  priceRanges: chance.maybe(() => several(chance, () => range(chance))),
  sectors: chance.maybe(() => several(chance, () => chance.one(["Technology", "Energy", "Financials", "Nothing"]))),
  industries: chance.maybe(() =>
    several(chance, () => chance.one(["Crude Petroleum & Natural Gas", "Fire, Marine & Casualty Insurance"])),
  ),
  transactionCodes: chance.maybe(() => several(chance, () => chance.one(["P", "S", "M", "K"]))),
  insiderName: chance.maybe(() => chance.one(texts)),
  q: chance.maybe(() =>
    several(chance, () =>
      chance.below(5) === 0 ? chance.one([companyCik(3), ownerCik(2), "22", "1004"]) : chance.one(texts),
    )
      .slice(0, 2)
      .join(" "),
  ),
});

const congress = (chance: Chance) => ({
  ...window(chance),
  tickers: tickers(chance),
  politician: chance.maybe(() => chance.one(texts)),
  politicianId: chance.maybe(() => chance.one(["X000001", "X000004", "Z999999"])),
  party: chance.maybe(() => chance.one(["Democrat", "Republican", "Independent"])),
  chamber: chance.maybe(() => chance.one(["House", "Senate"])),
  tradeKind: chance.maybe(() => chance.one(["PURCHASE", "SALE", "EXCHANGE"] as const)),
  minAmount: chance.maybe(() => chance.one(plainFigures)),
  maxAmount: chance.maybe(() => chance.one(plainFigures)),
  isCommitteeTrade: chance.maybe(() => chance.below(2) === 0),
  isLate: chance.maybe(() => chance.below(2) === 0),
});

export const anyPage = (chance: Chance): Page => ({
  page: 1 + chance.one([0, 0, 1, 3, 20, 2 ** 31 - 2]),
  pageSize: chance.one([1, 7, 25, 100]),
});

/** What the store itself answers. */
export async function askStore(db: Db, question: Question, page: Page): Promise<{ ids: number[]; total: number }> {
  const { total, nodes } = await answer();
  return { total, ids: nodes.map(({ id }) => Number(id)) };

  function answer(): Promise<{ total: number; nodes: { id: bigint }[] }> {
    if (question.list === "insiderTrades")
      return listInsiderTrades(db, question.filter, question.includeDerivative, page);
    if (question.list === "politicianTrades")
      return listPoliticianTrades(db, question.filter, question.sort, question.order, page);
    if (question.list === "lateFilings") return listLateFilings(db, question.filter, page);
    return listClusters(db, question.filter, page);
  }
}
