// Matching filers to members: invented members for each rule, and real filings whose filers were looked up by hand.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type FiledMember,
  loadMemberDirectory,
  type MemberDirectory,
} from "../../../src/ingest/legislators/member-directory.ts";
import { hasRecords, sharedData } from "../../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { inputFile } from "../../support/ingest.ts";
import { ingest, memberYaml } from "./support.ts";

/** the bioguide id of the member, or `none` */
function matched(directory: MemberDirectory, filed: FiledMember): string {
  const result = directory.match(filed);
  return "bioguideId" in result ? result.bioguideId : "none";
}

describe("the directory", () => {
  let store: TestStore;
  let directory: MemberDirectory;
  beforeAll(async () => {
    store = await createTestStore();
    const dated = [
      memberYaml("A000001", "Michael Ashdown", ["rep 2019-01-03 2025-01-03 PA-16 Republican"], "    nickname: Mike\n"),
      memberYaml("A000002", "Robin Ashdown", ["rep 2019-01-03 2025-01-03 IL-2 Democrat"]),
      memberYaml("A000003", "Trent Ashdown", ["rep 2019-01-03 2025-01-03 MS-1 Republican"]),
      memberYaml("B000001", "John Birdwell", ["rep 2013-01-03 2015-01-03 MI-12 Democrat"], "    middle: D.\n"),
      memberYaml("B000002", "Deborah Birdwell", ["rep 2015-01-03 2025-01-03 MI-12 Democrat"], "    nickname: Debbie\n"),
      memberYaml("C000001", "Rosa De la Cañada-Núñez", ["rep 2019-01-03 2025-01-03 TX-15 Democrat"]),
      memberYaml(
        "D000001",
        "J. Dunmore",
        ["rep 2019-01-03 2025-01-03 AR-2 Republican"],
        "    middle: French\n    official_full: J. French Dunmore\n",
      ),
      memberYaml("E000001", "Donald Eastlake", ["rep 2003-01-03 2013-01-03 NJ-10 Democrat"], "    suffix: Sr.\n"),
      memberYaml("E000002", "Donald Eastlake", ["rep 2013-01-03 2025-01-03 NJ-10 Democrat"], "    suffix: Jr.\n"),
      memberYaml(
        "F000001",
        "Tom O’Farrell",
        ["sen 2019-01-03 2025-01-03 OH Republican"],
        "    official_full: Tom O’Farrell\n",
      ),
      memberYaml("G000001", "William Grove", [
        "rep 2013-01-03 2019-01-03 AK-0 Republican",
        "sen 2019-01-03 2025-01-03 AK Republican",
      ]),
      memberYaml("Q000001", "Gil Quarrel", [
        "rep 2017-01-03 2019-01-03 UT-1 Democrat",
        "sen 2020-12-02 2027-01-03 UT Democrat",
      ]),
      memberYaml("P000001", "P. Plum", ["rep 2019-01-03 2025-01-03 NC-1 Democrat"], "    middle: Q.\n"),
      memberYaml("H000001", "Ashley Hearth", ["rep 2021-01-03 2025-01-03 IA-1 Republican"]),
      memberYaml("W000001", "Wilma Winter", [
        "rep 2021-01-03 2023-01-03 AZ-1 Democrat",
        "sen 2022-12-01 2027-01-03 AZ Republican",
      ]).replace(
        "    party: Democrat\n",
        `    party: Independent\n    party_affiliations:\n    - start: '2021-01-03'\n      end: '2021-05-30'\n      party: Democrat
    - start: '2021-05-31'\n      end: '2023-01-03'\n      party: Independent\n`,
      ),
      memberYaml("V000001", "James Vetch", ["sen 2019-01-03 2025-01-03 OH Republican"], "    nickname: J.D.\n"),
    ];
    const csv = `bioguide_id,last_name,first_name,middle_name,nickname,full_name,birthday,type,state,party
I000001,Ibsen,Charles,Henry,Chuck,Charles H. Ibsen,1950-01-01,rep,OH,Democrat
I000002,Ibsen,Charles,,,Charles Ibsen,1850-01-01,rep,OH,Whig
J000001,Jaspers,Mary,,,Mary Jaspers,1940-01-01,rep,NY,Democrat
J000002,Jaspers,Mary,,,Mary Jaspers,1950-01-01,rep,NY,Republican
K000001,Kent,Nicholas,,,Nicholas Kent,1935-01-01,rep,AK,Democrat
L000001,Lund,Chris,,,Chris Lund,1950-01-01,rep,UT,Republican
M000001,Mead,Madison,,,Madison Mead,1990-01-01,rep,NC,Republican
O000001,Ogden,Q.,Rufus,,Q. Rufus Ogden,1960-01-01,rep,VA,Democrat
N000001,Noble,Ann,,,Ann Noble,,sen,ME,Independent
`;
    await ingest(store, [inputFile("2024-01-01/l.yaml", dated.join("")), inputFile("h.csv", csv)]);
    directory = await loadMemberDirectory(store);
  });
  afterAll(() => store.close());

  const house = (
    filerAsFiled: string,
    seat?: string,
    on = "2022-06-01",
    parts: Partial<FiledMember> = {},
  ): FiledMember => ({
    filerAsFiled,
    chamber: "House",
    on,
    ...(seat && { state: seat.slice(0, 2), ...(seat.length > 2 && { district: Number(seat.slice(2)) }) }),
    ...parts,
  });
  const senate = (filerAsFiled: string, on = "2022-06-01", parts: Partial<FiledMember> = {}): FiledMember => ({
    filerAsFiled,
    chamber: "Senate",
    on,
    ...parts,
  });

  it.each<[string, FiledMember, string]>([
    ["a nickname and a seat", house("Hon. Mike Ashdown", "PA16"), "A000001"],
    ["a full name without a seat", house("Mr. Michael R. Ashdown"), "A000001"],
    ["last name first", house("Ashdown, Robin"), "A000002"],
    ["a last name alone", house("Ashdown"), "none"],
    ["a last name and a seat", house("Ashdown", "PA16"), "none"],
    ["the seat of another member", house("Mike Ashdown", "IL02"), "none"],
    ["another state", house("Mike Ashdown", "OH16"), "none"],
    ["another district", house("Mike Ashdown", "PA15"), "none"],
    ["the other chamber", senate("Mike Ashdown"), "none"],
    ["an initial that another's name has", house("R. Ashdown"), "none"],
    ["the beginning of another's name", house("Rob Ashdown"), "none"],
    ["a predecessor of that name after the change", house("Hon. John D. Birdwell", "MI12", "2015-02-01"), "B000001"],
    ["a successor of that name", house("Hon. Debbie Birdwell", "MI12", "2015-02-01"), "B000002"],
    ["a report long after the last term", house("Hon. John D. Birdwell", "MI12", "2018-02-01"), "none"],
    ["a report long before the first term", house("Hon. Debbie Birdwell", "MI12", "2014-02-01"), "none"],
    ["accents, hyphens and several words", house("ROSA DE LA CANADA NUNEZ", "TX15"), "C000001"],
    [
      "parts that the source separates",
      house("x", "TX15", "2022-06-01", { firstName: "Rosa M", lastName: "De La Canada-Nunez" }),
      "C000001",
    ],
    ["an initial spelled out", house("Hon. James French Dunmore", "AR02"), "D000001"],
    ["degrees after commas", house("Hon. Robin Ashdown MD, FACS", "IL02"), "A000002"],
    [
      "degrees in the first name",
      house("x", "IL02", "2022-06-01", { firstName: "Robin MD, Facs", lastName: "Ashdown" }),
      "A000002",
    ],
    [
      "a title in the first name",
      house("x", "PA16", "2022-06-01", { firstName: "Michael Hon", lastName: "Ashdown" }),
      "A000001",
    ],
    ["the son by his suffix", house("Donald Eastlake Jr.", "NJ10", "2013-06-01"), "E000002"],
    [
      "the father by his suffix",
      house("x", "NJ10", "2013-06-01", { firstName: "Donald", lastName: "Eastlake", suffix: "Sr" }),
      "E000001",
    ],
    [
      "father or son, with no suffix, months after the one followed the other",
      house("Donald Eastlake", "NJ10", "2013-06-01"),
      "none",
    ],
    ["the one in office without a suffix", house("Donald Eastlake", "NJ10", "2020-06-01"), "E000002"],
    [
      "the printed name, where the name in parentheses is in no list",
      senate("Mr. Bill Grove (Grove, Zebedee)", "2022-06-01", { firstName: "Zebedee", lastName: "Grove" }),
      "G000001",
    ],
    [
      "the name in parentheses, where the printed one is in no list",
      senate("Mr. Zebedee Grove (Grove, Bill)", "2022-06-01", { firstName: "Bill", lastName: "Grove" }),
      "G000001",
    ],
    [
      "two names of which neither is known",
      senate("Mr. Zebedee Grove (Grove, Xaver)", "2022-06-01", { firstName: "Xaver", lastName: "Grove" }),
      "none",
    ],
    [
      "a printed name with another last name",
      senate("Mr. Bill Grove (Vetch, Xaver)", "2022-06-01", { firstName: "Xaver", lastName: "Vetch" }),
      "none",
    ],
    [
      "two names that fit two members",
      house("Hon. Robin Ashdown", undefined, "2022-06-01", { firstName: "Trent", lastName: "Ashdown" }),
      "none",
    ],
    [
      "an index that has another given name than the report",
      house("Hon. Mike Ashdown", "PA16", "2022-06-01", { firstName: "Zebedee", lastName: "Ashdown" }),
      "A000001",
    ],
    ["a suffix before the comma", house("Eastlake Jr., Donald", "NJ10", "2013-06-01"), "E000002"],
    ["an apostrophe", senate("Mr. Thomas O'Farrell (O'Farrell, Tom)"), "F000001"],
    ["a printed name and one in parentheses", senate("The Honorable William G Grove III (Grove, Bill)"), "G000001"],
    ["a former chamber", house("Bill Grove", "AK00", "2019-02-01"), "G000001"],
    ["a district that the member held before", house("Bill Grove", "AK00", "2018-02-01"), "G000001"],
    [
      "a longer last name after a marriage, in the same seat",
      house("x", "IA01", "2022-06-01", { firstName: "Ashley", lastName: "Hearth Stone" }),
      "H000001",
    ],
    [
      "a longer last name without a seat",
      house("x", undefined, "2022-06-01", { firstName: "Ashley", lastName: "Hearth Stone" }),
      "none",
    ],
    ["a former member known from the list without terms", house("Hon. Chuck Ibsen", "OH07"), "I000001"],
    ["a former member whose middle initial differs", house("Hon. Charles X. Ibsen", "OH07"), "none"],
    ["a former member of another state", house("Hon. Chuck Ibsen", "IN07"), "none"],
    ["two former members of one name", house("Hon. Mary Jaspers", "NY01"), "none"],
    ["the one of them who is not a hundred years old", house("Hon. Mary Jaspers", "NY01", "2036-01-01"), "J000002"],
    ["a son of a former member", house("Nicholas Kent III", "AK00"), "none"],
    [
      "a former member's own suffix, which the list leaves out",
      house("Hon. Charles H. Ibsen Jr.", "OH07", "2018-06-01"),
      "I000001",
    ],
    ["a candidate who may be that member's son", house("Charles H. Ibsen Jr.", "OH07", "2018-06-01"), "none"],
    ["a first initial and a middle name, as listed", house("Mr. Q. Rufus Ogden", "VA01"), "O000001"],
    ["another short form of the same name", house("Hon. Tina Lund", "UT01"), "none"],
    ["an officeholder called by a middle name", house("Hon. David Madison Mead", "NC11"), "M000001"],
    ["someone else with that middle name", house("Dr. David Madison Mead", "NC11"), "none"],
    ["a former member without a birthday, whose age is unknown", senate("Ann Noble"), "none"],
    ["initials spelled out", house("Hon. Peter Quentin Plum", "NC01"), "P000001"],
    ["names that begin with other initials", house("Hon. Quentin Peter Plum", "NC01"), "none"],
    ["initials that are no degree", senate("The Honorable J.D. Vetch (Vetch, J.D.)"), "V000001"],
    ["initials without periods", senate("The Honorable JD Vetch"), "V000001"],
    ["initials as the first name", senate("x", "2022-06-01", { firstName: "J.D.", lastName: "Vetch" }), "V000001"],
    ["a degree after a last name", senate("Vetch, JD"), "none"],
    ["someone else's initials", senate("The Honorable J.T. Vetch"), "none"],
    ["a name that no member has", house("Hon. Zed Zylo", "CA01"), "none"],
    ["an empty name", house(""), "none"],
  ])("finds the right member, or none, for %s", (_, filed, expected) =>
    expect(matched(directory, filed)).toBe(expected),
  );

  it("reports why no member matches, and the most similar one", () => {
    expect(directory.match(house("Mike Ashdown", "IL02"))).toEqual({
      unmatched: "members with this last name exist, but given name, state or district does not fit",
      candidates: ["A000001", "A000002", "A000003"],
    });
    expect(directory.match(house("Hon. Mary Jaspers", "NY01"))).toEqual({
      unmatched: "several members fit",
      candidates: ["J000001", "J000002"],
    });
    expect(directory.match(house("Zed Zylo"))).toEqual({ unmatched: "no member has this last name", candidates: [] });
  });

  it("gives the office on a day, the nearest one shortly before or after a term, and none on other days", () => {
    const rep = { party: "Republican", chamber: "House", state: "AK", district: 0 };
    const sen = { party: "Republican", chamber: "Senate", state: "AK", district: null };
    expect(directory.termOn("G000001", "2013-01-03")).toEqual(rep);
    expect(directory.termOn("G000001", "2019-01-02")).toEqual(rep);
    expect(directory.termOn("G000001", "2019-01-03")).toEqual(sen);
    expect(directory.termOn("G000001", "2012-06-01")).toEqual(rep);
    expect(directory.termOn("G000001", "2026-06-01")).toEqual(sen);
    expect(directory.termOn("G000001", "2001-01-01")).toBeNull();
    expect(directory.termOn("G000001", "2035-01-01")).toBeNull();
    expect(directory.termOn("I000001", "2014-01-01")).toEqual({
      party: "Democrat",
      chamber: "House",
      state: "OH",
      district: null,
    });
    expect(directory.termOn("Z000000", "2014-01-01")).toBeNull();
    // between two terms that are less than about two years apart
    expect(directory.termOn("Q000001", "2019-02-01")).toMatchObject({ chamber: "House" });
    expect(directory.termOn("Q000001", "2020-11-20")).toMatchObject({ chamber: "Senate" });
    // another party within a term, and a term that begins before the one before it ends
    const parties = ["2021-05-30", "2021-05-31", "2022-11-30", "2022-12-01"].map((day) =>
      directory.termOn("W000001", day),
    );
    expect(parties.map((office) => [office?.party, office?.chamber])).toEqual([
      ["Democrat", "House"],
      ["Independent", "House"],
      ["Independent", "House"],
      ["Republican", "Senate"],
    ]);
  });
});

