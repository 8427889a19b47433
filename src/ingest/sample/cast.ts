// The invented insiders of an invented company: five officers and directors and, at some companies, a fund with its
// partner.
import type { OwnerRecord } from "../form345/record.ts";
import { type InventedCompany, type InventedPerson, mark } from "./names.ts";

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
