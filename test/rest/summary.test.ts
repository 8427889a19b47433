// GET /summary adds up what the lists show: its groups are recomputed from every row of both lists.
import { Decimal } from "decimal.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";
import { type Row, rowsOf, textAt } from "./served-rows.ts";

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startSeededService();
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

async function read(path: string): Promise<Row[]> {
  const { status, text } = await service.get(`/api/v1${path}&format=ndjson&pageSize=10000`, key);
  expect(status, text).toBe(200);
  return rowsOf(text);
}

const isSuspect = (row: Row) =>
  row.price_quality === "suspect" ||
  row.amendment_status === "undecided" ||
  row.filed_direction_conflict === true ||
  (row.date_quality !== null && row.date_quality !== "ok");

/** The sums of rows by the sector and the month of the filing. */
function sumsBy(rows: Row[], sums: Record<string, (row: Row) => string | null>, at: string): Map<string, object> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = `${textAt(row, "sector")} ${textAt(row, "filing_date")?.slice(0, 7)}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const added = (group: Row[], of: (row: Row) => string | null) =>
    group.reduce((total, row) => total.plus(of(row) ?? 0), new Decimal(0)).toFixed();
  return new Map(
    [...groups].map(([name, group]) => [
      `${name} ${at}`,
      Object.fromEntries(Object.entries(sums).map(([sum, of]) => [sum, added(group, of)])),
    ]),
  );
}

const counted = (passes: (row: Row) => boolean) => (row: Row) => (passes(row) ? "1" : "0");
const valueIf = (passes: (row: Row) => boolean) => (row: Row) => (passes(row) ? textAt(row, "value") : "0");
const counts = (code: string) => (row: Row) =>
  String(row.trade_type).startsWith(code) && row.same_block_as === null && !isSuspect(row);

it("the summary adds up the rows of both lists by sector and month", async () => {
  const trades = await read("/trades?tradeTypes=P,S");
  const member = (await read("/politician-trades?sort=filingDate")).filter(({ trade_type }) =>
    /^(Purchase|Sale)/.test(String(trade_type)),
  );
  const isPurchase = ({ trade_type }: Row) => trade_type === "Purchase";
  const expected = new Map([
    ...sumsBy(
      trades,
      {
        buy_count: counted(counts("P")),
        sell_count: counted(counts("S")),
        buy_value: valueIf(counts("P")),
        sell_value: valueIf(counts("S")),
        suspect_count: counted(isSuspect),
      },
      "insiders",
    ),
    ...sumsBy(
      member,
      {
        purchase_count: counted(isPurchase),
        sale_count: counted((row) => !isPurchase(row)),
        amount_low: (row) => textAt(row, "amount_low"),
        amount_high: (row) => textAt(row, "amount_high") ?? textAt(row, "amount_low"),
      },
      "members",
    ),
  ]);
  const found = new Map<string, object>();
  for (const group of await read("/summary?by=sector,month"))
    for (const at of ["insiders", "members"]) {
      const { net_value: _, ...sums } = group[at] as Row;
      const numbers = Object.entries(sums).map(([name, value]) => [name, new Decimal(String(value)).toFixed()]);
      if (numbers.some(([, number]) => number !== "0"))
        found.set(`${group.sector} ${group.month} ${at}`, Object.fromEntries(numbers));
    }
  expect(found).toEqual(expected);
  expect(found.size).toBeGreaterThan(5);
});

it("the totals are the same however the rows are grouped, and those of a range of days have only its rows", async () => {
  const totals = async (query: string) => {
    const groups = await read(`/summary?${query}`);
    const of = (path: string) =>
      groups.reduce((sum, row) => sum.plus(textAt(row, path) ?? 0), new Decimal(0)).toFixed();
    return ["insiders.buy_value", "insiders.sell_value", "insiders.net_value", "members.amount_low"].map(of);
  };
  const all = await totals("by=month");
  for (const by of ["company", "sector", "company,sector,month"]) expect(await totals(`by=${by}`), by).toEqual(all);
  const parts = await Promise.all(
    ["filedTo=2024-04-30", "filedFrom=2024-05-01"].map((days) => totals(`by=sector&${days}`)),
  );
  expect(parts[0]?.map((sum, at) => new Decimal(sum).plus(parts[1]?.[at] ?? 0).toFixed())).toEqual(all);
  expect(parts[0]).not.toEqual(all);
});

it("the summary finds a company by its symbol, and refuses unknown values", async () => {
  const [group, ...others] = await read("/summary?by=company&ticker=ALDM");
  expect([group?.ticker, others]).toEqual(["ALDM", []]);
  for (const query of ["", "?by=year", "?by=month&filedFrom=2024-13-01", "?by=month&sectors=Nonsense"])
    expect((await service.get(`/api/v1/summary${query}`, key)).status, query).toBe(400);
});
