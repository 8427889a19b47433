// Random histories of two companies for the properties of derivations: people who file alone and jointly, late and in time, whose roles
// change, amendments, plans, derivatives, a renamed company whose symbol another one takes over, and prices of it all.
import fc from "fast-check";
import type {
  FilingRecord,
  FilingToLoad,
  OwnerRecord,
  TransactionRecord,
} from "../../src/ingest/form345/read/record.ts";
import type { SeriesBars } from "../../src/ingest/prices/load.ts";
import { addDays, weekdays } from "./fixture.ts";

export const companies = ["0000000101", "0000000102"] as const;
const firstDay = "2020-01-06";
export const lastBar = "2025-06-30";
/** the first company is NEW from here on, and no longer AAA, which the second one becomes a hundred days later */
const renamedOn = "2022-08-01";

const filing = fc.record({
  company: fc.integer({ min: 0, max: 1 }),
  filed: fc.integer({ min: 0, max: 1700 }),
  // most are filed within weeks, some are years late
  lag: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 25 }) }, fc.integer({ min: 300, max: 900 })),
  owners: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
  role: fc.constantFrom("director", "CFO", "Chief Executive Officer", "Senior Vice President"),
  code: fc.constantFrom("P", "P", "P", "S", "S", "A", "M"),
  derivative: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  plan: fc.constantFrom(null, false, true),
  lots: fc.integer({ min: 1, max: 2 }),
  price: fc.integer({ min: 60, max: 140 }),
  /** other people who report the same on forms of their own, some days later: a block where one of them is a large holder */
  chain: fc.option(
    fc.record({
      people: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 2 }),
      after: fc.integer({ min: 0, max: 9 }),
      large: fc.boolean(),
    }),
    { freq: 4 },
  ),
  /** days until it is amended, and whether the amendment changes the price */
  amended: fc.option(fc.record({ after: fc.integer({ min: 1, max: 200 }), price: fc.boolean() }), { freq: 3 }),
});

export type Story = typeof filing extends fc.Arbitrary<infer One> ? One : never;

/** Filings in groups of some days, so that people, months and years coincide. */
export const stories = (groups: number, size: number): fc.Arbitrary<Story[]> =>
  fc
    .array(fc.array(filing, { minLength: size, maxLength: size }), { minLength: groups, maxLength: groups })
    .map((all) => all.flatMap((group) => group.map((one, at) => ({ ...one, filed: (group[0]?.filed ?? 0) + at * 4 }))));

export const purchase: Story = {
  company: 0,
  filed: 0,
  lag: 1,
  owners: [1],
  role: "CFO",
  code: "P",
  derivative: false,
  plan: null,
  lots: 1,
  price: 80,
  chain: null,
  amended: null,
};

/**
 * A history with every factor of a signal, the rare ones too: after the prices of 2019 80 is low; one person buys in the
 * Januaries of four years; another one buys along, files it late and amends it; two sell.
 */
export const everyFactor: Story[] = [
  ...[0, 366, 731, 1096].map((filed) => ({ ...purchase, filed })),
  { ...purchase, filed: 40, lag: 25, owners: [2], lots: 2, amended: { after: 30, price: true } },
  ...[3, 4].map((person) => ({ ...purchase, filed: 20 + person, owners: [person], code: "S" as const, lots: 2 })),
];

/** What was filed: each story's form, and its amendment where there is one. */
export function filingsOf(list: Story[]): FilingToLoad[] {
  return list.flatMap((story, number) => {
    const filedOn = addDays(firstDay, story.filed);
    const original = record(story, `0000000001-20-${String(number).padStart(6, "0")}`, "4", filedOn, null);
    const same = (story.chain?.people ?? []).map((one, at) => ({
      filing: record(
        { ...story, owners: [one], isLarge: story.chain?.large === true },
        `000000000${3 + at}-20-${String(number).padStart(6, "0")}`,
        "4",
        addDays(filedOn, (story.chain?.after ?? 0) * (at + 1)),
        null,
      ),
    }));
    if (!story.amended) return [{ filing: original }, ...same];
    const restated = story.amended.price ? { ...story, price: story.price + 1 } : story;
    const amendedOn = addDays(filedOn, story.amended.after);
    const accession = `0000000002-20-${String(number).padStart(6, "0")}`;
    return [{ filing: original }, ...same, { filing: record(restated, accession, "4/A", amendedOn, filedOn) }];
  });
}

