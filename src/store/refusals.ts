// The quarantine for administrators: lists refusals by source, reason and status, and ignores refusals with a recorded
// reason.
import { filingOf } from "../domain/shown-names.ts";
import { AppError } from "../errors.ts";
import { writeAudit } from "./audit.ts";
import { type Page, sliceOf } from "./lists/page.ts";
import { type Db, Prisma, type Store } from "./store.ts";
import { changeLimits, inChange } from "./transaction.ts";

/** `open`: not stored. `ignored`: a person reviewed it and recorded why it need not be stored. `resolved`: stored. */
export const refusalStatuses = ["open", "ignored", "resolved"] as const;

export interface RefusalFilter {
  source?: string | null;
  reason?: string | null;
  status?: string | null;
  ids?: number[] | null;
}

const withRun = { run: { select: { arguments: true, startedAt: true } }, file: { select: { bytes: true } } } as const;

export type Refusal = Prisma.QuarantineItemGetPayload<{ include: typeof withRun }>;

export const refusalConditions = ({ source, reason, status, ids }: RefusalFilter): Prisma.QuarantineItemWhereInput => ({
  source: source ?? undefined,
  reason: reason ?? undefined,
  status: status ?? undefined,
  id: ids ? { in: ids } : undefined,
});

/** One page of refusals, newest first, with the exact total. */
export async function listRefusals(db: Db, filter: RefusalFilter, page: Page) {
  const where = refusalConditions(filter);
  return {
    total: await db.quarantineItem.count({ where }),
    nodes: await db.quarantineItem.findMany({
      where,
      include: withRun,
      orderBy: { id: "desc" },
      ...sliceOf(page),
    }),
  };
}

/** A filing in quarantine, whatever the number of its refused rows, paths and copies. */
export interface QuarantinedFiling {
  /** its oldest refusal that matches the filter */
  item: Refusal;
  /** number of its refusals that match the filter */
  refusals: number;
}

/** One page of filings with refusals, that of the newest refusal first, with the exact total. */
export async function listFilings(
  db: Db,
  { source = null, reason = null, status = null }: RefusalFilter,
  { page, pageSize }: Page,
): Promise<{ total: number; nodes: QuarantinedFiling[] }> {
  const filings = Prisma.sql`
    SELECT min(id) AS id, count(*)::int AS refusals, max(id) AS newest FROM quarantine
    WHERE source = coalesce(${source}::text, source) AND reason = coalesce(${reason}::text, reason)
      AND status = coalesce(${status}::text, status)
    GROUP BY source, coalesce(document_id, file_name)`;
  const [{ total }] = await db.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total FROM (${filings}) AS f`;
  const rows = await db.$queryRaw<{ id: number; refusals: number }[]>`
    SELECT id, refusals FROM (${filings}) AS f ORDER BY newest DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
  const items = new Map(
    (
      await refusalsById(
        db,
        rows.map(({ id }) => id),
      )
    ).map((item) => [item.id, item]),
  );
  return {
    total,
    nodes: rows.flatMap(({ id, refusals }) => {
      const item = items.get(id);
      return item ? [{ item, refusals }] : [];
    }),
  };
}

/** All refusals of the same filing, the oldest first. */
export async function refusalsOfFiling(db: Db, { source, documentId, fileName }: Refusal): Promise<Refusal[]> {
  return await db.quarantineItem.findMany({
    where: { source, documentId, ...(documentId === null && { fileName }) },
    include: withRun,
    orderBy: { id: "asc" },
    take: 200,
  });
}

/** Refusals of one source and reason. */
export interface RefusalGroup {
  source: string;
  reason: string;
  /** number of filings */
  count: number;
  /** message of the newest refusal */
  message: string;
  firstAt: Date;
  lastAt: Date;
}

