// Loads reports of either chamber into the store: matches members, assigns row ids, writes changed rows to the history,
// and links amendments. Ingesting the same reports again changes nothing.
import type { Store } from "../../store/store.ts";
import { inLoad } from "../../store/transaction.ts";
import type { MemberDirectory } from "../legislators/member-directory.ts";
import { type LoadCounts, type Loader, loadWithin } from "../loader.ts";
import { updateAmendmentLinks } from "./amendments.ts";
import { type FilerMatch, matchFiler, settleIdentities } from "./identity.ts";
import { congressLoader } from "./index.ts";
import { lacksId, type ReportEntry, reportId } from "./record.ts";
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
  saveReports,
} from "./write-rows.ts";

/** The outcome of one report: its transactions by outcome. */
export interface ReportOutcome extends LoadCounts {
  reportId: string;
  /** set if no member matches with certainty; then none of its transactions is stored */
  unmatched: { message: string; candidates: string[] } | null;
}

/** Loads reports in one transaction. Outcomes are in the order of the entries. */
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
      const loaded = await loadWithin(client, load, reportsLoader, { entries: settled, directory });
      for (const member of loaded.members) members.add(member);
      round.forEach((entry, index) => {
        outcomes.set(entry, loaded.outcomes[index] as ReportOutcome);
      });
    }
    for (const member of await updateAmendmentLinks(client, [...members])) members.add(member);
    for (const bioguideId of members) load.changed({ kind: "politician", bioguideId });
  });
  return entries.map((entry) => outcomes.get(entry) as ReportOutcome);
}

/**
 * Splits the entries so that no round contains a report twice. Senate pages without their uuid come after those with
 * it.
 */
function rounds(entries: ReportEntry[]): ReportEntry[][] {
  const result: { ids: Set<string>; entries: ReportEntry[] }[] = [];
  const named = entries.filter(({ report }) => !lacksId(report.docId));
  const withoutUuid = entries.filter(({ report }) => lacksId(report.docId));
  let first = 0;
  for (const group of [named, withoutUuid]) {
    for (const entry of group) {
      const id = reportId(entry.report);
      let position = first;
      while (result[position]?.ids.has(id)) position += 1;
      const round = result[position] ?? { ids: new Set<string>(), entries: [] };
      result[position] = round;
      round.ids.add(id);
      round.entries.push(entry);
    }
    first = result.length;
  }
  return result.map((round) => round.entries);
}

interface PreparedReports {
  matched: { entry: ReportEntry; match: FilerMatch }[];
  rows: TradeRow[];
}

interface ComparedReports extends PreparedReports {
  counts: LoadCounts;
  /** in the order of the entries */
  outcomes: ReportOutcome[];
  fresh: TradeRow[];
  changed: TradeRow[];
  /** stored without fields that earlier releases did not read */
  lacking: TradeRow[];
  same: TradeRow[];
  /** members to whom the changed rows were assigned before */
  members: Set<string>;
}

/** Loads reports; no report may occur twice. */
const reportsLoader: Loader<
  { entries: ReportEntry[]; directory: MemberDirectory },
  PreparedReports,
  Map<string, ExistingRow>,
  ComparedReports,
  { outcomes: ReportOutcome[]; members: ReadonlySet<string> }
> = {
  name: congressLoader,
  prepare(_, { entries, directory }) {
    const matched = entries.map((entry) => ({ entry, match: matchFiler(directory, entry.report) }));
    const rows = matched.flatMap(({ entry: { report }, match }) =>
      "bioguideId" in match && "transactions" in report ? tradeRows(report, match.bioguideId, directory) : [],
    );
    return { matched, rows };
  },
  find: (client, { rows }) => readExisting(client, [...new Set(rows.map((row) => row.report_id))]),
  compare(prepared, existing) {
    const outcomes = new Map(prepared.matched.map((one) => [reportId(one.entry.report), emptyOutcome(one)]));
    const compared: ComparedReports = {
      ...prepared,
      counts: { new: 0, amended: 0, unchanged: 0 },
      outcomes: prepared.matched.map(({ entry }) => outcomes.get(reportId(entry.report)) as ReportOutcome),
      fresh: [],
      changed: [],
      lacking: [],
      same: [],
      members: new Set(),
    };
    for (const row of prepared.rows) {
      const before = existing.get(`${row.report_id}|${row.row_index}`);
      const kind = classify(row, before);
      compared[kind].push(row);
      const outcome = kind === "fresh" ? "new" : kind === "same" ? "unchanged" : "amended";
      compared.counts[outcome] += 1;
      (outcomes.get(row.report_id) as ReportOutcome)[outcome] += 1;
      if (before && before.bioguideId !== row.bioguide_id) compared.members.add(before.bioguideId);
    }
    return compared;
  },
  async store(client, { matched, rows, outcomes, fresh, changed, lacking, same, members }) {
    await saveReports(client, matched);
    await insertRows(client, await saltIds(client, fresh));
    await changeRows(client, changed);
    await fillRows(client, lacking);
    for (const member of await removeRows(client, settledLengths(rows))) members.add(member);
    for (const member of await refreshOffices(client, [...lacking, ...same])) members.add(member);
    for (const row of [...fresh, ...changed, ...lacking]) members.add(row.bioguide_id);
    return { outcomes, members };
  },
};

function emptyOutcome({ entry, match }: PreparedReports["matched"][number]): ReportOutcome {
  const unmatched = "bioguideId" in match ? null : match;
  return { reportId: reportId(entry.report), new: 0, unchanged: 0, amended: 0, unmatched };
}

function classify(row: TradeRow, before: ExistingRow | undefined): "fresh" | "changed" | "lacking" | "same" {
  if (!before) return "fresh";
  if (isChanged(before, row)) return "changed";
  return lacksFacts(before, row) ? "lacking" : "same";
}

/** True if the row differs from the stored one. A later fact that is not stored yet does not count as a difference. */
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

/** The number of rows of each report now. */
function settledLengths(rows: TradeRow[]): { report_id: string; length: number }[] {
  const lengths = new Map<string, number>();
  for (const row of rows) lengths.set(row.report_id, Math.max(lengths.get(row.report_id) ?? 0, row.row_index + 1));
  return [...lengths].map(([report_id, length]) => ({ report_id, length }));
}
