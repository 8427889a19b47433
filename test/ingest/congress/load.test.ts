// Congressional files, loaded by their sources into a store: counts, ids, corrections, amendments, quarantine.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import houseSource from "../../../src/ingest/house/source.ts";
import legislatorsSource from "../../../src/ingest/legislators/source.ts";
import senateSource from "../../../src/ingest/senate/source.ts";
import { documentKey, rowId } from "../../../src/store/sql/row-id.ts";
import { removePending } from "../../../src/store/transaction.ts";
import { createMembers, type HouseRow, housePdf, type SenatePage, senatePage } from "../../support/congress.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { ingestFiles, inputFile } from "../../support/ingest.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.pool.query(
    "TRUNCATE politicians, disclosure_reports, house_index, quarantine, row_history, source_files CASCADE",
  );
  await createMembers(store);
});

const uuid = (digit: number) => `${digit}a1b2c3d-0000-4111-8222-333344445555`;
const page = (name: string, content: SenatePage) => inputFile(`in/${name}`, senatePage(content));
const senate = (...files: [string, SenatePage][]) =>
  ingestFiles(
    store,
    senateSource,
    files.map(([name, content]) => page(name, content)),
  );
const named = (digit: number, content: SenatePage): [string, SenatePage] => [`${uuid(digit)}.html`, content];

const row: HouseRow = {
  asset: ["Zed Quartz Corp (ZZQA) [ST]"],
  type: "P",
  date: "02/03/2025",
  amount: ["$1,001 - $15,000"],
};
const pdf = (docId: string, rows: HouseRow[], signed?: string) =>
  inputFile(`in/${docId}.pdf`, housePdf(docId, rows, signed ? { signed } : {}));
const index = (rows: [docId: string, filed: string][], year = 2025) =>
  inputFile(
    `in/${year}FD.xml`,
    `<?xml version="1.0"?><FinancialDisclosure>${rows
      .map(
        ([docId, filed]) =>
          `<Member><Prefix>Hon.</Prefix><Last>Quill</Last><First>Ben</First><Suffix/><FilingType>P</FilingType><StateDst>OH03</StateDst><Year>${year}</Year><FilingDate>${filed}</FilingDate><DocID>${docId}</DocID></Member>`,
      )
      .join("")}</FinancialDisclosure>`,
  );

async function trades<T extends object>(columns: string): Promise<T[]> {
  const { rows } = await store.pool.query<T>(
    `SELECT ${columns} FROM politician_trades ORDER BY filed_on, report_id, row_index`,
  );
  return rows;
}

