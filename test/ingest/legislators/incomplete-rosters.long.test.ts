// Rosters that were cut off or are not yet complete end no membership. Committees and members are invented.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { inputFile } from "../../support/ingest.ts";
import { ingest, memberYaml } from "./support.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await ingest(store, [
    inputFile(
      "l.yaml",
      people.map((id) => memberYaml(id, "Ada Adams", ["rep 2021-01-03 2027-01-03 OH-1 Democrat"])).join(""),
    ),
  ]);
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.pool.query("TRUNCATE roster_snapshots, committees, committee_memberships, quarantine CASCADE");
  await ingest(store, [inputFile("2021-01-05/committees-current.yaml", committeeList(codes))]);
});

/** twelve committees of the House: HSAA, HSAB ...; the first has one subcommittee */
const codes = [..."ABCDEFGHIJKL"].map((letter) => `HSA${letter}`);
const people = Array.from({ length: 24 }, (_, n) => `A${String(n + 1).padStart(6, "0")}`);
const committeeList = (names: string[]) =>
  names
    .map(
      (code) =>
        `- type: house\n  name: Committee ${code}\n  thomas_id: ${code}\n${
          code === "HSAA" ? "  subcommittees:\n  - name: Under A\n    thomas_id: '01'\n" : ""
        }`,
    )
    .join("");

/** committee -> how many of the people, from the first, are its members */
type Seats = Record<string, number>;
const complete: Seats = Object.fromEntries([...codes.map((code) => [code, 10]), ["HSAA01", 10]]);
const committeeYaml = (code: string, count: number) => {
  const entries = people.slice(0, count).map((id) => `- bioguide: ${id}\n`);
  return `${code}:\n${entries.join("")}`;
};
const roster = (date: string, seats: Seats, lastLines = "") => {
  const committees = Object.entries(seats).map(([code, count]) => committeeYaml(code, count));
  return inputFile(`${date}/committee-membership-current.yaml`, committees.join("") + lastLines);
};
const without = (...omitted: string[]): Seats =>
  Object.fromEntries(Object.entries(complete).filter(([code]) => !omitted.includes(code)));

/** memberships of one committee: member -> from, last seen, to */
async function membershipsOf(code: string): Promise<string[]> {
  const { rows } = await store.pool.query(
    `SELECT bioguide_id || ' ' || valid_from || ' ' || seen_to || ' ' || CASE WHEN current THEN 'still, until ' ELSE '' END || valid_to AS line
     FROM committee_memberships WHERE committee_code = $1 ORDER BY bioguide_id, seen_from`,
    [code],
  );
  return rows.map(({ line }) => line);
}

/** stores refusals as the runner does, which these tests leave out */
const quarantine = (records: { ref: string; reason: string }[]) =>
  store.pool.query(
    `INSERT INTO quarantine (source, file_name, record_ref, reason, message)
     SELECT 'legislators', 'committee-membership-current.yaml', ref, reason, '' FROM jsonb_to_recordset($1) AS r (ref text, reason text)`,
    [JSON.stringify(records)],
  );

/** the rosters and committees that are open in quarantine */
async function openRefusals(): Promise<string[]> {
  const { rows } = await store.pool.query(
    "SELECT record_ref FROM quarantine WHERE reason = 'incomplete_roster' AND status = 'open' ORDER BY 1",
  );
  return rows.map(({ record_ref }) => record_ref);
}

it("a roster that shows less than three quarters of the committees ends no membership of the others", async () => {
  await ingest(store, [roster("2021-02-01", complete)]);
  const cut = without(...codes.slice(8), "HSAA01");
  const { records } = await ingest(store, [roster("2023-02-01", { ...cut, HSAB: 9 })]);
  expect(records).toEqual([{ ref: "2023-02-01 House", reason: "incomplete_roster" }]);
  expect(await membershipsOf("HSAL")).toEqual(
    people.slice(0, 10).map((id) => `${id} 2021-01-03 2021-02-01 still, until 2023-01-03`),
  );
  // what it shows counts: the tenth has left committee B, and no member has left a subcommittee that it does not show
  expect((await membershipsOf("HSAB")).at(-1)).toBe("A000010 2021-01-03 2021-02-01 2023-01-03");
  expect((await membershipsOf("HSAB"))[0]).toBe("A000001 2021-01-03 2021-02-01 2023-01-03");
  expect(await membershipsOf("HSAB")).toContain("A000001 2023-01-03 2023-02-01 still, until 2025-01-03");
  expect((await membershipsOf("HSAB")).some((line) => line.startsWith("A000010 2023"))).toBe(false);
});

it("a complete roster ends the memberships that it does not show, but those of a full committee only in a new Congress", async () => {
  await ingest(store, [roster("2021-02-01", complete)]);
  const { records } = await ingest(store, [roster("2022-06-01", without("HSAC", "HSAA01"))]);
  expect(records).toEqual([{ ref: "2022-06-01 HSAC", reason: "incomplete_roster" }]);
  expect(await membershipsOf("HSAC")).toContain("A000001 2021-01-03 2021-02-01 still, until 2023-01-03");
  expect(await membershipsOf("HSAA01")).toContain("A000001 2021-01-03 2021-02-01 2022-06-01");
  expect((await ingest(store, [roster("2023-02-01", without("HSAC"))])).records).toEqual([]);
  expect(await membershipsOf("HSAC")).toContain("A000001 2021-01-03 2021-02-01 2023-01-03");
});

