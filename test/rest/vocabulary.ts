// The names that parameters are checked against in the tests of the facade.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/lib/package-root.ts";

const transactionCodes: { code: string; label: string; meaning: string }[] = JSON.parse(
  readFileSync(join(packageRoot, "prisma", "reference", "transaction-codes.json"), "utf8"),
);

export const vocabulary = {
  sectors: ["Energy", "Financials", "Technology"],
  sectorAliases: [
    { alias: "Information Technology", sectors: ["Technology"] },
    { alias: "Resources", sectors: ["Energy", "Technology"] },
  ],
  industries: [
    "Crude Petroleum & Natural Gas",
    "Fire, Marine & Casualty Insurance",
    "Retail-Eating & Drinking Places",
    "Services-Computer Programming, Data Processing, Etc.",
    "Services-Prepackaged Software",
  ],
  transactionCodes,
};
