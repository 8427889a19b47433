// The closed sets of names that callers' parameters are checked against.
import { transactionCodeList } from "../domain/transaction-codes.ts";
import { readSectorAliases, readSicCodes } from "../store/reference.ts";

/** The reviewed SIC list with the aliases of its sectors, and the SEC's transaction codes. */
export async function readVocabulary() {
  const [rows, sectorAliases] = await Promise.all([readSicCodes(), readSectorAliases()]);
  const distinct = (names: string[]) => [...new Set(names)].sort();
  return {
    sectors: distinct(rows.map(({ sector }) => sector)),
    sectorAliases,
    industries: distinct(rows.map(({ title }) => title)),
    transactionCodes: [...transactionCodeList],
  };
}
