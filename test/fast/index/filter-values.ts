// Random values for any filter, by its type: most of them find rows in the awkward store, some find none.
import { type FilterType, noSuchType } from "../../../src/filters/define-filters.ts";
import { companyCik, days, numbers, ownerCik, sicCodes, symbols } from "./awkward-store.ts";
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
  "chief",
  "ca",
  "hsba",
  "stock",
  "fin",
];

const tickers = [
  "AAA",
  "brk/b",
  "$x",
  "OLD3",
  "TYPED",
  "OLD0",
  "NONE",
  "ÄÖ",
  "RENAAA",
  "SEEN",
  "BRKB",
  "nob/w",
  "NOBW",
  "ZE.D",
  ...symbols.filter((symbol) => symbol !== null),
];

const moments = [
  "2020-01-01T00:00:00.000Z",
  "2024-03-01T12:00:00.000Z",
  "2024-03-01T12:00:00.123Z",
  "2024-03-01T12:00:00.124Z",
];

const plainNumbers = numbers.filter((value) => value !== null && !value.includes("e"));

/** small numbers, and values that distinguish rows of the store */
const counts = [2, 3, 4, 5, 46, 77, 100, 5000];

const several = <Item>(chance: Chance, item: () => Item) => Array.from({ length: 1 + chance.below(4) }, item);

function range(chance: Chance) {
  const [a, b] = [chance.one(plainNumbers), chance.one(plainNumbers)];
  return chance.one([{ min: a }, { max: b }, { min: a, max: b }, { min: a, max: a }]);
}

/** for integers that few rows have */
const wholeNumbers: Partial<Record<string, number[]>> = { sicCode: [...sicCodes, 9999], district: [0, 11, 12] };

/** for texts that are compared exactly */
const exactTexts: Partial<Record<string, string[]>> = {
  exchange: ["nasdaq", "NYSE", "OTC", "none"],
  state: ["CA", "NY", "WY"],
  committee: ["hsba", "X", "none"],
  assetType: ["stock", "ST", "é", "\u212a", "none"],
};

/** One or two words; those of a search can be CIKs, complete or not. */
function words(chance: Chance, name: string): string {
  if (exactTexts[name]) return chance.one(exactTexts[name]);
  const word = () =>
    name === "q" && chance.below(5) === 0
      ? chance.one([companyCik(3), ownerCik(2), "22", "1004"])
      : (chance.one(texts) as string);
  return name === "q" ? several(chance, word).slice(0, 2).join(" ") : word();
}

export function anyValue(chance: Chance, name: string, type: FilterType): unknown {
  const someOf = (items: readonly string[]) => several(chance, () => chance.one(items));
  switch (type.kind) {
    case "symbols":
      return someOf(tickers);
    case "ranges":
      return several(chance, () => range(chance));
    case "sectors":
      return someOf(["Technology", "Energy", "Financials", "Nothing"]);
    case "industries":
      return someOf(["Crude Petroleum & Natural Gas", "Fire, Marine & Casualty Insurance"]);
    case "transactionCodes":
      return someOf(["P", "S", "M", "K"]);
    case "transactionCode":
      return chance.one(type.codes);
    case "text":
      return words(chance, name);
    case "month":
      return chance.one(days).slice(0, 7);
    case "date":
      return chance.one(days);
    case "timestamp":
      return chance.one(moments);
    case "amount":
      return chance.one(plainNumbers);
    case "percent":
      return chance.one(["-100", "-12.5", "0", "3.9712", "50"]);
    case "boolean":
      return chance.below(2) === 0;
    case "integer":
      return chance.one(wholeNumbers[name] ?? counts);
    case "bioguideIds":
      return someOf(["X000001", "X000004", "Z999999"]);
    case "ciks":
      return someOf([companyCik(3), ownerCik(2), ownerCik(4), "0000000001"]);
    case "accessionNumber":
      return chance.one(["F0", "F42", "0001234567-24-000012"]);
    case "choices":
      return [...new Set(someOf(Object.values(type.names)))];
    case "choice":
      return chance.one(exactTexts[name] ?? Object.values(type.names));
    default:
      return noSuchType(type);
  }
}
