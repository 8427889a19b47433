// Brings reports of either chamber into the store: members are matched, rows get their ids, what changed is kept in the
// history, and amendments are linked. Ingesting the same again changes nothing.
import type pg from "pg";
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import type { MemberDirectory } from "../legislators/member-directory.ts";
import { settleIdentities } from "./identity.ts";
import { congressLoader } from "./index.ts";
import { matchFiler } from "./match.ts";
import { type ReportEntry, reportId } from "./record.ts";
import { relinkAmendments } from "./relink.ts";
import { saveReports } from "./save-reports.ts";
import { type TradeRow, tradeRows } from "./trade-row.ts";
import {
  changeRows,
  type ExistingRow,
  fillRows,
  insertRows,
  laterFacts,
  readExisting,
  refreshOffices,
  removeRows,
  saltIds,
} from "./write-rows.ts";

/** What became of one report: its transactions by outcome. */
export interface ReportOutcome {
  reportId: string;
  new: number;
  unchanged: number;
  amended: number;
  /** set when no member is sure; none of its transactions is brought in then */
  unmatched: { message: string; candidates: string[] } | null;
}

/** Loads reports in one transaction. Outcomes come in the order of the entries. */
export async function loadReports(
  store: Store,
  entries: ReportEntry[],
  { directory }: { directory: MemberDirectory },
): Promise<ReportOutcome[]> {
  const members = new Set<string>();
  const outcomes = new Map<ReportEntry, ReportOutcome>();
  await inLoad(store, congressLoader, async (client, load) => {
    for (const round of rounds(entries)) {
      const settled = await settleIdentities(client, round, directory);
      const loaded = await loadRound(client, settled, directory, members);
      round.forEach((entry, index) => {
        outcomes.set(entry, loaded[index] as ReportOutcome);
      });
    }
    for (const member of await relinkAmendments(client, [...members])) members.add(member);
    for (const bioguideId of members) load.changed({ kind: "politician", bioguideId });
  });
  return entries.map((entry) => outcomes.get(entry) as ReportOutcome);
}

/** Entries split so that no round holds a report twice; Senate pages without their uuid come after those with it. */
function rounds(entries: ReportEntry[]): ReportEntry[][] {
  const result: { ids: Set<string>; entries: ReportEntry[] }[] = [];
  const named = entries.filter(({ report }) => !report.docId.startsWith("print-"));
  const nameless = entries.filter(({ report }) => report.docId.startsWith("print-"));
  let first = 0;
  for (const group of [named, nameless]) {
    for (const entry of group) {
      const id = reportId(entry.report);
      let place = first;
      while (result[place]?.ids.has(id)) place += 1;
      const round = result[place] ?? { ids: new Set<string>(), entries: [] };
      result[place] = round;
      round.ids.add(id);
      round.entries.push(entry);
    }
    first = result.length;
  }
  return result.map((round) => round.entries);
}

async function loadRound(
  client: pg.PoolClient,
  entries: ReportEntry[],
  directory: MemberDirectory,
  members: Set<string>,
): Promise<ReportOutcome[]> {
  const matched = entries.map((entry) => ({ entry, match: matchFiler(directory, entry.report) }));
  await saveReports(client, matched);
  const wanted = matched.flatMap(({ entry: { report }, match }) =>
    "bioguideId" in match && "transactions" in report ? tradeRows(report, match.bioguideId, directory) : [],
  );
  const existing = await readExisting(client, [...new Set(wanted.map((row) => row.report_id))]);
  const outcomes = new Map<string, ReportOutcome>();
  for (const { entry, match } of matched) {
    const id = reportId(entry.report);
    const unmatched = "bioguideId" in match ? null : match;
    outcomes.set(id, { reportId: id, new: 0, unchanged: 0, amended: 0, unmatched });
  }
  const fresh: TradeRow[] = [];
  const changed: TradeRow[] = [];
  const lacking: TradeRow[] = [];
  const same: TradeRow[] = [];
  for (const row of wanted) {
    const before = existing.get(`${row.report_id}|${row.row_index}`);
    const outcome = outcomes.get(row.report_id) as ReportOutcome;
    if (!before) fresh.push(row);
    else if (isChanged(before, row)) changed.push(row);
    else if (lacksFacts(before, row)) lacking.push(row);
    else same.push(row);
    if (!before) outcome.new += 1;
    else if (same.at(-1) === row) outcome.unchanged += 1;
    else outcome.amended += 1;
    if (before && before.bioguideId !== row.bioguide_id) members.add(before.bioguideId);
  }
  await insertRows(client, await saltIds(client, fresh));
  await changeRows(client, changed);
  await fillRows(client, lacking);
  for (const member of await removeRows(client, settledLengths(wanted))) members.add(member);
  for (const member of await refreshOffices(client, [...lacking, ...same])) members.add(member);
  for (const row of [...fresh, ...changed, ...lacking]) members.add(row.bioguide_id);
  return matched.map(({ entry }) => outcomes.get(reportId(entry.report)) as ReportOutcome);
}

/** Whether the row is read otherwise than it is stored; what is stored without is no other reading. */
function isChanged(before: ExistingRow, row: TradeRow): boolean {
  return (
    before.contentHash !== row.content_hash ||
    before.bioguideId !== row.bioguide_id ||
    before.filedOn !== row.filed_on ||
    laterFacts.some((fact) => before[fact] !== null && before[fact] !== row[fact])
  );
}

function lacksFacts(before: ExistingRow, row: TradeRow): boolean {
  return laterFacts.some((fact) => before[fact] !== row[fact]);
}

/** How many rows each report has now. */
function settledLengths(rows: TradeRow[]): { report_id: string; length: number }[] {
  const lengths = new Map<string, number>();
  for (const row of rows) lengths.set(row.report_id, Math.max(lengths.get(row.report_id) ?? 0, row.row_index + 1));
  return [...lengths].map(([report_id, length]) => ({ report_id, length }));
}
