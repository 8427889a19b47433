// A double of the congress-legislators project's pages, serving the files of the data folder.
//
// Where this was taken from:
// - names and forms: the table "Data File Download Links" in the project's own README (congress-legislators/main/README.md): each
//   list as <name>.yaml and <name>.json under https://unitedstates.github.io/congress-legislators/.
// - bodies: congress-legislators/gh-pages (JSON) and main (YAML), both of June 2026; the earlier rosters and lists of
//   congress-legislators/fork-snapshots. The pages themselves have no earlier rosters.
// - legislators-historical: the data folder has only the CSV, which has no terms. The double serves its rows in the layout of the
//   JSON without terms, and two invented members with terms as the README describes them, and with what only old entries have:
//   a term without a party, a district of -1, no birthday.
// - Last-Modified and ETag: what GitHub Pages sends with every file.
// - the change history (commits.ts): the same snapshots, each as a commit of its day.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { type Commit, commitsResponse } from "./commits.ts";
import { type Double, type StartedDouble, startDouble } from "./kit.ts";
import { sharedData } from "./shared-data.ts";

const dataFolder = join(sharedData, "congress-legislators");

/** folder in the data folder -> the day of its files */
const snapshots = {
  "fork-snapshots/2016-01-09-108michael": "2016-01-09",
  "fork-snapshots/2019-11-18-thexdesk": "2019-11-18",
  "fork-snapshots/2024-09-12-barapa": "2024-09-12",
  main: "2026-06-15",
  "gh-pages": "2026-06-15",
} as const;
type Snapshot = keyof typeof snapshots;

const invented = [
  {
    id: { bioguide: "Z900001" },
    name: { first: "Ezra", last: "Quillfeather" },
    bio: { gender: "M" },
    terms: [{ type: "rep", start: "1789-03-04", end: "1791-03-03", state: "PA", district: -1 }],
  },
  {
    id: { bioguide: "Z900002" },
    name: { first: "Ada", middle: "Mae", last: "Thistledown", official_full: "Ada M. Thistledown" },
    bio: { gender: "F", birthday: "1950-02-03" },
    terms: [{ type: "sen", start: "1995-01-04", end: "2001-01-03", state: "VT", class: 1, party: "Independent" }],
  },
];

function historical(): unknown[] {
  const rows: Record<string, string>[] = parse(
    readFileSync(join(dataFolder, "gh-pages", "legislators-historical.csv")),
    {
      columns: true,
    },
  );
  const members = rows.map((row) => ({
    id: { bioguide: row.bioguide_id },
    name: {
      first: row.first_name,
      middle: row.middle_name,
      last: row.last_name,
      suffix: row.suffix,
      nickname: row.nickname,
    },
    bio: { gender: row.gender, birthday: row.birthday },
    terms: [],
  }));
  return [...members, ...invented];
}

interface LegislatorsDouble extends Double {
  /** which snapshot is served; `gh-pages` by default. Lists that a snapshot does not have come from gh-pages. */
  serve(snapshot: Snapshot): void;
}

export async function startLegislators(): Promise<LegislatorsDouble> {
  let served: Snapshot = "gh-pages";
  const commits = Object.entries(snapshots).flatMap(([folder, day]) => commitOf(folder, day) ?? []);
  const double = await startDouble((request) => {
    const { path } = request;
    const committed = commitsResponse(commits, request);
    if (committed) return committed;
    const name = path.slice(1);
    const headers = { "last-modified": new Date(`${snapshots[served]}T14:03:00Z`).toUTCString() };
    if (name === "legislators-historical.json") return { headers, body: JSON.stringify(historical()) };
    if (!/^[a-z-]+\.(json|yaml)$/.test(name)) return null;
    const own = join(dataFolder, served, name);
    // an earlier snapshot is YAML alone, as the project's main branch is
    const file = existsSync(own) || has(served, name) ? own : join(dataFolder, "gh-pages", name);
    return existsSync(file) ? { headers, body: readFileSync(file) } : null;
  });
  return Object.assign(double, {
    serve: (snapshot: Snapshot) => {
      served = snapshot;
    },
  });
}

/** A snapshot in the layout of the project's repository, which has YAML alone; undefined for one in another layout. */
function commitOf(folder: string, day: string): Commit | undefined {
  const names = ["committees-current.yaml", "committee-membership-current.yaml"];
  if (!names.every((name) => existsSync(join(dataFolder, folder, name)))) return undefined;
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(dataFolder, folder, name))]));
  return { at: `${day}T14:03:00Z`, files };
}

/** True if a snapshot has a list in either form. */
const has = (snapshot: Snapshot, name: string) =>
  ["json", "yaml"].some((form) => existsSync(join(dataFolder, snapshot, name.replace(/[a-z]+$/, form))));

/** The settings for a double of the project: its pages, its history and the files of its versions are on one host. */
export function legislatorsSettings({ url }: Pick<Double, "url">): Record<string, string> {
  return { LEGISLATORS_URL: url, LEGISLATORS_API_URL: url, LEGISLATORS_FILES_URL: url };
}

export async function startedLegislators(): Promise<StartedDouble> {
  const double = await startLegislators();
  return { double, settings: legislatorsSettings(double) };
}
