// One purchase that each owner of an ownership chain reports on a form of its own: the rows name the first one, and company sums,
// cluster, signals and profiles count it and its owners once, in whatever order the forms are loaded.
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll, derivePending } from "../../src/derive/derive.ts";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../src/ingest/form345/read/parse.ts";
import { companyWindowsUntil } from "../../src/store/statistics/company-windows.ts";
import { type FilingOptions, submission } from "../ingest/form345/fixtures.ts";
import { type Service, startService } from "../support/service.ts";

const today = "2024-06-03";
const issuer = "0008000001";
const director = "<isDirector>1</isDirector>";
const large = "<isTenPercentOwner>1</isTenPercentOwner>";
const person = (number: number, relationship = director) => ({
  cik: `000900000${number}`,
  name: `PERSON ${"ABCDEFGH"[number]}`,
  relationship,
});
const [fund, manager, carl, eve, ed] = [person(1, large), person(2, large), person(3), person(4), person(5)];
const form = (
  number: number,
  owners: FilingOptions["owners"],
  rows: FilingOptions["rows"],
  more: FilingOptions = {},
) => ({
  accession: `0009999999-24-00000${number}`,
  owners,
  rows,
  ...more,
});

const lot = { price: "10", shares: "1000", after: "9000" };
/** the chain's forms; the last one has another title for the same shares, and a further purchase */
const chain = [
  form(1, [fund], [lot], { filed: "2024-03-05" }),
  form(2, [manager], [lot]),
  form(
    3,
    [carl],
    [
      { ...lot, title: "Common Stock, par value $0.001" },
      { price: "10", shares: "50", after: "50" },
    ],
  ),
];
/** two directors with equal lots, and one form's two equal rows */
const others = [
  form(4, [eve], [{ ...lot, shares: "500" }]),
  form(5, [ed], [{ ...lot, shares: "500" }]),
  form(
    6,
    [fund],
    [
      { ...lot, shares: "7" },
      { ...lot, shares: "7" },
    ],
  ),
];

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService({ today });
  key = (await service.newKey("max")).key;
  // in reverse order, each form on its own
  for (const options of [...chain, ...others].reverse()) await load(options);
});
afterAll(() => service.stop());

async function load(options: FilingOptions): Promise<void> {
  await loadFilings(service.store, [{ filing: parseSubmission(submission(options)) }]);
  await derivePending(service.store, { today });
}

// biome-ignore lint/suspicious/noExplicitAny: rows of every list
const read = async (path: string): Promise<any> => (await service.get(`/api/v1${path}`, key)).body.data;

async function rows(): Promise<Map<string, { id: number; same_block_as: number | null; [field: string]: unknown }>> {
  const all: { accession_number: string; shares: string; id: number; same_block_as: number | null }[] =
    await read("/trades?pageSize=100");
  return new Map(all.map((row) => [`${row.accession_number.slice(-1)} ${row.shares}`, row]));
}

it("every row is listed, and those of the chain name the first one", async () => {
  const all = await rows();
  expect(await read("/trades?pageSize=100")).toHaveLength(8);
  const first = all.get("1 1000")?.id;
  const repeating = [...all].filter(([, row]) => row.same_block_as !== null);
  expect(repeating.map(([name, row]) => [name, row.same_block_as]).sort()).toEqual([
    ["2 1000", first],
    ["3 1000", first],
  ]);
});

it("the company's sums count the block and its owners once", async () => {
  const { windows } = await read(`/companies/${issuer}`);
  // the block, Carl's own lot, two directors' lots and the fund's two
  expect(windows.find(({ days }: { days: number }) => days === 90).insiders).toMatchObject({
    buy_count: 6,
    buy_value: 10_000 + 500 + 2 * 5_000 + 2 * 70,
    distinct_buyers: 3,
  });
});

it("the cluster counts the block once, and its owners as one insider", async () => {
  const [cluster, more] = await read("/clusters");
  expect(more).toBeUndefined();
  expect(cluster).toMatchObject({ cluster_size: 3, trade_count: 6, total_value: 20_640, total_shares: "2064" });
  expect(cluster.insiders).toHaveLength(3);
});

it("the owners of the chain are one other buyer, who is known from the second form on", async () => {
  const all = await rows();
  const points = (name: string) => {
    const factors = (all.get(name)?.signal_factors ?? []) as { factor: string; points: number }[];
    return factors.find(({ factor }) => factor === "other_buyers")?.points;
  };
  // the fund was the only one on the day before
  expect(points("1 1000")).toBeUndefined();
  // two directors, and the chain
  expect([points("2 1000"), points("3 1000")]).toEqual([15, 15]);
  // the chain and one other director
  expect([points("4 500"), points("5 500")]).toEqual([15, 15]);
});

it("each owner of the chain bought the block once", async () => {
  for (const [one, value] of [
    [fund, 10_140],
    [manager, 10_000],
    [carl, 10_500],
  ] as const) {
    const { stats } = await read(`/insider/${one.cik}`);
    expect(stats.total_buy_value).toBe(value);
    const listed = (await read("/insiders?pageSize=100")).find(({ cik }: { cik: string }) => cik === one.cik);
    expect(listed.stats).toEqual(stats);
  }
});

it("a derivation of everything changes nothing", async () => {
  expect(await deriveAll(service.store, { today })).toMatchObject({ changed: false });
});

it("a later form of the chain is known from its day on, and a form that is amended leaves the block", async () => {
  const late = person(6, large);
  await load(form(7, [late], [lot], { filed: "2024-04-02" }));
  const first = (await rows()).get("1 1000")?.id;
  expect((await rows()).get("7 1000")).toMatchObject({ same_block_as: first });
  await load(
    form(8, [fund], [{ ...lot, price: "12" }], { form: "4/A", filed: "2024-05-02", originalSubmitted: "2024-03-05" }),
  );
  const all = await rows();
  const second = all.get("2 1000")?.id;
  expect(all.get("8 1000")).toMatchObject({ same_block_as: null, price: 12 });
  expect([all.get("2 1000"), all.get("3 1000"), all.get("7 1000")].map((row) => row?.same_block_as)).toEqual([
    null,
    second,
    second,
  ]);
  expect(await deriveAll(service.store, { today })).toMatchObject({ changed: false });
});

it("a window whose only form repeats the block of an earlier window has no sums", async () => {
  const windows = await companyWindowsUntil(service.store.prisma, [issuer], "2024-05-01");
  expect(windows.map(({ days }) => days).sort()).toEqual([365, 90]);
});
