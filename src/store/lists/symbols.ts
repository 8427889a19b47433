// Look-up of companies, insiders and members by name or symbol, for users who know neither CIK nor bioguide id, and the
// company to which a symbol belongs today.
import { symbolKey } from "../../domain/identifiers.ts";
import { distinctWords, isOneCharacter } from "../../filters/shared.ts";
import type { SortedBy, SymbolSort } from "../../filters/sorts.ts";
import { bearersOf, containing } from "../sql/conditions-to-sql.ts";
import { type Db, Prisma } from "../store.ts";
import type { Listed, Page } from "./page.ts";

export interface SymbolMatch {
  kind: "company" | "insider" | "politician";
  name: string;
  ticker: string | null;
  cik: string | null;
  bioguideId: string | null;
}

const name = Prisma.sql`name COLLATE "C"`;
const key = [Prisma.sql`place`, Prisma.sql`coalesce(cik, bioguide_id) COLLATE "C"`];

const orders: Record<SymbolSort, Prisma.Sql[]> = {
  KIND: [Prisma.sql`NOT exact`, Prisma.sql`place`, name, ...key],
  NAME: [name, ...key],
  TICKER: [Prisma.sql`ticker COLLATE "C"`, ...key],
};

/**
 * Companies and people whose name or symbol contains every word of `q`; a single character matches only an exact
 * symbol. A class's symbol may be without its dot. By kind: exact symbol matches, then companies, insiders and members, each by name. Texts are in code point
 * order, rows without a symbol come last, ties are sorted by kind and id.
 */
export async function findSymbols(
  db: Db,
  q: string,
  { sort, order }: SortedBy<SymbolSort>,
  { page, pageSize }: Page,
): Promise<Listed<SymbolMatch>> {
  const patterns = isOneCharacter(q) ? [] : distinctWords(q).map(containing);
  const every = (text: Prisma.Sql) =>
    patterns.length
      ? Prisma.join(
          patterns.map((pattern) => Prisma.sql`${text} ILIKE ${pattern}`),
          " AND ",
        )
      : Prisma.sql`FALSE`;
  const exact = Prisma.sql`c.cik IN (SELECT company_cik FROM bearers)`;
  // symbols are joined once, not looked up for each word of each company
  const matches = Prisma.sql`
    SELECT 1 AS place, 'company' AS kind, c.name, c.ticker, c.cik, NULL AS bioguide_id, ${exact} AS exact
    FROM companies c
    LEFT JOIN (SELECT company_cik, array_agg(symbol) AS symbols FROM company_symbols GROUP BY 1) AS s ON s.company_cik = c.cik
    WHERE ${
      isOneCharacter(q)
        ? exact
        : Prisma.sql`${exact} OR ${every(Prisma.sql`concat_ws(' ', c.name, c.ticker, array_to_string(s.symbols, ' '))`)}`
    }
    UNION ALL
    SELECT 2, 'insider', i.name, NULL, i.cik, NULL, FALSE FROM insiders i WHERE ${every(Prisma.sql`i.name`)}
    UNION ALL
    SELECT 3, 'politician', p.name, NULL, NULL, p.bioguide_id, FALSE FROM politicians p WHERE ${every(Prisma.sql`p.name`)}`;
  const orderBy = Prisma.join(orders[sort].map((by) => Prisma.sql`${by} ${Prisma.raw(order)} NULLS LAST`));
  const offset = (BigInt(page) - 1n) * BigInt(pageSize);
  const [row] = await db.$queryRaw<{ total: bigint; nodes: SymbolMatch[] }[]>`
    WITH bearers AS MATERIALIZED (${bearersOf([q])}), matching AS MATERIALIZED (${matches}),
    wanted AS (
      SELECT * FROM matching
      ORDER BY ${orderBy}
      LIMIT ${pageSize} OFFSET ${offset}
    )
    SELECT (SELECT count(*) FROM matching) AS total, coalesce((
      SELECT json_agg(json_build_object('kind', kind, 'name', name, 'ticker', ticker, 'cik', cik, 'bioguideId', bioguide_id)
        ORDER BY ${orderBy})
      FROM wanted), '[]') AS nodes`;
  return { total: Number(row?.total ?? 0), nodes: row?.nodes ?? [] };
}

/** SQL order of company_symbols: first the company that has the symbol now, then the one that had it last. */
export const bearerFirst = Prisma.sql`is_current DESC, last_seen_on DESC NULLS LAST, company_cik`;

/**
 * CIK of the company of the symbol, by the rule of src/derive/congress.ts for a trade of today; null if no company had
 * it. A class's symbol may be without its dot.
 */
export async function bearerOf(db: Db, symbol: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ cik: string }[]>`
    SELECT company_cik AS cik FROM (${bearersOf([symbol])}) AS b ORDER BY ${bearerFirst} LIMIT 1`;
  return row?.cik ?? null;
}

/**
 * Ten digits are a CIK, which is returned unchecked; else the CIK of the company of that symbol, null if there is none.
 */
export async function companyCikOf(db: Db, cikOrTicker: string): Promise<string | null> {
  return /^[0-9]{10}$/.test(cikOrTicker) ? cikOrTicker : await bearerOf(db, symbolKey(cikOrTicker));
}
