// Directories of people that can be sorted by a rate: people with too few trades for the rate are left out, and
// counted.
import type { SortOrder } from "../../filters/sorts.ts";
import { minSample } from "../sql/rules.ts";
import { type Db, Prisma } from "../store.ts";
import { countOf, idPage, type Listed, type Page, type Selection } from "./page.ts";

/** A sort of a directory; for a rate, `of` is the number of trades in its base. */
export interface RateSort {
  by: Prisma.Sql;
  of?: Prisma.Sql;
}

export type RateSorts<Sort extends string> = Record<Sort, RateSort>;

/** number of matching people with too few trades for the rate by which the list is sorted; null for other sorts */
interface LeftOut {
  leftOut: number | null;
}

export type ListedByRate<Row> = Listed<Row> & LeftOut;

/** Ids of one page, ties by id, unknown figures last. */
export async function pageByRate(
  db: Db,
  selection: Omit<Selection, "orderBy">,
  { sort: { by, of }, order }: { sort: RateSort; order: SortOrder },
  page: Page,
): Promise<{ total: number; ids: string[] } & LeftOut> {
  const direction = Prisma.raw(order);
  const sorted = {
    ...selection,
    orderBy: Prisma.sql`${by} ${direction} NULLS LAST, ${selection.id} COLLATE "C" ${direction}`,
  };
  const ranked = of ? [Prisma.sql`${of} >= ${minSample}`] : [];
  const { total, ids } = await idPage<string>(db, { ...sorted, where: [...selection.where, ...ranked] }, page);
  return { total, ids, leftOut: of ? (await countOf(db, sorted, page.totals)) - total : null };
}
