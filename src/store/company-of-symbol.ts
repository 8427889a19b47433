// The company to which a symbol belongs today.
import { symbolKey } from "../domain/symbols.ts";
import { bearersOf } from "./conditions-to-sql.ts";
import { type Db, Prisma } from "./store.ts";

/** SQL order of company_symbols: first the company that has the symbol now, then the one that had it last. */
export const bearerFirst = Prisma.sql`is_current DESC, last_seen_on DESC NULLS LAST, company_cik`;

/**
 * CIK of the company of the symbol, by the rule of src/derive/lateness.ts for a trade of today; null if no company had
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
