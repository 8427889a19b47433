// The quarantine as people work on it: what was refused, found again by source, reason and status, and set aside with a
// reason that stays readable.
import { AppError } from "../errors.ts";
import { writeAudit } from "./audit.ts";
import type { Page } from "./lists/page.ts";
import type { Db, Prisma, Store } from "./store.ts";

/** `open`: missing. `ignored`: a person looked at it and said why it may stay out. `resolved`: it went in. */
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

/** One page, newest first, with the exact total. */
export async function listRefusals(db: Db, filter: RefusalFilter, { page, pageSize }: Page) {
  const where = refusalConditions(filter);
  return {
    total: await db.quarantineItem.count({ where }),
    nodes: await db.quarantineItem.findMany({
      where,
      include: withRun,
      orderBy: { id: "desc" },
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
  };
}

/** All refusals with these ids. Throws AppError when one of them does not exist. */
export async function refusalsById(db: Db, ids: number[]): Promise<Refusal[]> {
  const found = await db.quarantineItem.findMany({
    where: { id: { in: ids } },
    include: withRun,
    orderBy: { id: "asc" },
  });
  const missing = ids.filter((id) => !found.some((item) => item.id === id));
  if (missing.length > 0) throw new AppError("not_found", `quarantine holds no ${missing.join(", ")}`);
  return found;
}

export interface SetAside {
  ids: number[];
  /** why these may stay out: said wherever they are counted */
  because: string;
  /** who says so */
  actor: string;
}

/** Marks refusals as ignored. Throws AppError for an empty reason, an unknown id, and for what has gone in meanwhile. */
export async function ignoreRefusals(store: Store, { ids, because, actor }: SetAside): Promise<void> {
  const reason = because.trim();
  if (reason === "") throw new AppError("bad_request", "a reason is needed to ignore what was refused");
  await change(store, ids, async (db, before) => {
    if (before.status === "resolved") throw new AppError("bad_request", `${before.id} is resolved: it went in`);
    await db.quarantineItem.update({ where: { id: before.id }, data: { status: "ignored", ignoredBecause: reason } });
    await audit(db, "quarantine.ignore", actor, before, { status: "ignored", because: reason });
  });
}

/** Opens ignored refusals again. Throws AppError for an unknown id, and for what is not ignored. */
export async function unignoreRefusals(store: Store, { ids, actor }: Omit<SetAside, "because">): Promise<void> {
  await change(store, ids, async (db, before) => {
    if (before.status !== "ignored") throw new AppError("bad_request", `${before.id} is ${before.status}, not ignored`);
    await db.quarantineItem.update({ where: { id: before.id }, data: { status: "open", ignoredBecause: null } });
    await audit(db, "quarantine.unignore", actor, before, { status: "open" });
  });
}

/** All or none of them. What coverage says of them changes, so readers are told. */
async function change(store: Store, ids: number[], one: (db: Db, before: Refusal) => Promise<void>): Promise<void> {
  await store.prisma.$transaction(async (db) => {
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