describe.skipIf(!hasRecords("congress-legislators"))("real filings", () => {
  let store: TestStore;
  let directory: MemberDirectory;
  beforeAll(async () => {
    store = await createTestStore();
    const paths = readdirSync(join(sharedData, "congress-legislators"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const files = paths.map((path) => ({ path, name: basename(path), read: async () => readFileSync(path) }));
    await ingest(store, files, { asOf: "2026-06-20" });
    directory = await loadMemberDirectory(store);
  });
  afterAll(() => store.close());

  // read by hand from the Clerk's index and the Biographical Directory
  it.each<[string, string, string, string, string]>([
    ["Mike", "Kelly", "PA16", "2022-03-01", "K000376"],
    ["Robin L.", "Kelly", "IL02", "2022-03-01", "K000385"],
    ["Trent", "Kelly", "MS01", "2022-03-01", "K000388"],
    ["Carol Devine", "Miller", "WV03", "2022-03-01", "M001205"],
    ["George", "Miller", "CA11", "2014-03-01", "M000725"],
    ["Gary G.", "Miller", "CA31", "2014-03-01", "M001139"],
    ["John D.", "Dingell", "MI12", "2014-12-18", "D000355"],
    ["Debbie", "Dingell", "MI12", "2018-01-10", "D000624"],
    ["John J.", "Duncan Jr.", "TN02", "2014-01-09", "D000533"],
    ["Neal Patrick MD, FACS", "Dunn", "FL02", "2022-03-01", "D000628"],
    ["James E Hon", "Banks", "IN03", "2022-03-01", "B001299"],
    ["Rohit", "Khanna", "CA17", "2022-03-01", "K000389"],
    ["Felix Barry", "Moore", "AL02", "2022-03-01", "M001212"],
    ["Greg", "Steube", "FL17", "2022-03-01", "S001214"],
    ["Earl Leroy", "Carter", "GA01", "2022-03-01", "C001103"],
    ["William M.", "Cassidy", "LA06", "2014-03-01", "C001075"],
    ["Linda T.", "Sanchez", "CA38", "2022-03-01", "S001156"],
    ["Richard B.", "Reisdorf", "MN01", "2022-04-18", "none"],
    ["Michael A.", "Collins", "GA10", "2025-01-01", "C001129"],
    ["Nicholas", "Begich", "AK00", "2026-06-12", "B001323"],
  ])("House: the member, or none, is found for %s %s of %s", (firstName, lastName, seat, on, expected) => {
    const filed = { filerAsFiled: `Hon. ${firstName} ${lastName}`, firstName, lastName, chamber: "House" as const, on };
    expect(matched(directory, { ...filed, state: seat.slice(0, 2), district: Number(seat.slice(2)) })).toBe(expected);
  });

  it.each([
    ["The Honorable A. Mitchell McConnell Jr. (McConnell, A. Mitchell Jr.)", "2018-03-01", "M000355"],
    ["The Honorable Robert P Casey Jr. (Casey, Robert P. Jr.)", "2018-03-01", "C001070"],
    ["The Honorable John F Reed (Reed, John F.)", "2018-03-01", "R000122"],
    ["The Honorable John N Kennedy (Kennedy, John)", "2018-03-01", "K000393"],
    ["Mr. David A Perdue Jr (Perdue, David)", "2018-08-01", "P000612"],
    ["Mr. William F Hagerty IV (Hagerty, Bill)", "2022-03-01", "H000601"],
    ["Mrs. Kelly Loeffler (Loeffler, Kelly)", "2020-03-31", "L000594"],
    ["The Honorable Rick Scott (Scott, Rick)", "2019-02-21", "S001217"],
  ])("Senate: the senator is found for %s", (filerAsFiled, on, expected) => {
    expect(matched(directory, { filerAsFiled, chamber: "Senate", on })).toBe(expected);
  });

  it("finds the filer of nearly every Periodic Transaction Report in the Clerk's index, never one of another seat", async () => {
    const terms = await store.pool.query("SELECT bioguide_id, chamber, state, district FROM politician_terms");
    const seats = new Set(terms.rows.map((row) => `${row.bioguide_id} ${row.chamber} ${row.state}${row.district}`));
    const dated = new Set(terms.rows.map((row) => row.bioguide_id));
    let reports = 0;
    const missed: string[] = [];
    for (const file of ["2020FD.xml", "2021FD.xml", "2022FD.xml", "2026FD.xml"]) {
      for (const filed of indexedReports(readFileSync(`${sharedData}/house-clerk-index/${file}`, "utf8"))) {
        reports += 1;
        const found = matched(directory, filed);
        if (found === "none") missed.push(`${filed.firstName} ${filed.lastName}`);
        else if (dated.has(found)) expect(seats).toContain(`${found} House ${filed.state}${filed.district}`);
      }
    }
    expect(reports).toBeGreaterThan(1000);
    expect([...new Set(missed)].sort()).toEqual(["Nicholas V. Taylor", "Richard B. Reisdorf"]);
  });
});

/** The Periodic Transaction Reports (type P) of a year's index. */
function indexedReports(xml: string): FiledMember[] {
  return (xml.match(/<Member>[\s\S]*?<\/Member>/g) ?? []).flatMap((entry) => {
    const field = (name: string) =>
      (new RegExp(`<${name}>([^<]*)</${name}>`).exec(entry)?.[1] ?? "").replaceAll("&apos;", "'");
    const [, month, day, year] = /^(\d+)\/(\d+)\/(\d+)/.exec(field("FilingDate")) ?? [];
    if (field("FilingType") !== "P" || !month || !day || !year) return [];
    const seat = field("StateDst");
    return [
      {
        filerAsFiled: ["Prefix", "First", "Last", "Suffix"].map(field).join(" "),
        firstName: field("First"),
        lastName: field("Last"),
        suffix: field("Suffix"),
        chamber: "House",
        state: seat.slice(0, 2),
        district: Number(seat.slice(2)),
        on: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
      },
    ];
  });
}
