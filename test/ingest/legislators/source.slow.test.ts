// The lists and rosters of congress-legislators, in every form and order: invented members of an invented Congress.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { dateInPath } from "../../../src/ingest/legislators/source.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { inputFile } from "../../support/ingest.ts";
import { ingest, memberYaml } from "./support.ts";

let store: TestStore;
beforeEach(async () => {
  store = await createTestStore();
});
afterEach(() => store.close());

const rows = async (sql: string) => (await store.pool.query(sql)).rows;
/** The rows' values, in the order of the columns. */
const values = async (sql: string) => (await rows(sql)).map((row) => Object.values<unknown>(row));

const ada = memberYaml("A000001", "Ada Adams", [
  "rep 2013-01-03 2015-01-03 OH-4 Democrat",
  "sen 2015-01-03 2021-01-03 OH Democrat",
]);
const ben = memberYaml("B000002", "Ben Brook", ["rep 2015-01-03 2017-01-03 TX-0 Republican"]);
const committees = `
- type: house
  name: House Committee on Examples
  thomas_id: HSEX
  url: https://examples.example
  subcommittees:
  - name: Worked Examples
    thomas_id: 08
- type: senate
  name: Senate Special Committee on Fixtures
  thomas_id: SPFX
- type: joint
  name: Commission on Tests
  thomas_id: JCTE
`;
const seat = (id: string, rank: number, title = "") =>
  `- name: X\n  party: majority\n  rank: ${rank}\n${title && `  title: ${title}\n`}  bioguide: ${id}\n`;