it("a committee that ends or begins within a Congress is not a gap in the rosters without it", async () => {
  const lacking = without("HSAC", "HSAA01");
  const first = await ingest(store, [
    roster("2021-02-01", without("HSAB")),
    roster("2021-03-01", complete),
    roster("2021-06-01", lacking),
  ]);
  expect(first.records.map(({ ref }) => ref)).toEqual(["2021-02-01 HSAB", "2021-06-01 HSAC"]);
  await quarantine(first.records);
  // a single roster without the committee may be a gap
  expect(await membershipsOf("HSAC")).toContain("A000001 2021-01-03 2021-03-01 still, until 2023-01-03");
  expect(await membershipsOf("HSAB")).toContain("A000001 2021-01-03 2021-06-01 still, until 2023-01-03");
  const { records } = await ingest(store, [roster("2021-02-15", without("HSAB")), roster("2021-07-01", lacking)]);
  expect(records).toEqual([{ ref: "2021-02-15 HSAB", reason: "incomplete_roster" }]);
  expect(await membershipsOf("HSAC")).toContain("A000001 2021-01-03 2021-03-01 2021-06-01");
  expect(await openRefusals()).toEqual(["2021-02-01 HSAB"]);
  await ingest(store, [roster("2021-01-20", without("HSAB"))]);
  expect(await membershipsOf("HSAB")).toContain("A000001 2021-03-01 2021-07-01 still, until 2023-01-03");
  expect(await openRefusals()).toEqual([]);
  // in the next Congress the committee exists, and is not organized yet
  await ingest(store, [
    roster("2023-01-10", without("HSAB")),
    roster("2023-02-01", without("HSAB")),
    roster("2023-03-01", complete),
  ]);
  expect(await membershipsOf("HSAB")).toContain("A000001 2023-01-03 2023-03-01 still, until 2025-01-03");
});

it("the list of 2012 is read, although it states the Congresses of a committee as text", async () => {
  const list = committeeList(codes).replaceAll("\n  thomas_id", "\n  congresses: 111,112\n  thomas_id");
  expect((await ingest(store, [inputFile("2021-02-05/c.yaml", list)])).records).toEqual([]);
  const { rows } = await store.pool.query("SELECT count(*)::int AS n FROM committees WHERE current");
  expect(rows).toEqual([{ n: 13 }]);
});

it("a committee cut off in the middle keeps its members; so does one with an unreadable entry", async () => {
  await ingest(store, [roster("2021-02-01", complete), roster("2023-02-01", complete)]);
  const damaged = without("HSAK");
  const text = `${committeeYaml("HSAK", 9)}- name: Tenth\n`;
  const result = await ingest(store, [roster("2022-02-01", { ...damaged, HSAL: 4 }, text)]);
  expect(result.records).toEqual([
    { ref: "HSAK#10", reason: "bad_seat" },
    { ref: "2022-02-01 HSAL", reason: "incomplete_roster" },
  ]);
  for (const code of ["HSAK", "HSAL"])
    expect((await membershipsOf(code)).map((line) => line.split(" ").toSpliced(2, 1).join(" "))).toEqual(
      people.slice(0, 10).flatMap((id) => [`${id} 2021-01-03 2023-01-03`, `${id} 2023-01-03 still, until 2025-01-03`]),
    );
  // the corrected roster counts
  await ingest(store, [roster("2022-02-01", { ...damaged, HSAK: 9, HSAL: 9 })]);
  expect((await membershipsOf("HSAK")).slice(-2)).toEqual([
    "A000010 2021-01-03 2021-02-01 2022-02-01",
    "A000010 2023-01-03 2023-02-01 still, until 2025-01-03",
  ]);
});

it("rosters give the same memberships in any order", async () => {
  const rosters = [
    roster("2021-02-01", complete),
    roster("2022-06-01", without("HSAC", "HSAA01")),
    roster("2023-01-20", without(...codes.slice(3))),
    roster("2023-02-01", { ...complete, HSAD: 3, HSAE: 8 }),
    roster("2025-02-01", without("HSAF")),
  ];
  const state = async () => (await Promise.all([...codes, "HSAA01"].map(membershipsOf))).flat();
  await ingest(store, rosters);
  const expected = await state();
  for (const order of [
    [4, 3, 2, 1, 0],
    [2, 4, 0, 3, 1],
    [1, 2, 3, 0, 4],
  ]) {
    await store.pool.query("TRUNCATE roster_snapshots, committee_memberships CASCADE");
    for (const at of order) await ingest(store, rosters.slice(at, at + 1));
    expect(await state()).toEqual(expected);
  }
});

it("a list of committees that was cut off retires no committee", async () => {
  const current = async () =>
    (await store.pool.query("SELECT count(*)::int AS n FROM committees WHERE current AND parent_code IS NULL")).rows[0];
  const { records } = await ingest(store, [inputFile("2023-01-05/c.yaml", committeeList(codes.slice(0, 5)))]);
  expect(records).toEqual([{ ref: "2023-01-05", reason: "incomplete_list" }]);
  expect(await current()).toEqual({ n: 12 });
  expect((await ingest(store, [inputFile("2023-02-05/c.yaml", committeeList(codes.slice(1)))])).records).toEqual([]);
  expect(await current()).toEqual({ n: 11 });
});
