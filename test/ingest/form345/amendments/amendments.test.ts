// What an amendment does to the rows before it, case by case as filers cause them. All filings are constructed: invented people
// and companies; each case says what EDGAR would have received.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deriveAll } from "../../../../src/derive/derive.ts";
import { createExecutor } from "../../../../src/graph/executor.ts";
import { loadFilings } from "../../../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../../../src/ingest/form345/read/parse.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { ada, bo, type FilingOptions, submission } from "../fixtures.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(() => store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE"));

const load = (...filings: FilingOptions[]) =>
  loadFilings(
    store,
    filings.map((options) => ({ filing: parseSubmission(submission(options)) })),
  );
const query = async <T>(sql: string) => (await store.pool.query(sql)).rows as T[];
const number = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;

const original = (rows: FilingOptions["rows"], options: FilingOptions = {}): FilingOptions => ({
  accession: number(10),
  filed: "2024-03-06",
  rows,
  ...options,
});
const amendment = (rows: FilingOptions["rows"], options: FilingOptions = {}): FilingOptions => ({
  accession: number(11),
  form: "4/A",
  filed: "2024-03-20",
  originalSubmitted: "2024-03-06",
  rows,
  ...options,
});

/**
 * `10#0 -> 11#0`: row 0 of accession 10 was superseded by row 0 of 11; rows without an arrow live. `?`: undecided, `+`:
 * adds a trade, `!`: not restated
 */
const rows = async () =>
  (
    await query<{ text: string }>(
      `SELECT concat(right(t.accession_number, 2), '#', t.row_index,
         CASE t.amendment_status WHEN 'undecided' THEN '?' WHEN 'adds' THEN '+' END, CASE WHEN t.not_restated THEN '!' END,
         CASE WHEN b.id IS NOT NULL THEN concat(' -> ', right(b.accession_number, 2), '#', b.row_index) END) AS text
       FROM insider_trades t LEFT JOIN insider_trades b ON b.id = t.superseded_by_id ORDER BY t.accession_number, t.row_index`,
    )
  ).map(({ text }) => text);

const omission = { F1: "This transaction was inadvertently omitted from the original filing." };

describe("an amendment amends what it restates, and no more", () => {
  it("one of two rows is corrected, and nothing tells which: all three are undecided", async () => {
    await load(original([{ shares: "100" }, { shares: "100" }]), amendment([{ shares: "150" }]));
    expect(await rows()).toEqual(["10#0?", "10#1?", "11#0?"]);
  });

  it("one of two rows is corrected, and the balance tells which: the other one was left out", async () => {
    await load(
      original([{ after: "600" }, { shares: "200", after: "800" }]),
      amendment([{ shares: "250", after: "850" }]),
    );
    expect(await rows()).toEqual(["10#0!", "10#1 -> 11#0", "11#0"]);
  });

  it("an omitted lot beside a greater one adds a trade, by its footnote, the remarks or the balance", async () => {
    const lot = { code: "S", ad: "D" as const, shares: "500", price: "10.10" };
    const sale = { code: "S", ad: "D" as const, shares: "1000", price: "10", after: "9000" };
    for (const one of [
      amendment([{ ...lot, notes: ["F1"] }], { footnotes: omission }),
      amendment([lot], { remarks: "To report a sale that was inadvertently omitted." }),
      amendment([{ ...lot, after: "8500" }]),
    ]) {
      await store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
      await load(original([sale]), one);
      expect(await rows()).toEqual(["10#0", "11#0+"]);
    }
  });

  it("the remarks speak of the row that is new, and not of those that the filing has", async () => {
    await load(
      original([{ shares: "1000" }]),
      amendment([{ shares: "1000", price: "10.5" }, { shares: "500" }], {
        remarks: "Adds a purchase that was omitted.",
      }),
    );
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0", "11#1+"]);
  });

  it("a corrected code is no group of the filing, and may be the same trade: undecided", async () => {
    await load(original([{}, { shares: "70" }]), amendment([{ code: "J", price: null }, { shares: "70" }]));
    expect(await rows()).toEqual(["10#0?", "10#1 -> 11#1", "11#0?", "11#1"]);
  });

  it("both of two equal rows are restated, one of them corrected: both are superseded, once each", async () => {
    await load(original([{ shares: "100" }, { shares: "100" }]), amendment([{ shares: "150" }, { shares: "100" }]));
    expect(await rows()).toEqual(["10#0 -> 11#1", "10#1 -> 11#0", "11#0", "11#1"]);
  });

  it("holdings only: nothing is superseded, and the original's trades still count", async () => {
    await load(original([{}, { code: "S", ad: "D" }]), amendment([]));
    expect(await rows()).toEqual(["10#0", "10#1"]);
    expect(await query("SELECT form_type FROM filings ORDER BY 1")).toEqual([{ form_type: "4" }, { form_type: "4/A" }]);
  });

  it("an amendment that adds a forgotten trade adds it", async () => {
    await load(original([{}]), amendment([{}, { date: "2024-03-05" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0", "11#1+"]);
  });

  it("an amendment by another owner of the same company supersedes nothing", async () => {
    await load(original([{}]), amendment([{}], { owners: [bo] }));
    expect(await rows()).toEqual(["10#0", "11#0"]);
  });

  it("an amendment by one of the joint owners restates the joint filing's trade", async () => {
    await load(original([{}], { owners: [ada, bo] }), amendment([{ price: "11" }], { owners: [bo] }));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });

  it("the same security in other words is the same, another class is not", async () => {
    await load(
      original([{ title: "Class A Common Stock, $0.001 par value" }, { title: "Class B Common Stock" }]),
      amendment([{ title: "CLASS A COMMON STOCK", shares: "90" }]),
    );
    expect(await rows()).toEqual(["10#0 -> 11#0", "10#1", "11#0"]);
  });

  it("an amendment of an amendment supersedes the amendment, not the original again", async () => {
    await load(original([{}]), amendment([{ shares: "150" }]));
    await load(amendment([{ shares: "160" }], { accession: number(12), filed: "2024-04-02" }));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0 -> 12#0", "12#0"]);
  });

  it("equal trades of two filings are two trades, and an amendment supersedes the one of the date that it names", async () => {
    const other = original([{}], { accession: number(13), filed: "2024-03-07" });
    await load(original([{}]), other, amendment([{ price: "11" }], { originalSubmitted: "2024-03-07" }));
    expect(await rows()).toEqual(["10#0", "11#0", "13#0 -> 11#0"]);
  });

  it("a 5/A amends the Form 5, though a Form 4 has a row that is more like it", async () => {
    const gift = { code: "G", ad: "D" as const, price: null };
    await load(
      original([{ ...gift, shares: "60" }]),
      original([{ ...gift, shares: "50" }], { accession: number(15), form: "5", filed: "2024-03-10" }),
      amendment([{ ...gift, shares: "60" }], { form: "5/A", originalSubmitted: undefined }),
    );
    expect(await rows()).toEqual(["10#0", "11#0", "15#0 -> 11#0"]);
  });

  it("a 3/A has no trades and touches none; its owner is known", async () => {
    await load(original([{}]), amendment([], { form: "3/A", owners: [bo] }));
    expect(await rows()).toEqual(["10#0"]);
    expect(await query("SELECT name FROM insiders ORDER BY 1")).toEqual([{ name: ada.name }, { name: bo.name }]);
  });
});

describe("a corrected trade date", () => {
  const other = { date: "2024-03-05" };

  it("the row with the corrected date supersedes the one that it restates", async () => {
    await load(original([{}]), amendment([other]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });

  it("whichever of the two is loaded first", async () => {
    await load(amendment([other]));
    await load(original([{}]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });

  it("one of many equal rows: the exact dates first, then the corrected one", async () => {
    await load(original([{}, {}, {}]), amendment([other, {}, {}]));
    expect(await rows()).toEqual(["10#0 -> 11#1", "10#1 -> 11#2", "10#2 -> 11#0", "11#0", "11#1", "11#2"]);
  });

  it("of two trade dates the one that is nearer", async () => {
    await load(original([{ date: "2024-01-09" }, { date: "2024-03-01" }]), amendment([{ date: "2024-03-02" }]));
    expect(await rows()).toEqual(["10#0", "10#1 -> 11#0", "11#0"]);
  });

  it("a mistyped year, among other rows", async () => {
    await load(original([{ date: "2023-03-04" }, { code: "S", ad: "D" }]), amendment([{}, { code: "S", ad: "D" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "10#1 -> 11#1", "11#0", "11#1"]);
  });

  it("together with the shares: undecided", async () => {
    await load(original([{}]), amendment([{ ...other, shares: "150" }]));
    expect(await rows()).toEqual(["10#0?", "11#0?"]);
  });

  it("together with the shares, from the same balance", async () => {
    await load(original([{ after: "600" }]), amendment([{ ...other, shares: "150", after: "650" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });

  it("with other shares and another price: undecided, where the filing has a row left", async () => {
    await load(original([{}]), amendment([{ ...other, shares: "150", price: "12" }]));
    expect(await rows()).toEqual(["10#0?", "11#0?"]);
    await store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
    await load(original([{}]), amendment([{}, { ...other, shares: "150", price: "12" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0", "11#1+"]);
  });

  it("and not with the code, but for the same balance and shares", async () => {
    await load(original([{ after: "600" }]), amendment([{ code: "J", price: null, after: "600" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });

  it("of another owner, form or filing nothing is superseded", async () => {
    for (const [row, options] of [
      [{}, { owners: [bo] }],
      [{}, { form: "5/A" }],
      [{}, { originalSubmitted: "2024-02-01" }],
    ] as [NonNullable<FilingOptions["rows"]>[number], FilingOptions][]) {
      await store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
      await load(original([{}]), amendment([{ ...other, ...row }], options));
      expect(await rows(), JSON.stringify([row, options])).toEqual(["10#0", "11#0"]);
    }
  });

  it("of an amendment that names no form: where one row can be meant", async () => {
    const unnamed = (rows: FilingOptions["rows"]) => amendment(rows, { originalSubmitted: undefined });
    await load(original([{}, { shares: "70" }]), unnamed([other]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "10#1!", "11#0"]);
    await store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
    await load(original([{}, {}]), unnamed([other]));
    expect(await rows()).toEqual(["10#0", "10#1", "11#0"]);
  });

  it("of an amendment: the second one names the form that both amend", async () => {
    await load(original([{}]), amendment([other]));
    await load(amendment([{ date: "2024-03-01" }], { accession: number(12), filed: "2024-04-02" }));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0 -> 12#0", "12#0"]);
  });
});

describe("the order of arrival", () => {
  it("an amendment before its original: the original is stored as superseded, and the amendment counts", async () => {
    await load(amendment([{ shares: "150" }]));
    await load(original([{}]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
    // no caller has seen the original's row: it has no earlier version
    expect(await query("SELECT t.is_amendment FROM row_history h JOIN insider_trades t ON t.id = h.row_id")).toEqual([
      { is_amendment: true },
    ]);
  });

  it("an original that comes again after its amendment changes nothing", async () => {
    await load(original([{}]));
    await load(amendment([{ shares: "150" }]));
    const state = () => query("SELECT id, superseded_by_id, last_modified FROM insider_trades ORDER BY id");
    const before = [await state(), await query("SELECT count(*) FROM row_history")];
    expect(await load(original([{}]))).toEqual({ new: 0, unchanged: 1, amended: 0 });
    expect(await load(amendment([{ shares: "150" }]))).toEqual({ new: 0, unchanged: 1, amended: 0 });
    expect([await state(), await query("SELECT count(*) FROM row_history")]).toEqual(before);
  });
});

describe("an amendment that comes again with another content", () => {
  const modified = () =>
    query<{ id: string; at: Date }>("SELECT id, last_modified AS at FROM insider_trades ORDER BY id");

  it("without the row: what it restated lives again, says so, and shows as changed", async () => {
    await load(original([{}]));
    await load(amendment([{ shares: "150" }]));
    const [before] = await modified();
    await load(amendment([]));
    expect(await rows()).toEqual(["10#0"]);
    const [after] = await modified();
    expect(Number(after?.at)).toBeGreaterThan(Number(before?.at));
    expect(
      await query("SELECT reason FROM row_history WHERE row_id = (SELECT id FROM insider_trades) ORDER BY id"),
    ).toEqual([
      { reason: "an amendment was linked to it, or no longer is" },
      { reason: "the amendment that restated it no longer has that row" },
    ]);
  });

  it("with the row on another date: what it restated lives again", async () => {
    await load(original([{}]), amendment([{ shares: "150" }]));
    await load(amendment([{ shares: "150", price: "11", date: "2024-03-05" }]));
    expect(await rows()).toEqual(["10#0?", "11#0?"]);
  });

  it("an original that loses the restated row: the amendment supersedes the remaining one", async () => {
    await load(original([{ shares: "150" }, { shares: "100" }]), amendment([{ shares: "150" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "10#1!", "11#0"]);
    await load(original([{ shares: "100" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });
});

describe("one accession", () => {
  it("under two folders is one filing, and joint owners are one trade", async () => {
    const joint = original([{}], { owners: [ada, bo] });
    await load(joint);
    expect(await load(joint)).toEqual({ new: 0, unchanged: 1, amended: 0 });
    expect(await rows()).toEqual(["10#0"]);
    expect(await query("SELECT insider_cik FROM filing_owners ORDER BY ordinal")).toEqual([
      { insider_cik: ada.cik },
      { insider_cik: bo.cik },
    ]);
  });
});

describe("what a caller reads", () => {
  it("an amendment's history has the row that it restates, and says what outcomes count from", async () => {
    await load(original([{}]), amendment([{ price: "11" }, { shares: "70", date: "2024-03-05" }]));
    await deriveAll(store, { today: "2024-06-01" });
    const text = `query ($id: RowId!) { insiderTrade(id: $id) { filedOn firstFiledOn countedFrom filingDelayDays
      history { reason countedFrom insiderTrade { price accessionNumber } } } }`;
    const execute = createExecutor(store, new Map([["text", text]]), { today: () => "2024-06-01" });
    const [restating, added] = await query<{ id: string }>(
      "SELECT id FROM insider_trades WHERE is_amendment ORDER BY row_index",
    );
    expect((await execute("text", { id: restating?.id })).data).toEqual({
      insiderTrade: {
        filedOn: "2024-03-20",
        firstFiledOn: "2024-03-06",
        countedFrom: "first_filing",
        filingDelayDays: 2,
        history: [
          {
            reason: "restated by 4/A of 2024-03-20; outcomes and lateness count from the first filing, of 2024-03-06",
            countedFrom: "first_filing",
            insiderTrade: { price: "10", accessionNumber: number(10) },
          },
        ],
      },
    });
    expect((await execute("text", { id: added?.id })).data).toEqual({
      insiderTrade: {
        filedOn: "2024-03-20",
        firstFiledOn: "2024-03-20",
        countedFrom: "amendment",
        filingDelayDays: 15,
        history: [],
      },
    });
  });

  const document = `query ($id: RowId!, $since: DateTime!) {
    insiderTrade(id: $id) { supersededById lastModified isAmendment history { changedAt reason before insiderTrade { shares price value supersededById filedOn company { name } signal { score } } politicianTrade { id } } }
    insiderTrades(filter: { updatedSince: $since }) { total nodes { id supersededById shares } } }`;

  it("the earlier versions of a row, exactly, and superseded rows since a time", async () => {
    await load(original([{ shares: "1000000000000.123456789", price: "0.1" }]));
    const [row] = await query<{ id: string; at: Date }>("SELECT id, last_modified AS at FROM insider_trades");
    await load(amendment([{ shares: "1000000000000.123456788", price: "0.1" }]));
    const execute = createExecutor(store, new Map([["document", document]]), { today: () => "2024-06-01" });
    const since = new Date(Number(row?.at) + 1).toISOString();
    const { data } = (await execute("document", { id: row?.id, since })) as {
      // biome-ignore lint/suspicious/noExplicitAny: the shape that the document above selects
      data: any;
    };
    expect(data.insiderTrade).toMatchObject({ isAmendment: false, supersededById: expect.any(Number) });
    expect(data.insiderTrade.history).toMatchObject([
      {
        reason: "an amendment was linked to it, or no longer is",
        before: { shares: "1000000000000.123456789", price: "0.1", superseded_by_id: null },
        insiderTrade: {
          shares: "1000000000000.123456789",
          price: "0.1",
          value: "100000000000.01",
          supersededById: null,
          filedOn: "2024-03-06",
          company: { name: "INVENTED WIDGETS INC" },
        },
        politicianTrade: null,
      },
    ]);
    expect(data.insiderTrades.total).toBe(2);
    expect(
      data.insiderTrades.nodes.map((node: { supersededById: unknown }) => node.supersededById !== null).sort(),
    ).toEqual([false, true]);
  });
});