describe("loading a Senate page", () => {
  it("stores facts as filed, the member, and the office of the trade date", async () => {
    const context = await senate(
      named(1, { rows: [{ owner: "Spouse", comment: "Broker's choice" }, { amount: "Over $50,000,000" }] }),
    );
    expect(context.counts).toEqual({ new: 2, unchanged: 0, amended: 0, quarantined: 0 });
    expect(await removePending(store.pool)).toEqual([{ kind: "politician", bioguideId: "M999001" }]);
    const stored = await trades(
      "id, report_id, bioguide_id, filed_on, traded_on, party, chamber, state, district, ticker, owner, amount_low, amount_high, amount_mid, comment, original_filed_on",
    );
    const common = {
      report_id: `senate:${uuid(1)}`,
      bioguide_id: "M999001",
      filed_on: "2025-02-20",
      traded_on: "2025-02-03",
      party: "Independent",
      chamber: "Senate",
      state: "OR",
      district: null,
      ticker: "ZZQA",
      original_filed_on: null,
    };
    const id = (at: number) => `${rowId(documentKey.congress(`senate:${uuid(1)}`), at)}`;
    expect(stored).toEqual([
      {
        ...common,
        id: id(0),
        owner: "Spouse",
        amount_low: "1001",
        amount_high: "15000",
        amount_mid: "8000.5",
        comment: "Broker's choice",
      },
      {
        ...common,
        id: id(1),
        owner: "Self",
        amount_low: "50000001",
        amount_high: null,
        amount_mid: "50000001",
        comment: null,
      },
    ]);
  });

  it("changes nothing the second time, and preserves id and earlier version of a row that was corrected", async () => {
    await senate(named(1, { rows: [{}, { asset: "Other Co" }] }));
    const before = await trades<{ id: string; last_modified: Date }>("id, last_modified");
    expect((await senate(named(1, { rows: [{}, { asset: "Other Co" }] }))).counts).toMatchObject({
      new: 0,
      unchanged: 2,
      amended: 0,
    });
    expect(await trades("id, last_modified")).toEqual(before);

    const corrected = await senate(named(1, { rows: [{}, { asset: "Other Co", amount: "$15,001 - $50,000" }] }));
    expect(corrected.counts).toMatchObject({ new: 0, unchanged: 1, amended: 1 });
    const after = await trades<{ id: string; last_modified: Date; amount_high: string }>(
      "id, last_modified, amount_high",
    );
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[1]?.amount_high).toBe("50000");
    expect(Number(after[1]?.last_modified)).toBeGreaterThan(Number(before[1]?.last_modified));
    const history = await store.prisma.rowHistory.findMany();
    expect(
      history.map(({ rowId: changed, before: old }) => [`${changed}`, (old as { amount_high: number }).amount_high]),
    ).toEqual([[before[1]?.id, 15000]]);
  });

  it("removes rows from a report that has become shorter, and stores them in the history", async () => {
    await senate(named(1, { rows: [{}, { asset: "Other Co" }] }));
    await senate(named(1, { rows: [{}] }));
    expect(await trades("asset_name")).toEqual([{ asset_name: "Zed Quartz Corp" }]);
    expect((await store.prisma.rowHistory.findMany()).map(({ reason }) => reason)).toEqual(["withdrawn"]);
  });

  it("stores the same report once, whether the name of its page is the uuid or not", async () => {
    const content: SenatePage = { rows: [{}, { asset: "Other Co" }] };
    const together = await senate(["print.html", content], named(1, content), ["print again.html", content]);
    expect(together.counts).toMatchObject({ new: 2, unchanged: 4 });
    expect(await trades("report_id")).toEqual([{ report_id: `senate:${uuid(1)}` }, { report_id: `senate:${uuid(1)}` }]);
  });

  it("gives a report its uuid when that becomes known, and leaves the row ids as they are", async () => {
    const content: SenatePage = { rows: [{}] };
    await senate(["print.html", content]);
    const [first] = await trades<{ id: string; report_id: string }>("id, report_id");
    expect(first?.report_id).toMatch(/^senate:print-/);
    expect((await senate(named(1, content))).counts).toMatchObject({ new: 0, unchanged: 1 });
    expect((await senate(["print.html", content])).counts).toMatchObject({ new: 0, unchanged: 1 });
    expect(await trades("id, report_id")).toEqual([{ id: first?.id, report_id: `senate:${uuid(1)}` }]);
    expect((await store.prisma.disclosureReport.findMany()).map(({ sourceUrl }) => sourceUrl)).toEqual([
      `https://efdsearch.senate.gov/search/view/ptr/${uuid(1)}/`,
    ]);
  });
});

describe("an unknown filer", () => {
  const unknownFiler: SenatePage = { filer: "The Honorable Cyd Nobody (Nobody, Cyd)", rows: [{}, {}] };

  it("puts the whole report into quarantine until the legislators data identify the filer", async () => {
    const context = await senate(named(1, unknownFiler), named(2, { rows: [{}] }));
    expect(context.counts).toMatchObject({ new: 1, quarantined: 2 });
    expect(context.quarantinedFiles).toBe(0);
    expect((await store.prisma.quarantineItem.findMany()).map(({ reason, recordRef }) => [reason, recordRef])).toEqual([
      ["member_unmatched", `senate:${uuid(1)}`],
    ]);
    expect((await store.prisma.disclosureReport.findUnique({ where: { id: `senate:${uuid(1)}` } }))?.status).toBe(
      "quarantined",
    );

    await store.prisma.politician.update({
      where: { bioguideId: "M999001" },
      data: { name: "Cyd Nobody", firstName: "Cyd", lastName: "Nobody" },
    });
    expect((await senate(named(1, unknownFiler))).counts).toMatchObject({ new: 2, quarantined: 0 });
  });

  it("has another reason if the store has no members", async () => {
    await store.pool.query("TRUNCATE politicians CASCADE");
    await senate(named(1, unknownFiler));
    expect((await store.prisma.quarantineItem.findMany()).map(({ reason, message }) => [reason, message])).toEqual([
      ["no_members", "No members are known yet: ingest legislators first, then run this again"],
    ]);
  });
});

