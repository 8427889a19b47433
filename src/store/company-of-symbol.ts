// The company that a symbol represents today.
import { symbolKey } from "../symbols.ts";
import { type Db, Prisma } from "./store.ts";

/** SQL for rows of company_symbols: first the company that bears the symbol now, then the one that bore it last. */
export const bearerFirst = Prisma.sql`is_current DESC, last_seen_on DESC NULLS LAST, company_cik`;

/** CIK of the company whose symbol it is, as src/derive/lateness.ts says it for a trade of today; null where none ever bore it. */
export async function bearerOf(db: Db, symbol: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ cik: string }[]>`
    SELECT company_cik AS cik FROM company_symbols WHERE symbol = ${symbol} ORDER BY ${bearerFirst} LIMIT 1`;
  return row?.cik ?? null;
}

/** Ten digits are a CIK, which is not looked up; else the CIK of the bearer of that symbol, null where there is none. */
export async function companyCikOf(db: Db, cikOrTicker: string): Promise<string | null> {
  return /^[0-9]{10}$/.test(cikOrTicker) ? cikOrTicker : await bearerOf(db, symbolKey(cikOrTicker));
}
