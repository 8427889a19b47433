// The ingestion source `legislators`: lists of members and committees and dated rosters of
// unitedstates/congress-legislators. Everything is parsed first and loaded at the end, because a seat needs its member
// and its committee.
import { deserialize, serialize } from "node:v8";
import { deflateSync, inflateSync } from "node:zlib";
import { UsageError } from "../../errors.ts";
import { isCalendarDate } from "../../lib/calendar-date.ts";
import { groupBy } from "../../lib/group-by.ts";
import { refreshStoredOffices } from "../congress/trade-row.ts";
import { endReading, ReadFailed, readIsolated } from "../isolated/isolated.ts";
import { quarantineRows, RefusedRows } from "../refused/quarantine.ts";
import { type IngestContext, type InputFile, type Source, type StoredFile, withoutBytes } from "../source.ts";
import { gitVersions, isRepository } from "./git-versions.ts";
import { legislators } from "./index.ts";
import { loadCommittees, loadRosters } from "./load-committees.ts";
import { loadLegislators } from "./load-members.ts";
import { rebuildMemberships } from "./memberships.ts";
import type { CommitteeRecord, MemberRecord, ParsedFile, RecordProblem, SeatRecord } from "./records.ts";

// Compresses values that wait for the end of a batch or of a run: hundreds of lists would otherwise be in memory as
// objects.

/** A value as deflated bytes. */
interface Packed<Value> {
  bytes: Buffer;
  /** only for type checking */
  readonly of?: Value;
}

function pack<Value>(value: Value): Packed<Value> {
  return { bytes: deflateSync(serialize(value), { level: 1 }) };
}

function unpack<Value>({ bytes }: Packed<Value>): Value {
  return deserialize(inflateSync(bytes)) as Value;
}

/** A parsed list that waits for the end of the run. */
interface Stored<Row> {
  records: Packed<Row[]>;
  file: InputFile;
  stored: StoredFile;
  /** the date given by the publisher, else from the path, else --as-of */
  asOf: string | null;
}

/** The files of a run that have been parsed so far: the runner passes files in batches. */
interface Collected {
  members: (Stored<MemberRecord> & { dated: boolean })[];
  committees: Stored<CommitteeRecord>[];
  seats: (Stored<SeatRecord> & { unreadable: string[] })[];
}

/** Lists of the project that are not used: accounts, offices, presidents. */
const notNeeded = /^(executive|legislators-(social-media|district-offices))\b/i;

const source: Source = {
  name: legislators.name,
  accepts: (file) => /\.(ya?ml|json|csv)$/i.test(file.name) && !notNeeded.test(file.name),
  async versionsIn(path) {
    if (!isRepository(path)) return null;
    const versions = await gitVersions(path);
    return versions.length > 0 ? versions : null;
  },
  open(context) {
    const run: Collected = { members: [], committees: [], seats: [] };
    return {
      async take(files) {
        const read: ReadFile[] = [];
        // a roster without a date ends the run before anything of this batch is stored
        for (const file of files) read.push(await readInput(file, context));
        for (const input of read) await collect(input, context, run);
      },
      async finish() {
        await endReading();
        await loadMemberLists(run.members, context);
        if (run.members.length > 0) await refreshStoredOffices(context.store);
        await loadCommitteeLists(run.committees, context);
        await loadSeatLists(run.seats, context);
      },
    };
  },
};

export default source;

interface ReadFile {
  file: InputFile;
  content: Packed<{ bytes: Uint8Array; parsed: ParsedFile }> | { bytes: Buffer; failed: ReadFailed };
  asOf: string | null;
}

async function readInput(file: InputFile, context: IngestContext): Promise<ReadFile> {
  const bytes = await file.read();
  const asOf = file.listedOn ?? dateInPath(file.path) ?? context.options.asOf ?? null;
  try {
    const parsed = await readIsolated("legislatorsFile", file.name, bytes);
    if (parsed.kind !== "seats" || asOf !== null) return { file, content: pack({ bytes, parsed }), asOf };
  } catch (failed) {
    if (!(failed instanceof ReadFailed)) throw failed;
    return { file, content: { bytes, failed }, asOf };
  }
  throw new UsageError(
    `${file.path} is a committee roster without a date: ${context.options.history ? "" : "add --as-of YYYY-MM-DD, or "}put it into a folder whose name is the date`,
  );
}

