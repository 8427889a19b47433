// Clusters: small cases by hand, and random ones compared with the rule of the contract in plain TypeScript.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveAll, deriveChanges } from "../../src/derive/derive.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addCompany, addDays, addFiling, today } from "./fixture.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const clustersOf = async (cik: string) => {
  const { rows } = await store.pool.query(
    `SELECT c.id::text, c.transaction_code, c.size, c.trade_count, c.total_value, c.total_shares, c.average_price, c.start_on,
       c.end_on, c.latest_filed_on, c.insiders, array_agg(m.trade_id::text ORDER BY m.trade_id) AS trade_ids
     FROM clusters c JOIN cluster_trades m ON m.cluster_id = c.id WHERE company_cik = $1 GROUP BY c.id ORDER BY start_on`,
    [cik],
  );
  const trades = await store.pool.query(
    `SELECT t.id FROM insider_trades t LEFT JOIN cluster_trades m ON m.trade_id = t.id
     WHERE t.company_cik = $1 AND t.cluster_id IS DISTINCT FROM m.cluster_id`,
    [cik],
  );
  expect(trades.rows).toEqual([]);
  return rows;
};

describe("by hand", () => {
  it("opens at the first day with two people in 30 days and lists each person once", async () => {
    await addCompany(store, "0000000001", "AAA");
    const form = (
      tradedOn: string,
      filedOn: string,
      owners: { cik: string; title?: string }[],
      trades: object[] = [{}],
    ) =>
      addFiling(store, {
        company: "0000000001",
        filedOn,
        owners,
        trades: trades.map((trade) => ({ tradedOn, ...trade })),
      });
    await form("2024-01-01", "2024-01-02", [{ cik: "0000000011" }]);
    const [first] = await form(
      "2024-02-01",
      "2024-02-02",
      [{ cik: "0000000012", title: "CEO" }, { cik: "0000000013" }],
      [
        { shares: 100, price: 10 },
        { shares: 300, price: 10.5 },
      ],
    );
    await form("2024-02-10", "2024-02-12", [{ cik: "0000000013", title: "Trust" }], [{ shares: 100, price: null }]);
    await form("2024-03-01", "2024-03-04", [{ cik: "0000000011", title: "CFO" }], [{ shares: 50, price: 12 }]);
    await form("2024-03-02", "2024-03-05", [{ cik: "0000000014" }]);
    await form(
      "2024-02-15",
      "2024-02-16",
      [{ cik: "0000000015" }],
      [{ plan: true }, { derivative: true }, { code: "A" }],
    );
    await deriveAll(store, { today });
    const found = await clustersOf("0000000001");
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      id: String(first),
      transaction_code: "P",
      size: 2,
      trade_count: 4,
      total_value: "4750",
      total_shares: "550",
      // (1000 + 3150 + 600) / (100 + 300 + 50)
      average_price: "10.5556",
      start_on: "2024-02-01",
      end_on: "2024-03-01",
      latest_filed_on: "2024-03-04",
      insiders: [
        { cik: "0000000012", name: "Person 0000000012", title: "CEO", value: "4150", trade_date: "2024-02-01" },
        { cik: "0000000011", name: "Person 0000000011", title: "CFO", value: "600", trade_date: "2024-03-01" },
      ],
    });
  });

  it("leaves superseded rows out and removes a cluster that no longer meets the rule", async () => {
    await addCompany(store, "0000000002", "BBB");
    const sell = (cik: string) =>
      addFiling(store, { company: "0000000002", filedOn: "2024-02-02", owners: [cik], trades: [{ code: "S" }] });
    const [a] = await sell("0000000021");
    const [b] = await sell("0000000022");
    await deriveAll(store, { today });
    expect(await clustersOf("0000000002")).toHaveLength(1);
    await store.pool.query("UPDATE insider_trades SET superseded_by_id = $1 WHERE id = $2", [a, b]);
    await deriveAll(store, { today });
    expect(await clustersOf("0000000002")).toHaveLength(0);
  });
});

