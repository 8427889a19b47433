// Which row of an amendment replaces which earlier row. Every case is invented.
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
    comment: null,
    account: null,
    publisherRowId: null,
    withdraws: false,
    ...changes,
  };
}

const replaced = (rows: AmendableRow[]) =>
  Object.fromEntries([...linkAmendments(rows)].map(([id, { supersededById }]) => [id, supersededById]));

describe("a row with two corrections", () => {
  const corrected = { assetName: "Other", tradeType: "Sale (Partial)" };

  it("replaces the row at its index with the same amount", () => {
    const rows = [row(0, 0), row(0, 1), row(1, 0), row(1, 1, corrected)];
    expect(replaced(rows)).toEqual({ "0.0": "1.0", "0.1": "1.1", "1.0": null, "1.1": null });
  });

  it("replaces none at another index, with another amount, or with three corrections", () => {
    for (const one of [
      row(1, 1, corrected),
      row(1, 0, { ...corrected, amountRange: "$1,001 - $15,000" }),
      row(1, 0, { ...corrected, tradedOn: "2021-11-23" }),
    ])
      expect(replaced([row(0, 0), one])["0.0"]).toBeNull();
  });

  it("does not replace a row that another one restates unchanged", () => {
    const rows = [row(0, 0), row(1, 0, corrected), row(1, 1, { assetName: "Asset 0" })];
    expect(replaced(rows)["0.0"]).toBe("1.1");
  });

  it("replaces none in the House, which marks single rows", () => {
    const house = { chamber: "House" };
    expect(replaced([row(0, 0, house), row(1, 0, { ...house, ...corrected })])["0.0"]).toBeNull();
  });
});

describe("a row that the House marks as amended", () => {
  const filed = (version: number, changes: Partial<AmendableRow> = {}) =>
    row(version, 0, {
      chamber: "House",
      reportId: `house:${version}`,
      isAmendment: false,
      baseTitle: "",
      assetName: "Zed Quartz Corp",
      ticker: "ZZQA",
      ...changes,
    });
  const amended = (changes: Partial<AmendableRow>) => filed(5, { isAmendment: true, ...changes });
  const original = filed(0);
  const linked = (...rows: AmendableRow[]) => replaced(rows)["0.0"];

  it("replaces the row with the same asset, date, type and owner, whatever the amount was", () => {
    expect(linked(original, amended({ amountRange: "$1,001 - $15,000" }))).toBe("5.0");
  });

  it("replaces the only row that differs in one value: a year, a day, a type, an owner, the name of the asset", () => {
    for (const changes of [
      { tradedOn: "2020-11-24" },
      { tradedOn: "2021-11-29" },
      { tradeType: "Sale" },
      { owner: "Joint" },
      { assetName: "Zed Quartz 4.5% Notes", ticker: null },
    ])
      expect(linked(original, amended(changes))).toBe("5.0");
  });

  it("replaces the only row with month and day exchanged", () => {
    expect(linked(filed(0, { tradedOn: "2025-07-01" }), amended({ tradedOn: "2025-01-07" }))).toBe("5.0");
  });

  it("replaces none that differs in more, or in the amount too, and none where two would fit", () => {
    const twin = filed(1);
    expect(linked(original, amended({ tradedOn: "2020-10-24" }))).toBeNull();
    expect(linked(original, amended({ tradedOn: "2020-11-24", amountRange: "$1,001 - $15,000" }))).toBeNull();
    expect(linked(original, amended({ assetName: "Other Corp Common Stock", ticker: "ZZQB" }))).toBeNull();
    expect(linked(original, twin, amended({ tradedOn: "2020-11-24" }))).toBeNull();
  });

  it("replaces the row with its number, whatever else was corrected", () => {
    const first = filed(1, { isAmendment: true, publisherRowId: "2000000001" });
    const second = amended({ publisherRowId: "2000000001", tradedOn: "2019-01-02", assetName: "Other", ticker: null });
    expect(replaced([original, first, second])).toEqual({ "0.0": "1.0", "1.0": "5.0", "5.0": null });
  });

  it("replaces, of two equal rows, the one with its comment", () => {
    const rows = [
      filed(0, { comment: "20 calls at $1,700" }),
      filed(0, { id: "0.1", rowIndex: 1, comment: "20 calls at $1,600" }),
      amended({ comment: "20 calls at $1,600" }),
      amended({ id: "5.1", rowIndex: 1, comment: "20 calls at $1,700" }),
    ];
    expect(replaced(rows)).toMatchObject({ "0.0": "5.1", "0.1": "5.0" });
  });
});

describe("a row that the House marks as deleted", () => {
  const filed = (version: number, changes: Partial<AmendableRow> = {}) =>
    row(version, 0, { chamber: "House", reportId: `house:${version}`, isAmendment: false, baseTitle: "", ...changes });
  const deleted = (version: number) =>
    filed(version, { isAmendment: true, withdraws: true, publisherRowId: "2000000001" });

  it("withdraws the earlier row and is no trade itself; a row that is filed again counts", () => {
    expect(replaced([filed(0), deleted(1), filed(2)])).toEqual({ "0.0": "1.0", "1.0": "1.0", "2.0": null });
  });

  it("is not a trade even if the earlier row is not known, and no later row amends it", () => {
    expect(replaced([deleted(1), filed(2, { isAmendment: true })])).toEqual({ "1.0": "1.0", "2.0": null });
  });
});