async function collect({ file, content, asOf }: ReadFile, context: IngestContext, run: Collected): Promise<void> {
  if ("failed" in content) {
    const { bytes, failed } = content;
    await context.quarantineFile(file, failed.reason, failed.message, await context.keep(file, bytes));
    return;
  }
  const { bytes, parsed } = unpack(content);
  if (parsed.kind === "other") return;
  const stored = await context.keep(file, Buffer.from(bytes));
  await refuse(parsed.problems, file, stored, context);
  const from = { file: withoutBytes(file), stored, asOf };
  if (parsed.kind === "members") run.members.push({ ...from, records: pack(parsed.records), dated: parsed.dated });
  else if (parsed.kind === "committees") run.committees.push({ ...from, records: pack(parsed.records) });
  else run.seats.push({ ...from, records: pack(parsed.records), unreadable: parsed.unreadable });
}

async function refuse(problems: RecordProblem[], file: InputFile, stored: StoredFile, context: IngestContext) {
  const refused = new RefusedRows();
  for (const problem of problems) refused.add(problem);
  await quarantineRows(file, stored, refused.rows, context);
}

/** The last calendar date in a path, as in `2019-11-18-thexdesk/legislators-current.yaml`. */
export function dateInPath(path: string): string | null {
  const dates = path.match(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g) ?? [];
  return dates.findLast(isCalendarDate) ?? null;
}

type Dated = { asOf: string | null; file: InputFile };
const oldestFirst = (a: Dated, b: Dated) =>
  (a.asOf ?? "").localeCompare(b.asOf ?? "") || (a.file.path < b.file.path ? -1 : 1);

async function loadMemberLists(lists: Collected["members"], context: IngestContext): Promise<void> {
  const settled = new Set<string>();
  // of two lists with the same date, the one with terms wins
  for (const list of lists.toSorted(
    (a, b) => (a.asOf === b.asOf ? Number(b.dated) - Number(a.dated) : 0) || oldestFirst(a, b),
  )) {
    const result = await loadLegislators(context.store, unpack(list.records), { asOf: list.asOf, settled });
    context.count(result);
  }
}

async function loadCommitteeLists(lists: Collected["committees"], context: IngestContext): Promise<void> {
  const settled = new Set<string>();
  for (const list of lists.toSorted(oldestFirst)) {
    const result = await loadCommittees(context.store, unpack(list.records), { asOf: list.asOf, settled });
    context.count(result);
    if (!result.incomplete || list.asOf === null) continue;
    const { shown, expected } = result.incomplete;
    const message = `names ${shown} committees where ${expected} are known; the others stay current`;
    await context.quarantineRecord(list.file, list.asOf, "incomplete_list", message, { stored: list.stored });
  }
}

/**
 * Files of one date are one roster: the first file that names a seat wins, so that copies in other formats change
 * nothing.
 */
async function loadSeatLists(lists: Collected["seats"], context: IngestContext): Promise<void> {
  if (lists.length === 0) return;
  const dated = lists.toSorted(oldestFirst).flatMap((list) => (list.asOf === null ? [] : { ...list, asOf: list.asOf }));
  const byDate = groupBy(dated, ({ asOf }) => asOf);
  for (const [asOf, lists] of byDate) {
    const files = lists.map((list) => ({ ...list, records: unpack(list.records) }));
    const seats = files.flatMap(({ records }) => records);
    const result = await loadRosters(context.store, seats, {
      asOf,
      sourceFileSha256: files[0]?.stored.sha256 ?? null,
      unreadable: files.flatMap(({ unreadable }) => unreadable),
    });
    context.count(result);
    for (const { seat, reason } of result.refused) {
      const from = files.find(({ records }) => records.includes(seat));
      if (!from) continue;
      const message =
        reason === "member_unknown"
          ? `no member ${seat.bioguideId} is known: ingest legislators-current and legislators-historical first`
          : `no committee ${seat.committeeCode} is known: ingest the committees file of that date first`;
      const ref = `${asOf} ${seat.committeeCode} ${seat.bioguideId}`;
      await context.quarantineRecord(from.file, ref, reason, message, { stored: from.stored, detail: seat });
    }
  }
  for (const { asOf, what, shown, expected } of await rebuildMemberships(context.store, [...byDate.keys()])) {
    const [from] = byDate.get(asOf) ?? [];
    if (!from) continue;
    const message = `shows ${shown} where ${expected} are known from other rosters; members who are not shown keep their seats`;
    await context.quarantineRecord(from.file, `${asOf} ${what}`, "incomplete_roster", message, { stored: from.stored });
  }
}