interface Form {
  day: number;
  /** days from trade to filing */
  lag: number;
  owners: number[];
  trades: number;
  code: string;
  plan: boolean;
  ids: number[];
}

const form = fc.record({
  day: fc.integer({ min: 0, max: 130 }),
  lag: fc.constantFrom(0, 1, 2, 2, 60),
  owners: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  trades: fc.integer({ min: 1, max: 2 }),
  code: fc.constantFrom("P", "P", "P", "S"),
  plan: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
});

/** The contract's rule, one day after the other. Returns the trade ids of each cluster and the number of its people. */
function oracle(all: Form[], code: string): { ids: number[]; people: number }[] {
  const forms = all.filter((one) => one.code === code && !one.plan);
  const clusters: { ids: number[]; people: number }[] = [];
  let from = 0;
  for (let day = 0; day < 200; day++) {
    if (day < from || !forms.some((one) => one.day === day)) continue;
    const inside = forms.filter((one) => one.day >= day && one.day <= day + 29);
    const people = countPeople(inside.map((one) => one.owners));
    if (people < 2) continue;
    clusters.push({ ids: inside.flatMap((one) => one.ids).sort((a, b) => a - b), people });
    from = day + 30;
  }
  return clusters;
}

function countPeople(owners: number[][]): number {
  const label = new Map<number, number>();
  for (const cik of owners.flat()) label.set(cik, cik);
  for (let changed = true; changed; ) {
    changed = false;
    for (const one of owners) {
      const lowest = Math.min(...one.map((cik) => label.get(cik) ?? cik));
      for (const cik of one)
        if (label.get(cik) !== lowest) {
          label.set(cik, lowest);
          changed = true;
        }
    }
  }
  return new Set(label.values()).size;
}

let company = 100;
const nextCompany = async () => {
  const cik = String(++company).padStart(10, "0");
  await addCompany(store, cik, null);
  return cik;
};

async function add(cik: string, one: Omit<Form, "ids">): Promise<{ filedOn: string; form: Form }> {
  const tradedOn = addDays("2024-01-01", one.day);
  const filedOn = addDays(tradedOn, one.lag);
  const ids = await addFiling(store, {
    company: cik,
    filedOn,
    owners: one.owners.map((owner) => String(owner).padStart(10, "0")),
    trades: Array.from({ length: one.trades }, () => ({ tradedOn, code: one.code, plan: one.plan })),
  });
  return { filedOn, form: { ...one, ids } };
}

/** Trade ids and people of each stored cluster, by start. */
async function found(cik: string, code: string): Promise<{ ids: number[]; people: number }[]> {
  const clusters = await clustersOf(cik);
  return clusters
    .filter((cluster) => cluster.transaction_code === code)
    .map((cluster) => ({ ids: cluster.trade_ids.map(Number), people: cluster.size }));
}

it("clusters of random forms equal the rule applied day by day", async () => {
  const ciks: [string, Form[]][] = [];
  const lists = fc.sample(fc.array(form, { maxLength: 14 }), 60);
  for (const list of lists) {
    const cik = await nextCompany();
    const forms: Form[] = [];
    for (const one of list) forms.push((await add(cik, one)).form);
    ciks.push([cik, forms]);
  }
  await deriveAll(store, { today });
  for (const [cik, forms] of ciks)
    for (const code of ["P", "S"]) expect(await found(cik, code), JSON.stringify(forms)).toEqual(oracle(forms, code));
});

it("clusters equal the rule after every loaded form, filed early or late", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(form, { minLength: 8, maxLength: 14 }), async (list) => {
      const cik = await nextCompany();
      const forms: Form[] = [];
      for (const one of list) {
        const { filedOn, form } = await add(cik, one);
        forms.push(form);
        await deriveChanges(store, [{ kind: "company", cik, from: filedOn }], { today });
        for (const code of ["P", "S"]) expect(await found(cik, code)).toEqual(oracle(forms, code));
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
});
