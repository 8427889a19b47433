// Which row of a new version of a Senate report replaces which earlier row.
import { describe, expect, it } from "vitest";
import { type AmendableRow, linkAmendments } from "../../../src/ingest/congress/amendments.ts";

function row(version: number, rowIndex: number, changes: Partial<AmendableRow> = {}): AmendableRow {
  return {
    id: `${version}.${rowIndex}`,
    reportId: `senate:${version}`,
    chamber: "Senate",
    bioguideId: "A000001",
    baseTitle: "Periodic Transaction Report for 11/25/2021",
    amendmentNumber: version,
    filedOn: `2021-12-0${version + 1}`,
    docId: String(version),
    rowIndex,
    isAmendment: version > 0,
    titledOn: null,
    tradedOn: "2021-11-24",
    tradeType: "Sale (Full)",
    owner: "Spouse",
    ticker: null,
    assetName: `Asset ${rowIndex}`,
    assetType: "Stock",
    amountRange: "$15,001 - $50,000",
    ...changes,
  };
}

const replaced = (rows: AmendableRow[]) =>
  Object.fromEntries([...linkAmendments(rows)].map(([id, { supersededById }]) => [id, supersededById]));

describe("a row with two corrections", () => {
  const corrected = { assetName: "Other", tradeType: "Sale (Partial)" };

  it("replaces the one in its place for the same amount", () => {
    const rows = [row(0, 0), row(0, 1), row(1, 0), row(1, 1, corrected)];
    expect(replaced(rows)).toEqual({ "0.0": "1.0", "0.1": "1.1", "1.0": null, "1.1": null });
  });

  it("is a new one in another place, for another amount, or with three", () => {
    for (const one of [
      row(1, 1, corrected),
      row(1, 0, { ...corrected, amountRange: "$1,001 - $15,000" }),
      row(1, 0, { ...corrected, tradedOn: "2021-11-23" }),
    ])
      expect(replaced([row(0, 0), one])["0.0"]).toBeNull();
  });

  it("leaves an earlier row to the one that restates it", () => {
    const rows = [row(0, 0), row(1, 0, corrected), row(1, 1, { assetName: "Asset 0" })];
    expect(replaced(rows)["0.0"]).toBe("1.1");
  });

  it("is no rule of the House, which marks single rows", () => {
    const house = { chamber: "House" };
    expect(replaced([row(0, 0, house), row(1, 0, { ...house, ...corrected })])["0.0"]).toBeNull();
  });
});
