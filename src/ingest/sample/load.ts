// Fills an empty store with the sample: invented records are loaded by the same functions as real ones, and everything
// is derived from them in the same way.
import { deriveAll } from "../../derive/derive.ts";
import { addDays, weekdayOnOrBefore } from "../../lib/calendar-date.ts";
import { domainTables, kindOf, sampleLock } from "../../store/sample-data.ts";
import type { Store } from "../../store/store.ts";
import { loadReports } from "../congress/load.ts";
import type { PtrReport } from "../congress/record.ts";
import { loadFilings } from "../form345/load/load.ts";
import type { FilingRecord } from "../form345/read/record.ts";
import { loadCommittees, loadRosters } from "../legislators/load-committees.ts";
import { loadLegislators } from "../legislators/load-members.ts";
import { loadMemberDirectory } from "../legislators/member-directory.ts";
import { rebuildMemberships } from "../legislators/memberships.ts";
import { loadSeries } from "../prices/load.ts";
import { castOf, type InventedCompany, readCompanies, readPeople } from "./cast.ts";
import { FilingDesk } from "./filing-desk.ts";
import { loadListings, sampleFilingUrl } from "./listings.ts";
import { type InventedCongress, inventCongress } from "./members.ts";
import { inventBenchmark, inventPrices, type PriceWalk } from "./prices.ts";
import { Chance } from "./random.ts";
import {
  buy,
  clusterBeforeRise,
  correction,
  derivatives,
  gaps,
  jointPurchase,
  misprints,
  orderInLots,
  people,
  rareForms,
  type Scene,
  sell,
} from "./rare-stories.ts";
import { inventReports } from "./reports.ts";

// Events at most companies every year: pay in shares, options, single purchases and sales, sales under a plan.

/** Every year: shares are granted at no cost, and a part of them is withheld for tax when they vest. */
function yearlyPay({ cast, desk, chance }: Scene): void {
  for (const [index, person] of [cast.chief, cast.finance, cast.director].entries())
    for (const year of [2, 1, 0]) {
      const daysAgo = 40 + year * 365 + index * 3;
      const shares = chance.integer(4, 40) * 100;
      desk.file(cast, [person], [{ code: "A", shares, daysAgo, acquired: true, price: 0 }]);
      if (person.isOfficer)
        desk.file(
          cast,
          [person],
          [{ code: "F", shares: Math.round(shares * 0.4), daysAgo: daysAgo - 20, acquired: false, price: "market" }],
        );
    }
}

/** An officer exercises options and sells the shares on the same day: two rows in one table, one in the other. */
function optionExercise({ cast, desk, chance }: Scene): void {
  for (const daysAgo of [chance.integer(20, 80), chance.integer(420, 900)]) {
    const shares = chance.integer(5, 60) * 100;
    const exercisePrice = chance.integer(3, 9);
    desk.file(
      cast,
      [cast.chief],
      [
        { code: "M", shares, daysAgo, acquired: true, price: exercisePrice },
        sell(shares, daysAgo),
        {
          code: "M",
          shares,
          daysAgo,
          acquired: false,
          price: 0,
          derivative: { title: "Stock Option (Right to Buy)", exercisePrice, lifeYears: 8 },
        },
      ],
    );
  }
}

/** Single purchases and sales at irregular times, some of them late, some in a trust. */
function unusualTimes({ cast, desk, chance }: Scene): void {
  for (const person of people(cast)) {
    const daysAgo = chance.integer(4, 1_500);
    const ownership = chance.happens(0.2) ? "I" : "D";
    const deal = chance.happens(0.5)
      ? buy(chance.integer(1, 50) * 100, daysAgo)
      : sell(chance.integer(1, 60) * 100, daysAgo);
    desk.file(cast, [person], [{ ...deal, ownership }], {
      delay: chance.happens(0.15) ? chance.integer(5, 120) : chance.integer(1, 2),
    });
  }
}

/** Sales under a Rule 10b5-1 plan: with the form's checkbox if the form has it, and always with a footnote. */
function tradingPlan({ cast, desk, index, chance }: Scene): void {
  if (index % 3 !== 1) return;
  const footnote = "Sold under a trading plan that meets Rule 10b5-1, adopted more than 90 days before.";
  for (const daysAgo of [12, 100, 190, 280, 1_350])
    desk.file(cast, [cast.counsel], [{ ...sell(chance.integer(5, 20) * 100, daysAgo), footnote }], { plan: true });
}

/** Recent trades with a recent filing, which have no outcome yet. */
function lastDays({ cast, desk, index }: Scene): void {
  if (index % 7 !== 4) return;
  desk.file(cast, [cast.director], [index % 2 === 0 ? buy(700, 2) : sell(700, 2)], { delay: 1 });
}

// Events that the signal and the clusters are computed from: routine and opportunistic buyers, several people on one
// side.

/** The same director buys in the same month of four years: routine, so its signal is weak or noise. */
function routineBuyer({ cast, desk, today, index }: Scene): void {
  if (index % 5 !== 0) return;
  const recent = weekdayOnOrBefore(addDays(today, -60));
  for (const year of [3, 2, 1, 0]) {
    const on = `${Number(recent.slice(0, 4)) - year}-${recent.slice(5, 8)}15`;
    if (on < today) desk.file(cast, [cast.director], [{ ...buy(300, 0), daysAgo: undefined, on }]);
    else desk.file(cast, [cast.director], [buy(300, 5)]);
  }
}

/**
 * Three people buy, and then the finance chief, who bought in each of the three years before, doubles a holding: the
 * strongest signal.
 */
