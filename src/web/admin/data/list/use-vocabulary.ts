// The names that filters accept, fetched once.
import sectorAliases from "../../../../../prisma/reference/sector-aliases.json";
import transactionCodes from "../../../../../prisma/reference/transaction-codes.json";
import type { Vocabulary } from "../../../../../rest/ports.ts";
import { useRead } from "../../../frame/operation.ts";
import { Vocabulary as VocabularyRead } from "../../../generated/operations.ts";

/** Undefined until the names are loaded. */
export function useVocabulary(): Vocabulary | undefined {
  const names = useRead(VocabularyRead, {}, { keep: true }).data?.vocabulary;
  return names && { ...names, sectorAliases, transactionCodes };
}

const labels = new Map(transactionCodes.map(({ code, label }) => [code, label]));

/** `P - Purchase`, as the API writes it. */
export function transactionLabel(code: string): string {
  return `${code} - ${labels.get(code) ?? "Other"}`;
}
