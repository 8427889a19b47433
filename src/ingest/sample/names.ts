// The invented names of prisma/sample, and the suffix that distinguishes them from real ones.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { packageRoot } from "../../lib/package-root.ts";
import { at } from "./random.ts";

const folder = join(packageRoot, "prisma", "sample");

/** Suffix of every name of a company or person. */
export const mark = "(Sample)";

const companyRow = z.object({
  name: z.string().min(1),
  symbol: z.string(),
  former_symbol: z.string(),
  sic: z.string().regex(/^(\d{4})?$/),
  priced: z.enum(["true", "false"]),
});

const peopleFile = z.object({
  source: z.string(),
  given: z.array(z.string()).min(20),
  family: z.array(z.string()).min(20),
  middle: z.array(z.string()).min(5),
});

export interface InventedCompany {
  /** zero-padded; far above the numbers that the SEC has assigned */
  cik: string;
  name: string;
  symbol: string | null;
  /** its symbol until about two years ago */
  formerSymbol: string | null;
  sicCode: number | null;
  priced: boolean;
}

export interface InventedPerson {
  given: string;
  middle: string;
  family: string;
}

/** The companies in file order. The order determines their CIKs, so it must not change. */
export function readCompanies(): InventedCompany[] {
  const text = readFileSync(join(folder, "companies.csv"), "utf8");
  const rows = z.array(companyRow).parse(parse(text, { columns: true, comment: "#", comment_no_infix: true }));
  return rows.map((row, index) => ({
    cik: String(9_990_000_001 + index),
    name: `${row.name} ${mark}`,
    symbol: row.symbol || null,
    formerSymbol: row.former_symbol || null,
    sicCode: row.sic ? Number(row.sic) : null,
    priced: row.priced === "true",
  }));
}

/** A function from a number to a person; different numbers below nine thousand give different people. */
export function readPeople(): (index: number) => InventedPerson {
  const { given, family, middle } = peopleFile.parse(JSON.parse(readFileSync(join(folder, "people.json"), "utf8")));
  return (index) => {
    const round = Math.floor(index / given.length);
    return {
      given: at(given, index),
      family: at(family, index + round * 7),
      middle: at(middle, round + Math.floor(round / family.length)),
    };
  };
}
