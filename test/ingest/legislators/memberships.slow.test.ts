// Memberships from rosters of several Congresses: none reaches beyond its own Congress.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deriveChanges } from "../../../src/derive/derive.ts";
import { addCompany, addPoliticianTrade } from "../../derive/fixture.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { inputFile } from "../../support/ingest.ts";
import { ingest, memberYaml } from "./support.ts";

const today = "2026-07-01";
const [earlier, later] = ["A000001", "B000001"];
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
    inputFile(
      "l.yaml",
      [earlier, later].map((id) => memberYaml(id, "Ada Adams", ["rep 2017-01-03 2027-01-03 OH-1 Democrat"])).join(""),
    ),
    inputFile(
      "2017-01-05/committees-current.yaml",
      "- type: house\n  name: Banks\n  thomas_id: HSBA\n- type: senate\n  name: Bench\n  thomas_id: SSJU\n",
    ),
  ]);
  await store.pool.query(
    "INSERT INTO committee_jurisdictions (committee_code, sector, general, reason) VALUES ('HSBA', 'Financials', false, 'x')",
  );
});

const roster = (date: string, ...ids: string[]) =>
  inputFile(`${date}/committee-membership-current.yaml`, `HSBA:\n${ids.map((id) => `- bioguide: ${id}\n`).join("")}`);

async function seats(): Promise<string[]> {
  const { rows } = await store.pool.query(
    `SELECT bioguide_id || ' ' || valid_from || ' ' || valid_to || CASE WHEN current THEN ' current' ELSE '' END AS line
     FROM committee_memberships ORDER BY bioguide_id, seen_from`,
  );
  return rows.map(({ line }) => line);
}

/** Derives a trade of a bank's shares; gives what is known of the member's committees, and the basis of a match. */
async function committeeData(tradedOn: string, bioguideId: string, chamber = "House"): Promise<string> {
  const asset = { ticker: "BNK", assetName: "Company 0000000001" };
  const id = await addPoliticianTrade(store, { bioguideId, filedOn: "2026-06-01", tradedOn, ...asset });
  await store.pool.query("UPDATE politician_trades SET chamber = $2 WHERE id = $1", [id, chamber]);
  await deriveChanges(store, [{ kind: "politician", bioguideId }], { today });
  const { rows } = await store.pool.query(
    `SELECT committee_data || coalesce(' ' || (committee_matches->0->>'basis'), '') AS line FROM politician_trades WHERE id = $1`,
    [id],
  );
  return rows[0].line;
}

it("a seat ends with its Congress, and one of the first roster of a Congress reaches back to its start", async () => {
  await ingest(store, [roster("2024-09-12", earlier), roster("2026-06-01", later)]);
  expect(await seats()).toEqual([`${earlier} 2023-01-03 2025-01-03`, `${later} 2025-01-03 2027-01-03 current`]);
  expect(await committeeData("2025-01-02", earlier)).toBe("known roster");
  expect(await committeeData("2025-01-03", earlier)).toBe("inferred");
  expect(await committeeData("2025-01-03", later)).toBe("inferred inferred");
  expect(await committeeData("2025-01-02", later)).toBe("known");
  expect(await committeeData("2026-06-01", later)).toBe("known roster");
});

it("a seat of two Congresses is two memberships without a day between them", async () => {
  await ingest(store, [roster("2024-09-12", earlier), roster("2026-06-01", earlier)]);
  expect(await seats()).toEqual([`${earlier} 2023-01-03 2025-01-03`, `${earlier} 2025-01-03 2027-01-03 current`]);
});

it("within a Congress only its first roster reaches back", async () => {
  await ingest(store, [
    roster("2025-02-01", earlier),
    roster("2026-02-01", earlier, later),
    roster("2026-06-01", later),
  ]);
  expect(await seats()).toEqual([`${earlier} 2025-01-03 2026-06-01`, `${later} 2026-02-01 2027-01-03 current`]);
});

it("committees are unknown in a Congress without a roster, and in a chamber without one", async () => {
  await ingest(store, [roster("2019-11-18", earlier), roster("2024-09-12", earlier)]);
  expect(await committeeData("2020-12-31", earlier)).toBe("known roster");
  expect(await committeeData("2021-01-03", earlier)).toBe("unknown");
  expect(await committeeData("2023-01-02", earlier)).toBe("unknown");
  expect(await committeeData("2023-01-03", earlier)).toBe("inferred inferred");
  expect(await committeeData("2025-01-03", earlier)).toBe("unknown");
  expect(await committeeData("2024-01-03", earlier, "Senate")).toBe("unknown");
});
