// An invented Congress: members with terms, some of them former or with a change of party, committees with the codes of
// the real ones, and three rosters of different days between which seats change.
import { addDays } from "../../lib/calendar-date.ts";
import type { CommitteeRecord, MemberRecord, SeatRecord, TermRecord } from "../legislators/records.ts";
import { type InventedPerson, mark } from "./cast.ts";
import { at } from "./random.ts";

export interface InventedCongress {
  members: MemberRecord[];
  committees: CommitteeRecord[];
  rosters: { asOf: string; seats: SeatRecord[] }[];
}

const memberCount = 44;
const states = ["CA", "TX", "NY", "FL", "OH", "GA", "WA", "IA", "ME", "AZ", "VT", "MN"];

/** Index of the first member in the list of names, after the people of the companies. */
const firstPerson = 1_000;

/** All dates are counted back from `today`; bioguide ids and seats are always the same. */
export function inventCongress(today: string, person: (index: number) => InventedPerson): InventedCongress {
  const members = Array.from({ length: memberCount }, (_, index) =>
    inventMember(index, today, person(firstPerson + index)),
  );
  return {
    members,
    committees,
    rosters: [560, 300, 20].map((daysAgo, roster) => ({
      asOf: addDays(today, -daysAgo),
      seats: inventSeats(members, roster),
    })),
  };
}

/** Two in three are in the House; every eleventh left office at the end of the last Congress. */
function inventMember(index: number, today: string, { given, middle, family }: InventedPerson): MemberRecord {
  const chamber = index % 3 === 2 ? "Senate" : "House";
  return {
    bioguideId: `X${String(index + 1).padStart(6, "0")}`,
    name: `${given} ${middle}. ${family} ${mark}`,
    firstName: given,
    middleName: middle,
    lastName: `${family} ${mark}`,
    suffix: null,
    nickname: null,
    birthday: `${1945 + (index % 40)}-0${1 + (index % 9)}-15`,
    knownChamber: null,
    knownState: null,
    knownParty: null,
    terms: inventTerms(index, chamber, today),
  };
}

function inventTerms(index: number, chamber: TermRecord["chamber"], today: string): TermRecord[] {
  const congress = congressYear(today);
  const isFormer = index % 11 === 10;
  const years = chamber === "House" ? [-8, -6, -4, -2, 0] : [-8, -2];
  const length = chamber === "House" ? 2 : 6;
  return years
    .filter((offset) => !isFormer || offset + length <= 0 || chamber === "Senate")
    .map((offset, term) => ({
      chamber,
      startOn: `${congress + offset}-01-03`,
      endOn: isFormer && offset + length > 0 ? `${congress}-01-03` : `${congress + offset + length}-01-03`,
      state: at(states, index),
      district: chamber === "House" ? index % 9 : null,
      party: partyOf(index, term === 0),
      senateClass: chamber === "Senate" ? 1 + (index % 3) : null,
    }));
}

/** The year in which the Congress of the date began. */
function congressYear(today: string): number {
  const year = Number(today.slice(0, 4)) - (today.slice(5) < "01-03" ? 1 : 0);
  return year % 2 === 1 ? year : year - 1;
}

/** Every ninth is independent; member 6 left a party after the first term. */
function partyOf(index: number, isFirstTerm: boolean): string {
  if (index % 9 === 8 || (index === 6 && !isFirstTerm)) return "Independent";
  return index % 2 === 0 ? "Democrat" : "Republican";
}

type CommitteeSketch = [code: string, name: string, chamber: CommitteeRecord["chamber"], type: string, parent?: string];

const committees: CommitteeRecord[] = (
  [
    ["HSAG", "House Committee on Agriculture", "House", "standing"],
    ["HSAP", "House Committee on Appropriations", "House", "standing"],
    ["HSAS", "House Committee on Armed Services", "House", "standing"],
    ["HSBA", "House Committee on Financial Services", "House", "standing"],
    ["HSIF", "House Committee on Energy and Commerce", "House", "standing"],
    ["HSIF14", "Health", "House", "subcommittee", "HSIF"],
    ["HSPW", "House Committee on Transportation and Infrastructure", "House", "standing"],
    ["SSAF", "Senate Committee on Agriculture, Nutrition, and Forestry", "Senate", "standing"],
    ["SSBK", "Senate Committee on Banking, Housing, and Urban Affairs", "Senate", "standing"],
    ["SSCM", "Senate Committee on Commerce, Science, and Transportation", "Senate", "standing"],
    ["SSEG", "Senate Committee on Energy and Natural Resources", "Senate", "standing"],
    ["SSHR", "Senate Committee on Health, Education, Labor, and Pensions", "Senate", "standing"],
    ["JSEC", "Joint Economic Committee", "Joint", "joint"],
  ] satisfies CommitteeSketch[]
).map(([code, name, chamber, type, parentCode]) => ({
  code,
  name: `${name} ${mark}`,
  chamber,
  type,
  parentCode: parentCode ?? null,
  url: `https://committees.example.invalid/${code}`,
  historical: false,
}));

/** Five seats on each committee; with every roster one member of each is replaced. */
function inventSeats(members: MemberRecord[], roster: number): SeatRecord[] {
  return committees.flatMap((committee, position) => {
    const chamber = committee.chamber === "Joint" ? at(["House", "Senate"], roster) : committee.chamber;
    const eligible = members.filter(({ terms }) => terms.at(-1)?.chamber === chamber && isServing(terms));
    return [0, 1, 2, 3, 4].map((seat) => {
      const member = at(eligible, position * 3 + seat + roster);
      const side = seat < 3 ? "majority" : "minority";
      return {
        committeeCode: committee.code,
        bioguideId: member.bioguideId,
        side,
        rank: seat < 3 ? seat + 1 : seat - 2,
        title: seat === 0 ? "Chair" : seat === 3 ? "Ranking Member" : null,
      } satisfies SeatRecord;
    });
  });
}

function isServing(terms: TermRecord[]): boolean {
  const newest = terms.at(-1)?.endOn ?? "";
  return newest.slice(0, 4) > String(new Date(terms[0]?.startOn ?? "").getUTCFullYear() + 8);
}