function strongCluster({ cast, desk, today, index }: Scene): void {
  if (index % 6 !== 0) return;
  const daysAgo = 35 + index;
  const year = Number(addDays(today, -daysAgo).slice(0, 4));
  for (const [back, month] of [
    [3, "03-11"],
    [2, "07-09"],
    [1, "11-12"],
  ] as const)
    desk.file(cast, [cast.finance], [{ ...buy(200, 0), daysAgo: undefined, on: `${year - back}-${month}` }]);
  for (const [index, person] of [cast.chief, cast.chair, cast.director].entries())
    desk.file(cast, [person], [buy(15_000 + index * 5_000, daysAgo + 10 - index)], { delay: 1 });
  const doubled = Math.max(80_000, cast.finance.holding);
  desk.file(cast, [cast.finance], [buy(doubled / 2, daysAgo), buy(doubled / 2, daysAgo)], { delay: 1 });
}

/** Two to four people on one side within a month. */
function smallClusters({ cast, desk, index, chance }: Scene): void {
  const move = index % 2 === 0 ? buy : sell;
  for (const daysAgo of index % 3 === 0 ? [18, 260, 700] : [120]) {
    const size = chance.integer(2, 4);
    for (const [index, person] of people(cast).slice(0, size).entries())
      desk.file(cast, [person], [move(chance.integer(10, 90) * 100, daysAgo + index * 4)], { delay: 1 });
  }
}

// The invented events at a company, in order. Together they cover every transaction code, signal tier and direction,
// clusters of both kinds, plans, amendments and unusual rows.

/**
 * All events in the order of creation; the order determines accession numbers, so new ones must be added at the end.
 */
const stories: ((scene: Scene) => void)[] = [
  yearlyPay,
  routineBuyer,
  unusualTimes,
  optionExercise,
  smallClusters,
  tradingPlan,
  strongCluster,
  jointPurchase,
  correction,
  rareForms,
  derivatives,
  gaps,
  lastDays,
  orderInLots,
  clusterBeforeRise,
  misprints,
];

export interface SampleOptions {
  /** last day of the sample, YYYY-MM-DD; dates depend on it, ids do not */
  today: string;
  /** called with the current step and the fraction of all work that is done, 0 to 1 */
  progress?: (what: string, done: number) => void;
}

/**
 * Loads the sample into an empty store and marks the store as sample data. A store whose filling was interrupted is
 * filled again from the start. Returns false if the store has other data.
 */
export async function loadSampleData(store: Store, { today, progress = () => {} }: SampleOptions): Promise<boolean> {
  const lock = await store.pool.connect();
  try {
    // one loader at a time; a second one finds the store filled
    await lock.query(`SELECT pg_advisory_lock(${sampleLock})`);
    const kind = await kindOf(lock);
    if (kind === "filling") await lock.query(`TRUNCATE ${domainTables.join(", ")}`);
    else if (kind !== "empty") return false;
    await lock.query("UPDATE data_version SET kind = 'filling'");
    await loadEverything(store, today, progress);
    await lock.query("UPDATE data_version SET kind = 'sample'");
    await lock.query("SELECT disclosed_bump_data_version()");
    return true;
  } finally {
    await lock.query(`SELECT pg_advisory_unlock(${sampleLock})`).catch(() => {});
    lock.release();
  }
}

async function loadEverything(store: Store, today: string, progress: (what: string, done: number) => void) {
  const companies = readCompanies();
  const person = readPeople();
  const walks = inventPrices(companies, today, new Chance(20_120_404));
  const filings = inventFilings(companies, walks, today, person);
  progress("invented filings, prices and members of Congress", 0.05);
  const published = companies.flatMap((company) => (company.priced ? (walks.get(company.cik) ?? []) : []));
  const congress = inventCongress(today, person);
  const reports = inventReports(congress.members, companies, today, new Chance(1_978));
  // independent of each other: PostgreSQL writes the rows of one while the next one is prepared
  const loads = [
    loadFilings(
      store,
      filings.map((filing) => ({ filing, sourceUrl: sampleFilingUrl(filing.accessionNumber) })),
    ),
    loadSeries(
      store,
      [...published, inventBenchmark(today, new Chance(500))].map((walk) => walk.series()),
    ),
    loadCongress(store, congress, reports),
  ];
  // where one fails, the others have ended before the lock is released
  await Promise.allSettled(loads);
  await Promise.all(loads);
  await loadListings(store, { filings, reports, today });
  progress("returns, signals and clusters", 0.75);
  await deriveAll(store, { today });
  progress("done", 1);
}

/**
 * The filings of every company, each with its own random numbers, so that a new company does not change the trades of
 * others.
 */
function inventFilings(
  companies: InventedCompany[],
  walks: Map<string, PriceWalk>,
  today: string,
  person: ReturnType<typeof readPeople>,
): FilingRecord[] {
  return companies.flatMap((company, index) => {
    const desk = new FilingDesk(index, today, walks);
    const cast = castOf(company, index, person);
    const chance = new Chance(10_000 + index);
    for (const tell of stories) tell({ cast, index, desk, chance, today });
    return desk.filings;
  });
}

async function loadCongress(
  store: Store,
  { members, committees, rosters }: InventedCongress,
  reports: PtrReport[],
): Promise<void> {
  const asOf = rosters.at(-1)?.asOf ?? null;
  await loadLegislators(store, members, { asOf });
  await loadCommittees(store, committees, { asOf });
  for (const { asOf, seats } of rosters) await loadRosters(store, seats, { asOf });
  await rebuildMemberships(store, []);
  await loadReports(
    store,
    reports.map((report) => ({ report, sha256: null })),
    { directory: await loadMemberDirectory(store) },
  );
}
