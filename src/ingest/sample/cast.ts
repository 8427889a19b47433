// The invented insiders of an invented company: five officers and directors and, at some companies, a fund with its
// partner. Their names are those of prisma/sample, with a suffix that distinguishes them from real ones.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { packageRoot } from "../../lib/package-root.ts";
import type { OwnerRecord } from "../form345/read/record.ts";
import { at } from "./random.ts";

export interface Insider extends OwnerRecord {
  /** number of shares, updated with the invented trades */
  holding: number;
}

export interface Cast {
  company: InventedCompany;
  chief: Insider;
  finance: Insider;
  counsel: Insider;
  chair: Insider;
  director: Insider;
  /** a ten percent owner that always files jointly with the partner who controls it */
  fund: [Insider, Insider] | null;
}

const seats = 7;

/** The insiders of the company with this index; an index always gives the same people. */
export function castOf(company: InventedCompany, index: number, person: (index: number) => InventedPerson): Cast {
  const seat = (position: number, roles: Partial<OwnerRecord>, holding: number): Insider => {
    const number = index * seats + position;
    return {
      cik: String(9_980_000_001 + number),
      name: asFiled(person(number)),
      isDirector: false,
      isOfficer: false,
      isTenPercentOwner: false,
      isOther: false,
      officerTitle: null,
      otherText: null,
      ...roles,
      holding,
    };
  };
  const officer = (officerTitle: string) => ({ isOfficer: true, officerTitle });
  return {
    company,
    chief: seat(0, { ...officer("Chief Executive Officer"), isDirector: true }, 240_000),
    finance: seat(1, officer("Chief Financial Officer"), 60_000),
    counsel: seat(2, officer("General Counsel"), 35_000),
    chair: seat(3, { ...officer("Executive Chair"), isDirector: true }, 180_000),
    director: seat(4, { isDirector: true }, 12_000),
    fund:
      index % 4 === 1
        ? [
            {
              ...seat(5, { isTenPercentOwner: true }, 4_000_000),
              name: `${person(index).family} Partners Fund LP ${mark}`,
            },
            seat(6, { isTenPercentOwner: true, isOther: true, otherText: "Managing partner of the fund" }, 4_000_000),
          ]
        : null,
  };
}

/** `LAST FIRST MIDDLE`, as in EDGAR. */
function asFiled({ family, given, middle }: InventedPerson): string {
  return `${family} ${given} ${middle} ${mark}`;
}

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
