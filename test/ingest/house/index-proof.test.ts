// Which days an invented index of the Clerk proves, whole and with gaps. The real ones are in test/ingest/proven-days.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import houseSource from "../../../src/ingest/house/source.ts";
import { coverageDays } from "../../../src/store/statistics/coverage-days.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { type HouseIndexRow, houseGaps, houseIndexXml, wholeHouseYear } from "../../support/house-index.ts";
import { ingestFiles, inputFile } from "../../support/ingest.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(() => store.pool.query("TRUNCATE listed_documents, listing_fetches, house_index, quarantine CASCADE"));

async function emptyDays(rows: HouseIndexRow[], from = "2022-01-01", to = "2022-12-31"): Promise<string[]> {
  const index = inputFile("2022FD.xml", houseIndexXml(rows, 2022));
  await ingestFiles(store, houseSource, [index], { today: "2023-03-01" });
  const days = await coverageDays(store.prisma, "house", from, to);
  return days.filter(({ state }) => state === "empty").map(({ day }) => day.toISOString().slice(0, 10));
}

describe("an index of the Clerk", () => {
  it("proves its whole year if it is complete, including a few business days without a row", async () => {
    const rows = [...wholeHouseYear(2022), { id: "30009001", type: "A", filed: "2023-01-09" }];
    expect(await emptyDays(rows)).toHaveLength(365 - rows.filter(({ type }) => type === "P").length);
  });

  it("names its reports by DisclosureType in 2012, and proves the days before members had to report", async () => {
    const rows = wholeHouseYear(2012).filter(({ type, filed }) => type !== "P" || filed >= "2012-07-03");
    const typed = houseIndexXml(rows, 2012)
      .replaceAll("<FilingType>P</FilingType>", "<FilingType>O</FilingType><DisclosureType>PTR</DisclosureType>")
      .replaceAll("<FilingType>C</FilingType>", "<FilingType>A</FilingType><DisclosureType>FD</DisclosureType>");
    const untyped = typed.replaceAll(/<DisclosureType>.*?<\/DisclosureType>/g, "");
    const fetchAfter = async (index: string) => {
      await ingestFiles(store, houseSource, [inputFile("2012FD.xml", index)], { today: "2023-03-01" });
      return (await store.pool.query("SELECT outcome, listed, gaps, message FROM listing_fetches")).rows;
    };
    const reports = rows.filter(({ type }) => type === "P").length;
    expect(await fetchAfter(untyped)).toMatchObject([
      { outcome: "failed", message: expect.stringContaining("DisclosureType") },
    ]);
    const proven = [{ outcome: "listed", listed: reports, gaps: [], message: null }];
    expect(await fetchAfter(typed)).toEqual(proven);
    // a later copy without the types changes nothing
    expect(await fetchAfter(untyped)).toEqual(proven);
  });

  it.each(houseGaps)("proves no day of its gap: one $name", async ({ change, from, to }) => {
    expect(await emptyDays(change(wholeHouseYear(2022)), from, to)).toEqual([]);
    const { rows } = await store.pool.query(
      "SELECT FROM listing_fetches WHERE (outcome = 'failed' OR gaps <> '{}') AND message IS NOT NULL",
    );
    expect(rows).toHaveLength(1);
  });
});