describe("a Senate amendment", () => {
  const original: SenatePage = {
    title: "Periodic Transaction Report for 02/20/2025",
    rows: [
      { asset: "Same Co" },
      { asset: "Wrong Date Co", date: "02/03/2024", ticker: "--" },
      { asset: "Left Out Co", ticker: "--" },
    ],
  };
  const amendment: SenatePage = {
    title: "Periodic Transaction Report for 02/20/2025 (Amendment 1)",
    filed: "05/01/2025 @ 1 PM",
    rows: [
      { asset: "Same Co", amount: "$15,001 - $50,000" },
      { asset: "Wrong Date Co", date: "02/03/2025", ticker: "--" },
      { asset: "Added Inc", date: "01/15/2025", ticker: "--", owner: "Child" },
    ],
  };
  const links = async () =>
    (
      await store.pool.query(
        `SELECT t.asset_name, t.filed_on, t.is_amendment, t.original_filed_on, n.filed_on AS superseded_by
         FROM politician_trades t LEFT JOIN politician_trades n ON n.id = t.superseded_by_id ORDER BY t.filed_on, t.row_index`,
      )
    ).rows;
  const expected = [
    ["Same Co", "2025-02-20", false, null, "2025-05-01"],
    ["Wrong Date Co", "2025-02-20", false, null, "2025-05-01"],
    // not restated: what became of it is not known
    ["Left Out Co", "2025-02-20", false, null, null],
    ["Same Co", "2025-05-01", true, "2025-02-20", null],
    ["Wrong Date Co", "2025-05-01", true, "2025-02-20", null],
    ["Added Inc", "2025-05-01", true, "2025-02-20", null],
  ];

  it.each([
    ["after its original", [original, amendment]],
    ["before its original", [amendment, original]],
  ])("supersedes what it restates or corrects, ingested %s", async (_, pages) => {
    for (const content of pages) await senate(named(content === original ? 1 : 2, content));
    expect((await links()).map((link) => Object.values(link))).toEqual(expected);
    expect(
      (await store.prisma.disclosureReport.findUnique({ where: { id: `senate:${uuid(2)}` } }))?.amendsReportId,
    ).toBe(`senate:${uuid(1)}`);
    await removePending(store.pool);
    const again = await senate(named(1, original), named(2, amendment));
    expect(again.counts).toMatchObject({ new: 0, amended: 0, unchanged: 6 });
    expect(await removePending(store.pool)).toEqual([]);
  });

  it("that has become shorter frees the row that it restated, with its history and the time of the change", async () => {
    await senate(named(1, original), named(2, amendment));
    const freed = () =>
      store.pool.query<{ id: string; superseded_by_id: string | null; last_modified: Date }>(
        "SELECT id, superseded_by_id, last_modified FROM politician_trades WHERE asset_name = 'Wrong Date Co' AND NOT is_amendment",
      );
    const [before] = (await freed()).rows;
    await senate(named(2, { ...amendment, rows: amendment.rows?.slice(0, 1) ?? [] }));
    const [after] = (await freed()).rows;
    expect(after?.superseded_by_id).toBeNull();
    expect(Number(after?.last_modified)).toBeGreaterThan(Number(before?.last_modified));
    const { rows } = await store.pool.query(
      "SELECT reason, before->>'superseded_by_id' AS by FROM row_history WHERE row_id = $1 ORDER BY id DESC LIMIT 1",
      [after?.id],
    );
    expect(rows).toEqual([{ reason: "relinked", by: before?.superseded_by_id }]);
  });

  it("has the date of its original from its title if the original is not in the store", async () => {
    await senate(named(2, amendment));
    expect(await trades("original_filed_on")).toEqual(Array(3).fill({ original_filed_on: "2025-02-20" }));
  });
});

