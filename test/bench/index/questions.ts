// Questions of the index benchmark: each kind of filter alone, and random combinations of all of them.
import { insiderTradeOrders } from "../../../src/fast/index/lists/insider-trades.ts";
import type { Question } from "../../../src/fast/index/trade-index.ts";
import {
  type InsiderTradeFilter,
  type InsiderTradeSort,
  insiderTradeSorts,
} from "../../../src/filters/insider-trades.ts";
import { type SortedBy, sortNames } from "../../../src/filters/sorts.ts";
import type { Page } from "../../../src/store/lists/page.ts";
import { type Chance, chanceOf } from "../../fast/index/chance.ts";
import { companySymbol } from "../derive-store.ts";

export interface PagedQuestion {
  question: Question;
  page: Page;
}

const letters = [..."abcdefghijklmnoprstuvwy"];
const sectors = ["Technology", "Energy", "Finance", "Health", "Materials", "Real Estate", "Utilities"];
const industries = [
  "Crude Petroleum & Natural Gas",
  "Pharmaceutical Preparations",
  "State Commercial Banks",
  "Semiconductors & Related Devices",
];
const codes = ["P", "S", "M", "A", "F", "G", "C"];

type Sorted = SortedBy<InsiderTradeSort>;

export const asQuestion = (
  filter: InsiderTradeFilter,
  { sort, order }: Sorted = { sort: "FILED_ON", order: "DESC" },
): Question => ({ list: "insiderTrades", filter, includeDerivative: false, sort, order });

/** The sorts that the index has. */
const indexedSorts = sortNames(insiderTradeSorts).filter((sort) => insiderTradeOrders[sort] !== null);

const sortedBy = (chance: Chance): Sorted => ({
  sort: chance.one(indexedSorts),
  order: chance.one(["ASC", "DESC"]),
});

const one = (filter: InsiderTradeFilter, page = 1, by?: Sorted): PagedQuestion => ({
  question: asQuestion(filter, by),
  page: { page, pageSize: 25 },
});
const cents = (chance: Chance, max: number) => (Math.floor(chance.below(max * 100)) / 100).toFixed(2);
const value = (chance: Chance) => {
  const min = cents(chance, 10 ** (3 + chance.below(5)));
  return chance.one([{ min }, { max: min }, { min, max: (Number(min) * 3).toFixed(2) }]);
};
const day = (chance: Chance) =>
  new Date(Date.UTC(2004, 0, 5) + chance.below(8000) * 86_400_000).toISOString().slice(0, 10);
const text = (chance: Chance, length: number) => Array.from({ length }, () => chance.one(letters)).join("");

