// Ready-made files that callers may download: the current ones, and by name also recently replaced ones.
import { conditionsOf } from "../../filters/define-filters.ts";
import { type ExportFields, type ExportFilter, type ExportSort, exportFilters } from "../../filters/exports.ts";
import type { SortedBy } from "../../filters/sorts.ts";
import { column, conditionsToSql, type SqlFields } from "../sql/conditions-to-sql.ts";
import { type Db, Prisma } from "../store.ts";
import { idPage, inOrder, type Listed, type Page } from "./page.ts";

const fields: SqlFields<ExportFields> = {
  label: {
    list: column(Prisma.sql`e.list`),
    format: column(Prisma.sql`e.format`),
    month: column(Prisma.sql`e.month`),
  },
  flag: {},
  number: {},
  day: {},
  instant: {},
  text: {},
};

export type ExportRow = Prisma.PublishedExportGetPayload<Record<string, never>>;

/** A month's files are by list and format, in either direction. */
const orderBy = ({ sort, order }: SortedBy<ExportSort>): Prisma.Sql =>
  sort === "NAME"
    ? Prisma.sql`e.name COLLATE "C" ${Prisma.raw(order)}`
    : Prisma.sql`e.month COLLATE "C" ${Prisma.raw(order)}, e.list COLLATE "C", e.format COLLATE "C", e.name COLLATE "C"`;

/** One page of the current files. */
export async function listExports(
  db: Db,
  filter: ExportFilter,
  by: SortedBy<ExportSort>,
  page: Page,
): Promise<Listed<ExportRow>> {
  const { total, ids } = await idPage<string>(
    db,
    {
      id: Prisma.sql`e.name`,
      from: Prisma.sql`published_exports e`,
      where: [Prisma.sql`e.replaced_at IS NULL`, ...conditionsToSql(conditionsOf(exportFilters, filter), fields)],
      orderBy: orderBy(by),
    },
    page,
  );
  const rows = ids.length ? await db.publishedExport.findMany({ where: { name: { in: ids } } }) : [];
  return { total, nodes: inOrder(ids, rows, ({ name }) => name) };
}