describe("members", () => {
  it("are loaded from YAML with their terms, and are unchanged the second time", async () => {
    const files = [inputFile("2020-05-01/legislators-current.yaml", ada + ben)];
    expect((await ingest(store, files)).counts).toEqual({ new: 2, amended: 0, unchanged: 0 });
    const again = await ingest(store, files);
    expect(again.counts).toEqual({ new: 0, amended: 0, unchanged: 2 });
    expect(again.changes).toEqual([]);
    expect(
      await values(
        "SELECT chamber, start_on, end_on, state, district, party, senate_class FROM politician_terms ORDER BY bioguide_id, start_on",
      ),
    ).toEqual([
      ["House", "2013-01-03", "2015-01-03", "OH", 4, "Democrat", null],
      ["Senate", "2015-01-03", "2021-01-03", "OH", null, "Democrat", 1],
      ["House", "2015-01-03", "2017-01-03", "TX", 0, "Republican", null],
    ]);
    expect(await rows("SELECT name, birthday, as_of FROM politicians ORDER BY 1")).toEqual([
      { name: "Ada Adams", birthday: "1960-02-03", as_of: "2020-05-01" },
      { name: "Ben Brook", birthday: "1960-02-03", as_of: "2020-05-01" },
    ]);
  });

  it("are loaded from a long list with a head and comments, and none from a damaged one", async () => {
    const many = Array.from({ length: 450 }, (_, n) =>
      memberYaml(`A${String(n).padStart(6, "0")}`, "Ada Adams", ["rep 1789-03-04 1791-03-03 PA--1 Whig"]),
    ).join("");
    const text = `# historical members\n---\n${many}`;
    expect((await ingest(store, [inputFile("legislators-historical.yaml", text)])).counts.new).toBe(450);
    expect(await rows("SELECT DISTINCT district FROM politician_terms")).toEqual([{ district: -1 }]);
    const damaged = text.replace("bioguide: A000444", "bioguide: [A000444");
    expect((await ingest(store, [inputFile("legislators-historical.yaml", damaged)])).files).toEqual([
      "legislators-historical.yaml not_readable",
    ]);
  });

  it("have a term for each party if they changed it, without a day between", async () => {
    const changed = `${memberYaml("C000003", "Cy Cole", ["rep 2019-01-03 2021-01-03 NJ-2 Republican"])}    party_affiliations:
    - {start: '2019-01-03', end: '2019-12-18', party: Democrat}
    - {start: '2019-12-19', end: '2021-01-03', party: Republican}
`;
    await ingest(store, [inputFile("legislators-current.yaml", changed)]);
    expect(await rows("SELECT start_on, end_on, party FROM politician_terms ORDER BY 1")).toEqual([
      { start_on: "2019-01-03", end_on: "2019-12-19", party: "Democrat" },
      { start_on: "2019-12-19", end_on: "2021-01-03", party: "Republican" },
    ]);
  });

  it("are loaded from CSV without terms, and the last office is stored", async () => {
    const csv = `last_name,first_name,middle_name,suffix,nickname,full_name,birthday,type,state,district,party,bioguide_id
Dove,Dora,Ann,,,Dora A. Dove,1950-01-01,sen,VT,,Independent,D000004
Elm,Ed,,Jr.,Eddie,,,rep,GU,0,Democrat,E000005
,,,,,,,,,,,
`;
    const result = await ingest(store, [inputFile("legislators-historical.csv", csv)]);
    expect(result.counts.new).toBe(2);
    expect(result.records).toEqual([{ ref: "#3", reason: "bad_member" }]);
    expect(
      await values(
        "SELECT name, suffix, nickname, birthday, known_chamber, known_state, known_party FROM politicians ORDER BY 1",
      ),
    ).toEqual([
      ["Dora A. Dove", null, null, "1950-01-01", "Senate", "VT", "Independent"],
      ["Ed Elm", "Jr.", "Eddie", null, "House", "GU", "Democrat"],
    ]);
  });

  it("are stored as the newest list states them, in any order of the lists", async () => {
    const older = inputFile(
      "2020-05-01/l.yaml",
      memberYaml("A000001", "Ada Adams", ["rep 2019-01-03 2021-01-03 OH-4 Democrat"]),
    );
    const newer = inputFile(
      "2022-05-01/l.yaml",
      memberYaml("A000001", "Ada Adams-Stone", [
        "rep 2019-01-03 2020-07-17 OH-4 Independent",
        "sen 2021-01-03 2027-01-03 OH Independent",
      ]),
    );
    const csv = inputFile(
      "l.csv",
      "bioguide_id,last_name,first_name,type,state,party\nA000001,Old,Ada,rep,OH,Democrat\n",
    );
    const state =
      "SELECT p.name, p.as_of, p.known_state, t.start_on, t.end_on, t.party FROM politicians p JOIN politician_terms t USING (bioguide_id) ORDER BY start_on";
    const expected = [
      ["Ada Adams-Stone", "2022-05-01", "OH", "2019-01-03", "2020-07-17", "Independent"],
      ["Ada Adams-Stone", "2022-05-01", "OH", "2021-01-03", "2027-01-03", "Independent"],
    ];
    for (const order of [
      [older, newer, csv],
      [newer, csv, older],
      [csv, older, newer],
      [csv, newer, older],
    ]) {
      for (const file of order) await ingest(store, [file]);
      expect(await values(state)).toEqual(expected);
      await store.pool.query("TRUNCATE politicians CASCADE");
    }
  });

  it("are corrected by a list of the same date", async () => {
    await ingest(store, [inputFile("2020-05-01/l.yaml", ben)]);
    const result = await ingest(store, [inputFile("2020-05-01/l.yaml", ben.replace("Brook", "Brooks"))]);
    expect(result.counts).toEqual({ new: 0, amended: 1, unchanged: 0 });
    expect(result.changes).toEqual([{ kind: "politician", bioguideId: "B000002" }]);
  });
});

describe("committees", () => {
  it("have chamber, type and parent, and a subcommittee's 08 is not read as a number", async () => {
    const result = await ingest(store, [inputFile("2020-05-01/committees-current.yaml", committees)]);
    expect(result.counts.new).toBe(4);
    expect(await values("SELECT code, chamber, type, parent_code, url, current FROM committees ORDER BY code")).toEqual(
      [
        ["HSEX", "House", "standing", null, "https://examples.example", true],
        ["HSEX08", "House", "subcommittee", "HSEX", null, true],
        ["JCTE", "Joint", "other", null, null, true],
        ["SPFX", "Senate", "select", null, null, true],
      ],
    );
  });

  it("are current if the newest list has them; the historical list never overrules it", async () => {
    const historical = `- {type: house, name: House Committee on Old Examples, thomas_id: HSEX, congresses: [93]}
- {type: senate, name: Joint Committee on Dust, thomas_id: JSDU, congresses: [93]}
`;
    const later = committees
      .replace("Committee on Examples", "Committee on Good Examples")
      .replace("- type: senate\n  name: Senate Special Committee on Fixtures\n  thomas_id: SPFX\n", "");
    const files = [
      inputFile("committees-historical.yaml", historical),
      inputFile("2020-05-01/c.yaml", committees),
      inputFile("2022-05-01/c.yaml", later),
    ];
    const expected = [
      { code: "HSEX", name: "House Committee on Good Examples", current: true },
      { code: "HSEX08", name: "Worked Examples", current: true },
      { code: "JCTE", name: "Commission on Tests", current: true },
      { code: "JSDU", name: "Joint Committee on Dust", current: false },
      { code: "SPFX", name: "Senate Special Committee on Fixtures", current: false },
    ];
    for (const order of [files, files.toReversed()]) {
      for (const file of order) await ingest(store, [file]);
      expect(await rows("SELECT code, name, current FROM committees ORDER BY code")).toEqual(expected);
      expect((await ingest(store, order)).counts).toMatchObject({ new: 0, amended: 0 });
      await store.pool.query("TRUNCATE committees CASCADE");
    }
  });
});