/** kind -> a question of it; `rows` is the size of the list, for pages deep in it */
export const kinds: Record<string, (chance: Chance, rows: number) => PagedQuestion> = {
  "no filter, any page": (chance, rows) => one({}, 1 + chance.below(rows / 25)),
  type: (chance) => one({ transactionCodes: [chance.one(codes)] }),
  "several types, deep": (chance) => one({ transactionCodes: chance.some(codes, 3) }, 1 + chance.below(50_000)),
  ticker: (chance) => one({ tickers: [companySymbol(chance.below(8000))] }),
  sector: (chance) => one({ sectors: [chance.one(sectors)] }),
  industries: (chance) => one({ industries: chance.some(industries, 2) }),
  value: (chance) => one({ valueRanges: [value(chance)] }),
  "ten value ranges": (chance) => one({ valueRanges: Array.from({ length: 10 }, () => value(chance)) }),
  "price and value": (chance) => one({ valueRanges: [value(chance)], priceRanges: [{ min: cents(chance, 60) }] }),
  "filing dates": (chance) => {
    const [filedFrom, filedTo] = [day(chance), day(chance)].sort();
    return one({ filedFrom, filedTo });
  },
  "trade dates": (chance) => one({ tradedFrom: day(chance) }),
  "updated since": (chance) => one({ updatedSince: `${day(chance)}T00:00:00.000Z` }),
  "one letter": (chance) => one({ insiderName: chance.one(letters) }),
  "two letters": (chance) => one({ insiderName: text(chance, 2) }),
  "insider's name": (chance) => one({ insiderName: chance.one(["marsh", "port", "wick", "ham", "ber"]) }),
  "q, one word": (chance) => one({ q: text(chance, 2) }),
  "q, two words": (chance) => one({ q: `${text(chance, 2)} ${chance.one(letters)}` }),
  role: (chance) => one({ role: [chance.one(["director", "officer", "ceo", "cfo", "tenPercentOwner"])] }),
  "part of a title": (chance) => one({ title: chance.one(["chief", "vice pres", "director", "ex"]) }),
  "signal score": (chance) => one({ minSignalScore: chance.below(100) }),
  delay: (chance) => one({ minDelayDays: chance.below(60) }),
  shares: (chance) => one({ minShares: String(chance.below(10 ** (1 + chance.below(5)))) }),
  "shares owned after": (chance) => one({ maxSharesOwnedAfter: String(chance.below(10 ** (2 + chance.below(5)))) }),
  "change of holding": (chance) => one({ minDeltaOwnPct: cents(chance, 100), maxShares: cents(chance, 10_000) }),
  "in another order": (chance) => one({}, 1, sortedBy(chance)),
  "in another order, deep": (chance, rows) => one({}, 1 + chance.below(rows / 25), sortedBy(chance)),
  "of a company, in another order": (chance) =>
    one({ tickers: [companySymbol(chance.below(8000))] }, 1, sortedBy(chance)),
  "of a range, in another order": (chance) => one({ valueRanges: [value(chance)] }, 1, sortedBy(chance)),
  "all together": combination,
};

/** The first questions of a process, which compile the code: they are not counted. */
export function* firstQuestions(rows: number): Generator<PagedQuestion> {
  const chance = chanceOf(2);
  for (let at = 0; at < 300; at++) yield combination(chance, rows);
}

/** The counted questions, always the same ones: so many of each kind, ten times as many of all filters together. */
export function* questionsByKind(count: number, rows: number): Generator<[kind: string, asked: PagedQuestion[]]> {
  for (const [kind, make] of Object.entries(kinds)) {
    const chance = chanceOf(1);
    const length = make === combination ? count * 10 : count;
    yield [kind, Array.from({ length }, () => make(chance, rows))];
  }
}

function combination(chance: Chance, rows: number): PagedQuestion {
  const maybe = <Item>(item: () => Item) => (chance.below(3) === 0 ? item() : undefined);
  const filter: InsiderTradeFilter = {
    transactionCodes: maybe(() => chance.some(codes, 1 + chance.below(3))),
    sectors: maybe(() => chance.some(sectors, 1 + chance.below(3))),
    industries: maybe(() => (chance.below(3) === 0 ? chance.some(industries, 2) : undefined)),
    tickers: maybe(() => (chance.below(4) === 0 ? [companySymbol(chance.below(8000))] : undefined)),
    valueRanges: maybe(() => Array.from({ length: 1 + chance.below(3) }, () => value(chance))),
    priceRanges: maybe(() => [{ min: cents(chance, 60) }]),
    filedFrom: maybe(() => day(chance)),
    tradedTo: maybe(() => day(chance)),
    insiderName: maybe(() => (chance.below(2) === 0 ? text(chance, 1 + chance.below(2)) : undefined)),
    q: maybe(() => (chance.below(3) === 0 ? text(chance, 2) : undefined)),
    minShares: maybe(() => (chance.below(3) === 0 ? String(chance.below(10_000)) : undefined)),
    maxDeltaOwnPct: maybe(() => (chance.below(3) === 0 ? cents(chance, 100) : undefined)),
    minSignalScore: maybe(() => chance.below(60)),
    securityClass: maybe(() => ["common"]),
    role: maybe(() => [chance.one(["director", "officer", "ceo"])]),
  };
  const page = chance.one([1, 1, 2, 40, 1 + chance.below(rows / 25)]);
  return one(filter, page, chance.below(3) === 0 ? sortedBy(chance) : undefined);
}
