// The two rows of an exercise refer to each other, and state whether an owner sold on that day. Forms in, rows out.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deriveAll, derivePending } from "../../src/derive/derive.ts";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../src/ingest/form345/read/parse.ts";
import { ada, bo, type FilingOptions, type RowOptions, submission } from "../ingest/form345/fixtures.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { today } from "./fixture.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query("TRUNCATE filings, companies, insiders, row_history, pending_derivations, list_changes CASCADE"),
);

const accession = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;
const load = (...filings: FilingOptions[]) =>
  loadFilings(
    store,
    filings.map((options) => ({ filing: parseSubmission(submission(options)) })),
  );

/** the option, disposed of */
const option = (underlying: string | null, more: RowOptions = {}): RowOptions => ({
  table: "derivative",
  code: "M",
  ad: "D",
  shares: underlying ?? "100",
  ...more,
  extra: `<underlyingSecurity><underlyingSecurityTitle><value>Common Stock</value></underlyingSecurityTitle>${
    underlying === null ? "" : `<underlyingSecurityShares><value>${underlying}</value></underlyingSecurityShares>`
  }</underlyingSecurity>`,
});
/** the shares that the exercise acquired */
const shares = (count: string, more: RowOptions = {}): RowOptions => ({ code: "M", ad: "A", shares: count, ...more });
const sale = (count: string, more: RowOptions = {}): RowOptions => ({ code: "S", ad: "D", shares: count, ...more });

/** By row [its pair, exercise and sale]; `4 N0` is the first row of the non-derivative table of the form whose number ends in 4. */
async function derived(): Promise<Record<string, [string | null, boolean | null]>> {
  await derivePending(store, { today });
  const { rows } = await store.pool.query<{ label: string; pair: string | null; sold: boolean | null }>(`
    WITH labelled AS (
      SELECT *, right(accession_number, 1) || ' ' || CASE WHEN is_derivative THEN 'D' ELSE 'N' END || row_index AS label FROM insider_trades)
    SELECT t.label, p.label AS pair, t.exercise_and_sale AS sold
    FROM labelled t LEFT JOIN labelled p ON p.id = t.exercise_pair_id
    WHERE t.exercise_and_sale IS NOT NULL OR t.exercise_pair_id IS NOT NULL ORDER BY t.label`);
  return Object.fromEntries(rows.map(({ label, pair, sold }) => [label, [pair, sold]]));
}

it("pairs the rows of both tables with the same day and number of shares", async () => {
  await load({ rows: [shares("500"), shares("200.0"), option("200"), option("500.00")] });
  expect(await derived()).toEqual({
    "1 N0": ["1 D1", false],
    "1 N1": ["1 D0", false],
    "1 D0": ["1 N1", false],
    "1 D1": ["1 N0", false],
  });
});

it("counts the underlying shares, not the derivatives", async () => {
  await load({ rows: [shares("500"), option("500", { shares: "50" }), option(null, { shares: "500" })] });
  expect(await derived()).toEqual({ "1 N0": ["1 D0", false], "1 D0": ["1 N0", false], "1 D1": [null, false] });
});

it("uses the number of derivatives where the underlying shares were misstated, for rows that agree in all else", async () => {
  await load(
    { rows: [shares("500"), option("5", { shares: "500" }), option("70", { shares: "700" }), shares("70")] },
    { accession: accession(2), rows: [shares("500", { code: "C" }), option("5", { shares: "500" })] },
  );
  expect(await derived()).toEqual({
    "1 N0": ["1 D0", false],
    "1 D0": ["1 N0", false],
    "1 N1": ["1 D1", false],
    "1 D1": ["1 N1", false],
    "2 N0": [null, false],
    "2 D0": [null, false],
  });
});