function record(
  story: Story & { isLarge?: boolean },
  accessionNumber: string,
  formType: "4" | "4/A",
  filedOn: string,
  originalSubmittedOn: string | null,
): FilingRecord {
  const first = story.company === 0;
  const reusedOn = addDays(renamedOn, 100);
  const symbol = first ? (filedOn < renamedOn ? "AAA" : "NEW") : filedOn < reusedOn ? "BBB" : "AAA";
  const tradedOn = addDays(firstDay, story.filed - story.lag);
  return {
    accessionNumber,
    formType,
    schemaVersion: null,
    filedOn,
    filedOnSource: "header",
    acceptedAt: null,
    periodOfReport: tradedOn,
    originalSubmittedOn,
    issuer: {
      cik: first ? companies[0] : companies[1],
      name: `INVENTED ${symbol}`,
      ticker: symbol,
      sicCode: filedOn < renamedOn ? 2834 : 7372,
    },
    owners: story.owners.map((person) => owner(person, story, filedOn)),
    aff10b5One: story.plan,
    notSubjectTo16: null,
    remarks: null,
    footnotes: {},
    transactions: Array.from({ length: story.lots }, (_, rowIndex) => transaction(story, rowIndex, tradedOn)),
    holdings: [],
    refused: [],
  };
}

function owner(person: number, story: Story & { isLarge?: boolean }, filedOn: string): OwnerRecord {
  const isOfficer = story.role !== "director";
  return {
    cik: `00000009${story.company}${person}`,
    // people change their names as well
    name: `PERSON ${person}${filedOn < renamedOn ? "" : " MARRIED"}`,
    isDirector: !isOfficer,
    isOfficer,
    isTenPercentOwner: story.isLarge === true,
    isOther: false,
    officerTitle: isOfficer ? story.role : null,
    otherText: null,
  };
}

function transaction(story: Story, rowIndex: number, tradedOn: string): TransactionRecord {
  return {
    isDerivative: story.derivative,
    rowIndex,
    securityTitle: "Common Stock",
    tradedOn,
    transactionCode: story.code,
    acquiredDisposed: story.code === "S" ? "D" : "A",
    shares: String(1000 * (rowIndex + 1)),
    price: String(story.price),
    totalValue: null,
    sharesOwnedAfter: "9000",
    valueOwnedAfter: null,
    ownership: "D",
    natureOfOwnership: null,
    exercisePrice: null,
    exercisableOn: null,
    expiresOn: null,
    underlyingTitle: null,
    underlyingShares: null,
    footnoteIds: [],
  };
}

/** Bars of every symbol in [from, to]; of AAA from two providers, so that a series has to be chosen. */
export function pricesBetween(from: string, to: string): SeriesBars[] {
  const series = (symbol: string, provider: string, start: string, end: string, close: (day: number) => number) => ({
    symbol,
    provider,
    adjusted: true,
    dividends: true,
    bars: weekdays(start, end, close)
      .filter(({ date }) => date >= from && date <= to)
      .map(({ date }) => bar(date, close(dayOf(date)))),
  });
  const wave = (day: number) => Math.round(110 + 45 * Math.sin(day / 200));
  return [
    series("AAA", "long", "2020-02-03", lastBar, wave),
    series("AAA", "longer", "2018-02-01", "2022-05-31", (day) => wave(day) + 5),
    series("BBB", "one", "2019-02-04", "2023-12-29", (day) => wave(day) + 9),
    series("NEW", "one", "2021-01-04", lastBar, (day) => wave(day) - 7),
    series("SPY", "one", "2018-01-02", lastBar, (day) => 300 + Math.round(20 * Math.sin(day / 90)) + day / 10),
  ].filter(({ bars }) => bars.length > 0);
}

const dayOf = (date: string) => Math.round((Date.parse(date) - Date.parse("2018-01-01")) / 86_400_000);

function bar(date: string, close: number) {
  const text = close.toFixed(2);
  return { date, open: null, high: null, low: null, close: text, adjustedClose: text, volume: null };
}