describe("House files", () => {
  it("are dated by the index, also when it comes later; the longer index of a year counts", async () => {
    const documents = [
      pdf("20999001", [row], "03/11/2025"),
      pdf("20999002", [row, { ...row, id: "2000000001" }], "03/15/2025"),
    ];
    expect((await ingestFiles(store, houseSource, documents)).counts).toMatchObject({ new: 3 });
    const filed = async () => (await trades<{ filed_on: string }>("filed_on")).map(({ filed_on }) => filed_on);
    expect(await filed()).toEqual(["2025-03-11", "2025-03-15", "2025-03-15"]);

    const short = index([["20999001", "3/10/2025"]]);
    const long = index([
      ["20999001", "3/9/2025"],
      ["20999003", "3/20/2025"],
    ]);
    expect((await ingestFiles(store, houseSource, [short])).counts).toMatchObject({ new: 1 });
    expect(await filed()).toEqual(["2025-03-10", "2025-03-15", "2025-03-15"]);
    expect((await ingestFiles(store, houseSource, [long])).counts).toMatchObject({ new: 1, amended: 1 });
    expect((await ingestFiles(store, houseSource, [short])).counts).toMatchObject({ unchanged: 1, amended: 0 });
    expect(await filed()).toEqual(["2025-03-09", "2025-03-15", "2025-03-15"]);
    expect((await ingestFiles(store, houseSource, [...documents, short, long])).counts).toMatchObject({
      new: 0,
      amended: 0,
      unchanged: 6,
    });
  });

  it("read the index before the documents of the same folder", async () => {
    await ingestFiles(store, houseSource, [pdf("20999001", [row], "03/11/2025"), index([["20999001", "3/10/2025"]])]);
    expect(await trades("filed_on")).toEqual([{ filed_on: "2025-03-10" }]);
    expect(await store.prisma.rowHistory.count()).toBe(0);
  });

  it("let an amended row supersede the same transaction of an earlier report, one for one, along the chain", async () => {
    const amended = (amount: string): HouseRow => ({
      ...row,
      id: "2000000001",
      amount: [amount],
      details: ["F      S     : Amended"],
    });
    // amends a report that is not in the store
    const other = { ...amended("$1,001 - $15,000"), id: "2000000002", owner: "SP", type: "S" };
    await ingestFiles(store, houseSource, [
      pdf("20999003", [amended("$50,001 - $100,000")], "05/01/2025"),
      pdf("20999002", [amended("$15,001 - $50,000"), other], "04/01/2025"),
      pdf("20999001", [row, row], "03/11/2025"),
    ]);
    const stored = await trades<{ id: string; superseded_by_id: string | null; original_filed_on: string | null }>(
      "id, superseded_by_id, original_filed_on",
    );
    expect(stored.map(({ original_filed_on }) => original_filed_on)).toEqual([
      null,
      null,
      "2025-03-11",
      null,
      "2025-03-11",
    ]);
    expect(stored.map(({ superseded_by_id }) => superseded_by_id)).toEqual([
      stored[2]?.id,
      null,
      stored[4]?.id,
      null,
      null,
    ]);
  });

  it("let a deletion withdraw the earlier row, in any order of loading, and store both", async () => {
    const deleted = { ...row, id: "2000000001", details: ["F      S     : Deleted"] };
    await ingestFiles(store, houseSource, [
      pdf("20999002", [deleted], "04/01/2025"),
      pdf("20999001", [row, { ...row, owner: "SP" }], "03/11/2025"),
      pdf("20999003", [row], "04/01/2025"),
    ]);
    const stored = await trades<{ id: string; superseded_by_id: string | null; withdraws: boolean }>(
      "id, superseded_by_id, withdraws",
    );
    const deleting = stored[2]?.id;
    expect(stored.map(({ superseded_by_id, withdraws }) => [superseded_by_id, withdraws])).toEqual([
      [deleting, false],
      [null, false],
      [deleting, true],
      [null, false],
    ]);
  });

  it("keep the series of a preferred share out of the common share's symbol", async () => {
    await ingestFiles(store, houseSource, [pdf("20999001", [{ ...row, asset: ["Zed Corp Preferred (Z$A) [ST]"] }])]);
    expect(await trades("ticker, ticker_as_filed")).toEqual([{ ticker: "Z.PA", ticker_as_filed: "Z$A" }]);
  });

  it("are refused if they are no index or no report", async () => {
    const context = await ingestFiles(store, houseSource, [
      inputFile("in/2025FD.xml", "<html></html>"),
      inputFile("in/20999009.pdf", "<html>404</html>"),
      inputFile("in/README.txt", "not looked at"),
    ]);
    expect(context.quarantinedFiles).toBe(2);
    expect(
      (await store.prisma.quarantineItem.findMany({ orderBy: { reason: "asc" } })).map(({ reason }) => reason),
    ).toEqual(["not_a_pdf", "not_an_index"]);
  });
});

