// Seats between rosters of several Congresses: each counts within its own, from its start to its end, and no further.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deriveChanges } from "../../../src/derive/derive.ts";
import { addCompany, addDisclosure } from "../../derive/fixture.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { ingest, memberYaml, textFile } from "./support.ts";

const today = "2026-07-01";
const [old, fresh] = ["A000001", "B000001"];
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await addCompany(store, "0000000001", "BNK", { sector: "Financials" });
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.pool.query(
    "TRUNCATE roster_snapshots, committees, committee_memberships, politicians, disclosure_reports, politician_trades CASCADE",
  );
  await store.pool.query("DELETE FROM committee_jurisdictions");
  await ingest(store, [
    textFile(
      "l.yaml",
      [old, fresh].map((id) => memberYaml(id, "Ada Adams", ["rep 2017-01-03 2027-01-03 OH-1 Democrat"])).join(""),
    ),
    textFile(
      "2017-01-05/committees-current.yaml",
      "- type: house\n  name: Banks\n  thomas_id: HSBA\n- type: senate\n  name: Bench\n  thomas_id: SSJU\n",
    ),
  ]);
  await store.pool.query(
    "INSERT INTO committee_jurisdictions (committee_code, sector, general, reason) VALUES ('HSBA', 'Financials', false, 'x')",
  );
});

const roster = (date: string, ...ids: string[]) =>
  textFile(`${date}/committee-membership-current.yaml`, `HSBA:\n${ids.map((id) => `- bioguide: ${id}\n`).join("")}`);

async function seats(): Promise<string[]> {
  const { rows } = await store.pool.query(
    `SELECT bioguide_id || ' ' || valid_from || ' ' || valid_to || CASE WHEN current THEN ' current' ELSE '' END AS line
     FROM committee_memberships ORDER BY bioguide_id, seen_from`,
  );
  return rows.map(({ line }) => line);
}

async function judged(tradedOn: string, bioguideId: string, chamber = "House"): Promise<string> {
  const asset = { ticker: "BNK", assetName: "Company 0000000001" };
  const id = await addDisclosure(store, { bioguideId, filedOn: "2026-06-01", tradedOn, ...asset });
  await store.pool.query("UPDATE politician_trades SET chamber = $2 WHERE id = $1", [id, chamber]);
  await deriveChanges(store, [{ kind: "politician", bioguideId }], { today });
  const { rows } = await store.pool.query(
    `SELECT committee_data || coalesce(' ' || (committee_matches->0->>'basis'), '') AS line FROM politician_trades WHERE id = $1`,
    [id],
  );
  return rows[0].line;
}

it("a seat ends with its Congress, and one of the first roster of a Congress reaches back to its start", async () => {
  await ingest(store, [roster("2024-09-12", old), roster("2026-06-01", fresh)]);
  expect(await seats()).toEqual([`${old} 2023-01-03 2025-01-03`, `${fresh} 2025-01-03 2027-01-03 current`]);
  expect(await judged("2025-01-02", old)).toBe("known roster");
  expect(await judged("2025-01-03", old)).toBe("inferred");
  expect(await judged("2025-01-03", fresh)).toBe("inferred inferred");
  expect(await judged("2025-01-02", fresh)).toBe("known");
  expect(await judged("2026-06-01", fresh)).toBe("known roster");
});

it("a seat of two Congresses is two memberships without a day between them", async () => {
  await ingest(store, [roster("2024-09-12", old), roster("2026-06-01", old)]);
  expect(await seats()).toEqual([`${old} 2023-01-03 2025-01-03`, `${old} 2025-01-03 2027-01-03 current`]);
});

it("within a Congress only its first roster reaches back", async () => {
  await ingest(store, [roster("2025-02-01", old), roster("2026-02-01", old, fresh), roster("2026-06-01", fresh)]);
  expect(await seats()).toEqual([`${old} 2025-01-03 2026-06-01`, `${fresh} 2026-02-01 2027-01-03 current`]);
});

it("a Congress between two rosters of others is unknown, and so is a chamber without one", async () => {
  await ingest(store, [roster("2019-11-18", old), roster("2024-09-12", old)]);
  expect(await judged("2020-12-31", old)).toBe("known roster");
  expect(await judged("2021-01-03", old)).toBe("unknown");
  expect(await judged("2023-01-02", old)).toBe("unknown");
  expect(await judged("2023-01-03", old)).toBe("inferred inferred");
  expect(await judged("2025-01-03", old)).toBe("unknown");
  expect(await judged("2024-01-03", old, "Senate")).toBe("unknown");
});