/** Refusals by reason, the most frequent first. */
export async function refusalGroups(db: Db, { source, status }: RefusalFilter): Promise<RefusalGroup[]> {
  return await db.$queryRaw<RefusalGroup[]>`
    SELECT source, reason, count(DISTINCT coalesce(document_id, file_name))::int AS count, (array_agg(message ORDER BY id DESC))[1] AS message,
      min(created_at) AS "firstAt", max(last_seen_at) AS "lastAt"
    FROM quarantine
    WHERE source = coalesce(${source ?? null}::text, source) AND status = coalesce(${status ?? null}::text, status)
    GROUP BY source, reason ORDER BY 3 DESC, source, reason`;
}

/** Ids of the oldest open refusals of a group, at most `max`. */
export async function openIds(db: Db, group: { source: string; reason: string }, max: number): Promise<number[]> {
  const rows = await db.quarantineItem.findMany({
    where: { ...group, status: "open" },
    orderBy: { id: "asc" },
    take: max,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** The number of retries of a single refused file. */
export async function retriesOf(db: Db, id: number): Promise<number> {
  const rows = await db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM ingestion_runs
    WHERE jsonb_exists(arguments->'retry', ${String(id)}) OR arguments->>'refusal' = ${String(id)}`;
  return rows[0]?.n ?? 0;
}

/** All refusals with these ids. Throws AppError when one of them does not exist. */
export async function refusalsById(db: Db, ids: number[]): Promise<Refusal[]> {
  const found = await db.quarantineItem.findMany({
    where: { id: { in: ids } },
    include: withRun,
    orderBy: { id: "asc" },
  });
  const missing = ids.filter((id) => !found.some((item) => item.id === id));
  if (missing.length > 0) throw new AppError("not_found", noRefusals(missing));
  return found;
}

const noRefusals = (ids: number[]) =>
  ids.length === 1
    ? `There is no refusal with the id ${ids[0]}`
    : `There are no refusals with the ids ${ids.join(", ")}`;

export interface IgnoreInput {
  ids: number[];
  /** why these need not be stored: shown wherever they are counted */
  because: string;
  /** the person who ignores them */
  actor: string;
}

/** Marks refusals as ignored. Throws AppError for an empty reason, an unknown id, and a resolved refusal. */
export async function ignoreRefusals(store: Store, { ids, because, actor }: IgnoreInput): Promise<void> {
  const reason = because.trim();
  if (reason === "") throw new AppError("bad_request", "a reason is required to ignore a refusal");
  await change(store, ids, async (db, before) => {
    if (before.status === "resolved")
      throw new AppError("bad_request", `${filingOf(before)} is already resolved: it was stored`);
    await db.quarantineItem.update({ where: { id: before.id }, data: { status: "ignored", ignoredBecause: reason } });
    await audit(db, "quarantine.ignore", actor, before, { status: "ignored", because: reason });
  });
}

/** Reopens ignored refusals. Throws AppError for an unknown id, and for a refusal that is not ignored. */
export async function unignoreRefusals(store: Store, { ids, actor }: Omit<IgnoreInput, "because">): Promise<void> {
  await change(store, ids, async (db, before) => {
    if (before.status !== "ignored")
      throw new AppError("bad_request", `${filingOf(before)} is ${before.status}, not ignored`);
    await db.quarantineItem.update({ where: { id: before.id }, data: { status: "open", ignoredBecause: null } });
    await audit(db, "quarantine.unignore", actor, before, { status: "open" });
  });
}

/** Changes all or none of them. Coverage changes with them, so the data version advances. */
async function change(store: Store, ids: number[], one: (db: Db, before: Refusal) => Promise<void>): Promise<void> {
  await inChange(store, changeLimits.many, async (db) => {
    for (const before of await refusalsById(db, ids)) await one(db, before);
    await db.$queryRaw`SELECT disclosed_bump_data_version()`;
  });
}

function audit(
  db: Db,
  action: string,
  actor: string,
  { id, status, ignoredBecause }: Refusal,
  after: Prisma.InputJsonObject,
) {
  const before = { status, ...(ignoredBecause !== null && { because: ignoredBecause }) };
  return writeAudit(db, { actor, action, objectType: "quarantine", objectId: String(id), before, after });
}
