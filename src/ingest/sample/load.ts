// Fills an empty store with the sample: invented records are loaded by the same functions as real ones, and everything
// is derived from them in the same way.
import { deriveAll } from "../../derive/derive.ts";
import { domainTables, kindOf, sampleLock } from "../../store/sample-data.ts";
import type { Store } from "../../store/store.ts";
import { loadReports } from "../congress/load.ts";
import { loadFilings } from "../form345/load.ts";
import type { FilingRecord } from "../form345/record.ts";
import { loadCommittees } from "../legislators/load-committees.ts";
import { loadLegislators } from "../legislators/load-members.ts";
import { loadRosters } from "../legislators/load-rosters.ts";
import { loadMemberDirectory } from "../legislators/member-directory.ts";
import { rebuildMemberships } from "../legislators/memberships.ts";
import { loadSeries } from "../prices/load.ts";
import { castOf } from "./cast.ts";
import { FilingDesk } from "./filing-desk.ts";
import { stories } from "./insider-stories.ts";
import { type InventedCongress, inventCongress } from "./members.ts";
import { inventBenchmark, inventPrices, type PriceWalk } from "./prices.ts";
import { Chance } from "./random.ts";
import { inventReports } from "./reports.ts";
import { type InventedCompany, readCompanies, readPeople } from "./words.ts";

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
  progress("invented filings", 0.05);
  await loadFilings(
    store,
    filings.map((filing) => ({
      filing,
      sourceUrl: `https://filings.example.invalid/sample/${filing.accessionNumber}`,
    })),
  );
  progress("invented prices", 0.4);
  const published = companies.flatMap((company) => (company.priced ? (walks.get(company.cik) ?? []) : []));
  await loadSeries(
    store,
    [...published, inventBenchmark(today, new Chance(500))].map((walk) => walk.series()),
  );
  progress("invented members of Congress", 0.6);
  const congress = inventCongress(today, person);
  await loadCongress(store, congress);
  const reports = inventReports(congress.members, companies, today, new Chance(1_978));
  await loadReports(
    store,
    reports.map((report) => ({ report, sha256: null })),
    { directory: await loadMemberDirectory(store) },
  );
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

async function loadCongress(store: Store, { members, committees, rosters }: InventedCongress): Promise<void> {
  const asOf = rosters.at(-1)?.asOf ?? null;
  await loadLegislators(store, members, { asOf });
  await loadCommittees(store, committees, { asOf });
  for (const { asOf, seats } of rosters) await loadRosters(store, seats, { asOf });
  await rebuildMemberships(store, []);
}