describe("rosters", () => {
  const members = inputFile("l.yaml", ada + ben);
  const lists = inputFile("2013-02-01/c.yaml", committees);
  const roster = (date: string, text: string) => inputFile(`${date}/committee-membership-current.yaml`, text);

  it("are refused without a date, with a message that says how to give it", async () => {
    const file = inputFile("m.yaml", `HSEX:\n${seat("A000001", 1)}`);
    await expect(ingest(store, [members, lists, file])).rejects.toThrow(UsageError);
    await expect(ingest(store, [members, lists, file])).rejects.toThrow(/--as-of YYYY-MM-DD/);
    expect(await rows("SELECT * FROM politicians")).toEqual([]);
    expect((await ingest(store, [members, lists, file], { asOf: "2014-05-06" })).counts.new).toBe(7);
    expect(await rows("SELECT as_of FROM roster_snapshots")).toEqual([{ as_of: "2014-05-06" }]);
  });

  it("are loaded after the lists of the same run; an unknown member or committee quarantines only the seat", async () => {
    const file = roster(
      "2014-05-06",
      `HSEX:\n${seat("A000001", 1, "Chair")}${seat("Z999999", 2)}ZZZZ:\n${seat("A000001", 1)}`,
    );
    const result = await ingest(store, [file, members, lists]);
    expect(result.counts).toEqual({ new: 7, amended: 0, unchanged: 0 });
    expect(result.records).toEqual([
      { ref: "2014-05-06 HSEX Z999999", reason: "member_unknown" },
      { ref: "2014-05-06 ZZZZ A000001", reason: "committee_unknown" },
    ]);
    expect(result.changes).toContainEqual({ kind: "rosters" });
    expect(await rows("SELECT committee_code, bioguide_id, side, rank, title FROM roster_entries")).toEqual([
      { committee_code: "HSEX", bioguide_id: "A000001", side: "majority", rank: 1, title: "Chair" },
    ]);
  });

  it("are not stored without a valid seat", async () => {
    const file = roster("2014-05-06", `HSEX:\n${seat("Z999999", 2)}`);
    expect((await ingest(store, [file, members, lists])).records).toMatchObject([{ reason: "member_unknown" }]);
    expect(await rows("SELECT as_of FROM roster_snapshots")).toEqual([]);
  });

  const snapshots = [
    roster("2014-05-06", `HSEX:\n${seat("A000001", 1)}${seat("B000002", 2)}`),
    roster("2016-06-01", `HSEX:\n${seat("A000001", 1)}`),
    roster("2018-07-01", `HSEX:\n${seat("A000001", 1, "Chair")}${seat("B000002", 2)}SPFX:\n${seat("A000001", 4)}`),
  ];
  const memberships =
    "SELECT committee_code, bioguide_id, title, seen_from, valid_from, valid_to, current FROM committee_memberships ORDER BY 1, 2, seen_from";
  // each snapshot is the first of its Congress: its seats last from the start of the Congress to its end
  const expected = [
    ["HSEX", "A000001", null, "2014-05-06", "2013-01-03", "2015-01-03", false],
    ["HSEX", "A000001", null, "2016-06-01", "2015-01-03", "2017-01-03", false],
    ["HSEX", "A000001", "Chair", "2018-07-01", "2017-01-03", "2019-01-03", true],
    ["HSEX", "B000002", null, "2014-05-06", "2013-01-03", "2015-01-03", false],
    ["HSEX", "B000002", null, "2018-07-01", "2017-01-03", "2019-01-03", true],
    ["SPFX", "A000001", null, "2018-07-01", "2017-01-03", "2019-01-03", true],
  ];

  it("become memberships from the first snapshot with a seat to the first without it, in any order", async () => {
    for (const order of [snapshots, snapshots.toReversed(), [snapshots[1], snapshots[0], snapshots[2]]]) {
      await ingest(store, [members, lists]);
      for (const snapshot of order) if (snapshot) await ingest(store, [snapshot]);
      expect(await values(memberships)).toEqual(expected);
      const again = await ingest(store, snapshots);
      expect(again.counts).toEqual({ new: 0, amended: 0, unchanged: 6 });
      expect(again.changes).toEqual([]);
      await store.pool.query("TRUNCATE politicians, committees, roster_snapshots CASCADE");
    }
  });

  it("belong to the previous Congress until 2 January", async () => {
    await ingest(store, [members, lists, roster("2015-01-02", `HSEX:\n${seat("A000001", 1)}`)]);
    expect(await rows("SELECT valid_from FROM committee_memberships")).toEqual([{ valid_from: "2013-01-03" }]);
    await store.pool.query("TRUNCATE roster_snapshots CASCADE");
    await ingest(store, [roster("2015-01-03", `HSEX:\n${seat("A000001", 1)}`)]);
    expect(await rows("SELECT valid_from FROM committee_memberships")).toEqual([{ valid_from: "2015-01-03" }]);
  });

  it("are one snapshot if two files have one date, and a corrected file removes seats", async () => {
    const json = inputFile(
      "2014-05-06/m.json",
      JSON.stringify({ HSEX: [{ bioguide: "A000001", party: "majority", rank: 1 }] }),
    );
    const yaml = roster("2014-05-06", `HSEX:\n${seat("A000001", 1)}${seat("B000002", 2)}`);
    expect((await ingest(store, [members, lists, json, yaml])).counts).toEqual({ new: 8, amended: 0, unchanged: 1 });
    expect((await ingest(store, [json, yaml])).counts).toEqual({ new: 0, amended: 0, unchanged: 3 });
    await ingest(store, [json]);
    expect(await rows("SELECT bioguide_id FROM roster_entries")).toEqual([{ bioguide_id: "A000001" }]);
    expect(await rows("SELECT bioguide_id FROM committee_memberships")).toEqual([{ bioguide_id: "A000001" }]);
  });
});