it("pairs a row whose fraction of a share was left out", async () => {
  await load({ rows: [shares("512"), option("512.8"), shares("0.4"), option("0.7")] });
  expect(await derived()).toEqual({
    "1 N0": ["1 D0", false],
    "1 D0": ["1 N0", false],
    "1 N1": [null, false],
    "1 D1": [null, false],
  });
});

it("pairs nothing where numbers, days or forms differ", async () => {
  await load(
    { rows: [shares("500"), option("501"), shares("70", { date: "2024-03-01" }), option("70")] },
    { accession: accession(2), rows: [option("500")] },
    { accession: accession(3), rows: [{ code: "A", shares: "500" }, sale("500"), option("500")] },
  );
  for (const [pair] of Object.values(await derived())) expect(pair).toBeNull();
});

it("pairs rows that are alike in the order of the form", async () => {
  await load({ rows: [shares("100"), shares("100"), shares("100"), option("100"), option("100")] });
  expect(await derived()).toMatchObject({
    "1 N0": ["1 D0", false],
    "1 N1": ["1 D1", false],
    "1 N2": [null, false],
  });
});

it("prefers the same kind of ownership, then the opposite direction", async () => {
  await load(
    {
      owners: [ada, bo],
      rows: [
        shares("100", { ownership: "I" }),
        shares("100"),
        option("100", { ownership: "D" }),
        option("100", { ownership: "I" }),
      ],
    },
    {
      accession: accession(2),
      rows: [shares("100", { ad: "D" }), shares("100"), option("100"), option("100", { ad: "A" })],
    },
    { accession: accession(3), rows: [shares("100", { ownership: "I" }), option("100")] },
  );
  expect(await derived()).toMatchObject({
    "1 N0": ["1 D1", false],
    "1 N1": ["1 D0", false],
    "2 N0": ["2 D1", false],
    "2 N1": ["2 D0", false],
    "3 N0": ["3 D0", false],
  });
});

it("marks an exercise on whose day an owner of its form sold, on any form and any number of shares", async () => {
  await load(
    { owners: [ada, bo], rows: [shares("100"), option("100"), shares("5", { date: "2024-03-01" })] },
    { accession: accession(2), owners: [bo], rows: [sale("7")] },
    { accession: accession(3), owners: [ada], issuerCik: "0008000002", rows: [shares("100")] },
    {
      accession: accession(4),
      owners: [{ cik: "0009000003", name: "OTHER CY" }],
      rows: [shares("100"), { code: "F", ad: "D" }],
    },
  );
  expect(await derived()).toEqual({
    "1 N0": ["1 D0", true],
    "1 D0": ["1 N0", true],
    "1 N1": [null, false],
    "3 N0": [null, false],
    "4 N0": [null, false],
  });
});

it("follows sales that are filed later, amended or removed, as a derivation of everything does", async () => {
  await load({ filed: "2024-03-05", rows: [shares("100")] });
  expect(await derived()).toEqual({ "1 N0": [null, false] });
  // a late form
  await load({ accession: accession(2), filed: "2024-06-05", rows: [sale("100")] });
  expect(await derived()).toEqual({ "1 N0": [null, true] });
  // the amendment also states a sale on that day
  const amendment = { accession: accession(3), filed: "2024-07-05", form: "4/A", originalSubmitted: "2024-06-05" };
  await load({ ...amendment, rows: [sale("99")] });
  expect(await derived()).toEqual({ "1 N0": [null, true] });
  // the same documents with other content: the sale was on another day
  await load(
    { ...amendment, rows: [sale("99", { date: "2024-03-01" })] },
    { accession: accession(2), filed: "2024-06-05", rows: [sale("99", { date: "2024-03-01" })] },
  );
  expect(await derived()).toEqual({ "1 N0": [null, false] });
  expect((await deriveAll(store, { today })).steps.exercises).toBe(0);
  // what was an exercise is a purchase
  await load({ filed: "2024-03-05", rows: [{ shares: "100" }] });
  expect(await derived()).toEqual({});
});
