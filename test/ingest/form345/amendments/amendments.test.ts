// What an amendment does to earlier rows, in the cases that occur among filers. People and companies are invented.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deriveAll } from "../../../../src/derive/derive.ts";
import { createExecutor } from "../../../../src/graph/executor.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { accession, ada, bo, type FilingOptions } from "../fixtures.ts";
import { loadInvented } from "../load-invented.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
const empty = () => store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
beforeEach(empty);

const load = (...filings: FilingOptions[]) => loadInvented(store, ...filings);
const query = async <T>(sql: string) => (await store.pool.query(sql)).rows as T[];

const original = (rows: FilingOptions["rows"], options: FilingOptions = {}): FilingOptions => ({
  accession: accession(10),
  filed: "2024-03-06",
  rows,
  ...options,
});
const amendment = (rows: FilingOptions["rows"], options: FilingOptions = {}): FilingOptions => ({
  accession: accession(11),
  form: "4/A",
  filed: "2024-03-20",
  originalSubmitted: "2024-03-06",
  rows,
  ...options,
});

/**
 * `10#0 -> 11#0`: row 0 of accession 10 was superseded by row 0 of 11; a row without an arrow is not superseded.
 * `?`: undecided, `+`: adds a trade, `!`: not restated
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
  it("if one of two rows is corrected, and nothing shows which, all three are undecided", async () => {
    await load(original([{ shares: "100" }, { shares: "100" }]), amendment([{ shares: "150" }]));
    expect(await rows()).toEqual(["10#0?", "10#1?", "11#0?"]);
  });

  it("if one of two rows is corrected, and the balance shows which, the other one is not restated", async () => {
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
      await empty();
      await load(original([sale]), one);
      expect(await rows()).toEqual(["10#0", "11#0+"]);
    }
  });

  it("an omission in the remarks applies to the new row, and not to those that the filing has", async () => {
    await load(
      original([{ shares: "1000" }]),
      amendment([{ shares: "1000", price: "10.5" }, { shares: "500" }], {
        remarks: "Adds a purchase that was omitted.",
      }),
    );
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0", "11#1+"]);
  });

  it("a row with a corrected code may be the same trade: both are undecided", async () => {
    await load(original([{}, { shares: "70" }]), amendment([{ code: "J", price: null }, { shares: "70" }]));
    expect(await rows()).toEqual(["10#0?", "10#1 -> 11#1", "11#0?", "11#1"]);
  });

  it("a row with a corrected code restates the row with the same shares and balance", async () => {
    await load(original([{ after: "600" }]), amendment([{ code: "J", price: null, after: "600" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });

  it("two equal rows, of which one is corrected, are both superseded, once each", async () => {
    await load(original([{ shares: "100" }, { shares: "100" }]), amendment([{ shares: "150" }, { shares: "100" }]));
    expect(await rows()).toEqual(["10#0 -> 11#1", "10#1 -> 11#0", "11#0", "11#1"]);
  });

  it("an amendment with holdings only supersedes nothing", async () => {
    await load(original([{}, { code: "S", ad: "D" }]), amendment([]));
    expect(await rows()).toEqual(["10#0", "10#1"]);
    expect(await query("SELECT form_type FROM filings ORDER BY 1")).toEqual([{ form_type: "4" }, { form_type: "4/A" }]);
  });

  it("a trade that the original lacks is added", async () => {
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

  it("a security under a longer title is the same, another class is not", async () => {
    await load(
      original([{ title: "Class A Common Stock, $0.001 par value" }, { title: "Class B Common Stock" }]),
      amendment([{ title: "CLASS A COMMON STOCK", shares: "90" }]),
    );
    expect(await rows()).toEqual(["10#0 -> 11#0", "10#1", "11#0"]);
  });

  it("an amendment of an amendment supersedes the amendment, not the original again", async () => {
    await load(original([{}]), amendment([{ shares: "150" }]));
    await load(amendment([{ shares: "160" }], { accession: accession(12), filed: "2024-04-02" }));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0 -> 12#0", "12#0"]);
  });

  it("equal trades of two filings are two trades, and an amendment supersedes the one of the date that it names", async () => {
    const other = original([{}], { accession: accession(13), filed: "2024-03-07" });
    await load(original([{}]), other, amendment([{ price: "11" }], { originalSubmitted: "2024-03-07" }));
    expect(await rows()).toEqual(["10#0", "11#0", "13#0 -> 11#0"]);
  });

  it("a 5/A amends the Form 5, though a Form 4 has a row that is more like it", async () => {
    const gift = { code: "G", ad: "D" as const, price: null };
    await load(
      original([{ ...gift, shares: "60" }]),
      original([{ ...gift, shares: "50" }], { accession: accession(15), form: "5", filed: "2024-03-10" }),
      amendment([{ ...gift, shares: "60" }], { form: "5/A", originalSubmitted: undefined }),
    );
    expect(await rows()).toEqual(["10#0", "11#0", "15#0 -> 11#0"]);
  });

  it("a 3/A supersedes no trade, and its owner is stored", async () => {
    await load(original([{}]), amendment([], { form: "3/A", owners: [bo] }));
    expect(await rows()).toEqual(["10#0"]);
    expect(await query("SELECT name FROM insiders ORDER BY 1")).toEqual([{ name: ada.name }, { name: bo.name }]);
  });
});

describe("a row with a corrected trade date", () => {
  const other = { date: "2024-03-05" };

  it("supersedes the row that it restates", async () => {
    await load(original([{}]), amendment([other]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });

  it("supersedes that row also if it is loaded first", async () => {
    await load(amendment([other]));
    await load(original([{}]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });

  it("is matched after the rows with equal dates", async () => {
    await load(original([{}, {}, {}]), amendment([other, {}, {}]));
    expect(await rows()).toEqual(["10#0 -> 11#1", "10#1 -> 11#2", "10#2 -> 11#0", "11#0", "11#1", "11#2"]);
  });

  it("supersedes the row with the nearer trade date", async () => {
    await load(original([{ date: "2024-01-09" }, { date: "2024-03-01" }]), amendment([{ date: "2024-03-02" }]));
    expect(await rows()).toEqual(["10#0", "10#1 -> 11#0", "11#0"]);
  });

  it("supersedes a row with a mistyped year, beside other rows", async () => {
    await load(original([{ date: "2023-03-04" }, { code: "S", ad: "D" }]), amendment([{}, { code: "S", ad: "D" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "10#1 -> 11#1", "11#0", "11#1"]);
  });

  it("is undecided if its shares differ too", async () => {
    await load(original([{}]), amendment([{ ...other, shares: "150" }]));
    expect(await rows()).toEqual(["10#0?", "11#0?"]);
  });

  it("supersedes a row with other shares if both start from the same balance", async () => {
    await load(original([{ after: "600" }]), amendment([{ ...other, shares: "150", after: "650" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });

  it("is undecided if shares and price differ too and the filing has a row left, and else adds a trade", async () => {
    await load(original([{}]), amendment([{ ...other, shares: "150", price: "12" }]));
    expect(await rows()).toEqual(["10#0?", "11#0?"]);
    await empty();
    await load(original([{}]), amendment([{}, { ...other, shares: "150", price: "12" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0", "11#1+"]);
  });

  it("supersedes nothing of another owner, form or filing", async () => {
    for (const options of [{ owners: [bo] }, { form: "5/A" }, { originalSubmitted: "2024-02-01" }]) {
      await empty();
      await load(original([{}]), amendment([other], options));
      expect(await rows(), JSON.stringify(options)).toEqual(["10#0", "11#0"]);
    }
  });

  it("supersedes the row, if only one can be meant, where the amendment names no form", async () => {
    const unnamed = (rows: FilingOptions["rows"]) => amendment(rows, { originalSubmitted: undefined });
    await load(original([{}, { shares: "70" }]), unnamed([other]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "10#1!", "11#0"]);
    await empty();
    await load(original([{}, {}]), unnamed([other]));
    expect(await rows()).toEqual(["10#0", "10#1", "11#0"]);
  });

  it("supersedes the row of an earlier amendment of the same form", async () => {
    await load(original([{}]), amendment([other]));
    await load(amendment([{ date: "2024-03-01" }], { accession: accession(12), filed: "2024-04-02" }));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0 -> 12#0", "12#0"]);
  });
});

describe("the order of arrival", () => {
  it("an original that is loaded after its amendment is stored as superseded", async () => {
    await load(amendment([{ shares: "150" }]));
    await load(original([{}]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
    // no caller has seen the original's row: it has no earlier version
    expect(await query("SELECT t.is_amendment FROM row_history h JOIN insider_trades t ON t.id = h.row_id")).toEqual([
      { is_amendment: true },
    ]);
  });

  it("an original or amendment that is loaded again changes nothing", async () => {
    await load(original([{}]));
    await load(amendment([{ shares: "150" }]));
    const state = () => query("SELECT id, superseded_by_id, last_modified FROM insider_trades ORDER BY id");
    const before = [await state(), await query("SELECT count(*) FROM row_history")];
    expect(await load(original([{}]))).toEqual({ new: 0, unchanged: 1, amended: 0 });
    expect(await load(amendment([{ shares: "150" }]))).toEqual({ new: 0, unchanged: 1, amended: 0 });
    expect([await state(), await query("SELECT count(*) FROM row_history")]).toEqual(before);
  });
});

describe("a filing that is loaded again with other content", () => {
  const modified = () =>
    query<{ id: string; at: Date }>("SELECT id, last_modified AS at FROM insider_trades ORDER BY id");

  it("an amendment without the row no longer supersedes it, which its history and time of change show", async () => {
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

  it("an amendment with the row on another date leaves both rows undecided", async () => {
    await load(original([{}]), amendment([{ shares: "150" }]));
    await load(amendment([{ shares: "150", price: "11", date: "2024-03-05" }]));
    expect(await rows()).toEqual(["10#0?", "11#0?"]);
  });

  it("an original without the restated row has its remaining row superseded", async () => {
    await load(original([{ shares: "150" }, { shares: "100" }]), amendment([{ shares: "150" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "10#1!", "11#0"]);
    await load(original([{ shares: "100" }]));
    expect(await rows()).toEqual(["10#0 -> 11#0", "11#0"]);
  });
});

describe("one accession number", () => {
  it("is one filing when it is loaded twice, and joint owners share one trade", async () => {
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
  it("the history of an amendment has the row that it restates, and states what outcomes count from", async () => {
    await load(original([{}]), amendment([{ price: "11" }, { shares: "70", date: "2024-03-05" }]));
    await deriveAll(store, { today: "2024-06-01" });
    const text = `query ($id: RowId!) { insiderTrade(id: $id) { filedOn firstFiledOn countedFrom filingDelayDays
      history { reason countedFrom insiderTrade { price accessionNumber } } } }`;
    const execute = createExecutor(store, new Map([["text", text]]), { today: () => "2024-06-01" });
    const [restated, added] = await query<{ id: string }>(
      "SELECT id FROM insider_trades WHERE is_amendment ORDER BY row_index",
    );
    expect((await execute("text", { id: restated?.id })).data).toEqual({
      insiderTrade: {
        filedOn: "2024-03-20",
        firstFiledOn: "2024-03-06",
        countedFrom: "first_filing",
        filingDelayDays: 2,
        history: [
          {
            reason: "restated by 4/A of 2024-03-20; outcomes and lateness count from the first filing, of 2024-03-06",
            countedFrom: "first_filing",
            insiderTrade: { price: "10", accessionNumber: accession(10) },
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

  it("the history has the exact earlier values, and a list since a time includes superseded rows", async () => {
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