describe("other files", () => {
  it("are quarantined if they cannot be used, and ignored if they are known and not needed", async () => {
    const result = await ingest(store, [
      inputFile("a.yaml", ""),
      inputFile("b.yaml", "- [unclosed"),
      inputFile("c.json", "{"),
      inputFile("d.csv", "a,b\n1,2\n"),
      inputFile("e.yaml", "- just\n- words\n"),
      inputFile("f.json", '{"no": "roster"}'),
      inputFile("executive.yaml", "- id: {bioguide: Q000001}\n"),
      inputFile(
        "presidents.yaml",
        "- id: {bioguide: Q000001}\n  terms:\n  - {type: prez, start: '1801-03-04', end: '1805-03-04'}\n",
      ),
      inputFile("accounts.yaml", "- id: {bioguide: A000001}\n  social: {}\n"),
      inputFile("README.md", "# hello"),
    ]);
    expect(result.files).toEqual([
      "a.yaml empty_file",
      "b.yaml not_readable",
      "c.json not_readable",
      "d.csv unknown_layout",
      "e.yaml unknown_layout",
      "f.json unknown_layout",
    ]);
    expect(result.counts).toEqual({ new: 0, amended: 0, unchanged: 0 });
  });

  it("lose only their bad records", async () => {
    const result = await ingest(store, [
      inputFile("l.yaml", ada + ben.replace("B000002", "nobody")),
      inputFile("c.yaml", committees.replace("SPFX", "too long")),
      inputFile("2014-05-06/m.yaml", `HSEX:\n${seat("A000001", 1)}- name: Nobody\n`),
    ]);
    expect(result.records).toEqual([
      { ref: "#2 nobody", reason: "bad_member" },
      { ref: "#2", reason: "bad_committee" },
      { ref: "HSEX#2", reason: "bad_seat" },
    ]);
    expect(result.counts.new).toBe(5);
  });
});

it.each([
  ["a/2019-11-18-thexdesk/c.yaml", "2019-11-18"],
  ["old-2016-01-09.zip!/main/c.yaml", "2016-01-09"],
  ["2016-01-09/2019-11-18/c.yaml", "2019-11-18"],
  ["2019-13-40/c.yaml", null],
  ["12019-11-18/c.yaml", null],
  ["main/c.yaml", null],
])("the path %s has the date %s", (path, date) => expect(dateInPath(path)).toBe(date));