describe("reports and lists of members", () => {
  const listed = (id: string, first: string, last: string, term: string) =>
    `- id: {bioguide: ${id}}
  name: {first: ${first}, last: ${last}}
  bio: {birthday: '1970-04-01'}
  terms:
  - {start: '2019-01-03', end: '2021-01-03', type: rep, state: OH, district: 7, party: Democrat}
  - {start: '2021-01-03', end: '2027-01-03', ${term}, party: Republican}
`;
  const roster = inputFile(
    "in/2025-03-01/legislators-current.yaml",
    listed("Q999001", "Ben", "Quill", "type: rep, state: OH, district: 3") +
      listed("M999001", "Ada", "Marlowe", "type: sen, class: 1, state: OR"),
  );
  const steps = {
    roster: () => ingestFiles(store, legislatorsSource, [roster]),
    reports: async () => {
      await ingestFiles(store, houseSource, [
        index([["20099001", "2/20/2025"]]),
        pdf("20099001", [row, { ...row, date: "02/03/2020" }]),
      ]);
      await senate(named(1, { rows: [{}] }));
    },
  };
  const columns = "report_id, row_index, bioguide_id, party, chamber, state, district";

  async function rowsAfter(order: (keyof typeof steps)[]): Promise<object[]> {
    await store.pool.query(
      "TRUNCATE politician_terms, disclosure_reports, house_index, quarantine, row_history, source_files CASCADE",
    );
    // as a list without terms names them
    await store.pool.query(
      `UPDATE politicians SET as_of = NULL, known_party = 'Independent',
         known_chamber = CASE bioguide_id WHEN 'M999001' THEN 'Senate' ELSE 'House' END,
         known_state = CASE bioguide_id WHEN 'M999001' THEN 'OR' ELSE 'OH' END`,
    );
    for (const step of order) await steps[step]();
    return await trades(columns);
  }

  it("give the same rows in either order", async () => {
    const expected = [
      { bioguide_id: "Q999001", party: "Republican", chamber: "House", state: "OH", district: 3 },
      { bioguide_id: "Q999001", party: "Democrat", chamber: "House", state: "OH", district: 7 },
      { bioguide_id: "M999001", party: "Republican", chamber: "Senate", state: "OR", district: null },
    ];
    const rosterFirst = await rowsAfter(["roster", "reports"]);
    expect(rosterFirst).toMatchObject(expected);
    expect(await rowsAfter(["reports"])).toMatchObject(
      expected.map((one) => ({ ...one, party: "Independent", district: null })),
    );
    await removePending(store.pool);
    await steps.roster();
    expect(await trades(columns)).toEqual(rosterFirst);
    expect(await removePending(store.pool)).toContainEqual({ kind: "politician", bioguideId: "Q999001" });
    const modified = "SELECT max(last_modified)::text AS at FROM politician_trades";
    const before = (await store.pool.query(modified)).rows;
    await steps.roster();
    expect((await store.pool.query(modified)).rows).toEqual(before);
  });
});
