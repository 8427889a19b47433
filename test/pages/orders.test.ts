// Lots of an order are one row; the expected sums and averages were computed by hand.
import { expect, test } from "vitest";
import { ordersOf, singleLots } from "../../src/web/data/trades/orders.ts";

let ids = 0;
const lot = (
  of: { shares?: string | null; price?: string | null; value?: string | null } & Record<string, unknown>,
) => ({
  id: ++ids,
  filedOn: "2026-03-04",
  tradedOn: "2026-03-02",
  transactionCode: "S",
  securityTitle: "Common Stock",
  isDerivative: false,
  ownership: "D",
  shares: "100",
  price: "1",
  value: "100",
  deltaOwnPct: "-1.0",
  isAmendment: false,
  supersededById: null,
  insider: { cik: "0000000001" },
  company: { cik: "0000000002" },
  ...of,
});

test("shares and value are exact sums, the price is their average to four decimals", () => {
  const [order, ...others] = ordersOf([
    lot({ shares: "100", price: "20.1", value: "2010" }),
    lot({ shares: "200.5", price: "20.2", value: "4050.10" }),
    lot({ shares: "9007199254740993", price: "0.1", value: "900719925474099.3" }),
  ]);
  expect(others).toEqual([]);
  // 2010 + 4050.10 + 900719925474099.3, and 100 + 200.5 + 9007199254740993
  expect(order).toMatchObject({ shares: "9007199254741293.5", value: "900719925480159.4", price: "0.1" });
  expect(order && singleLots(order.lots).map(({ shares }) => shares)).toEqual(["100", "200.5", "9007199254740993"]);
  // 100 at 10 and 200 at 11: 3200 / 300
  const [average] = ordersOf([lot({ value: "1000" }), lot({ shares: "200", value: "2200" })]);
  expect(average?.price).toBe("10.6667");
});

test("a sum with an unknown part is unknown, and so is the change of the holding", () => {
  const [order] = ordersOf([lot({}), lot({ price: null, value: null })]);
  expect(order).toMatchObject({ shares: "200", value: null, price: null, deltaOwnPct: null });
});

test.each([
  ["owner", { insider: { cik: "0000000009" } }],
  ["company", { company: { cik: "0000000009" } }],
  ["day", { tradedOn: "2026-03-03" }],
  ["code", { transactionCode: "P" }],
  ["security", { securityTitle: "Class B Common Stock" }],
  ["ownership", { ownership: "I" }],
  ["version", { supersededById: 7 }],
  ["day of filing", { filedOn: "2026-03-20" }],
])("a trade of another %s is another order", (_, other) =>
  expect(ordersOf([lot({}), lot(other)]).map(({ lots }) => lots.length)).toEqual([1, 1]),
);

test("trades without a date are rows of their own, and a single trade is unchanged", () => {
  expect(ordersOf([lot({ tradedOn: null }), lot({ tradedOn: null })])).toHaveLength(2);
  expect(ordersOf([lot({ price: "12.345678" })])[0]).toMatchObject({ price: "12.345678", deltaOwnPct: "-1.0" });
});

test("an order has the position of its first lot, also if another trade is between its lots", () => {
  const [first, second, third] = [lot({}), lot({ transactionCode: "P" }), lot({})];
  expect(ordersOf([first, second, third]).map(({ lots }) => lots.map(({ id }) => id))).toEqual([
    [first.id, third.id],
    [second.id],
  ]);
});
