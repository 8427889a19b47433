// The SEC's transaction codes (General Instruction 8 of Forms 3, 4 and 5) with the labels of this project: a reviewed
// file, read once.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../lib/package-root.ts";

interface TransactionCode {
  code: string;
  label: string;
  meaning: string;
}

export const transactionCodeList: readonly TransactionCode[] = JSON.parse(
  readFileSync(join(packageRoot, "prisma", "reference", "transaction-codes.json"), "utf8"),
);

/** code -> label, e.g. `P` -> `Purchase` */
export const transactionCodes: ReadonlyMap<string, string> = new Map(
  transactionCodeList.map(({ code, label }) => [code, label]),
);
