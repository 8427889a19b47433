// A purchase is its owner's first where the 730 days before it are known to have none. Each company is a case; all are
// derived together, once as a whole and once as what has changed.
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll, deriveChanges } from "../../src/derive/derive.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addCompany, addFiling, type FilingFixture, row, today } from "./fixture.ts";

const owner = "0000000011";
const partner = "0000000012";
const [years, starts, others, amended, corrected] = [1, 2, 3, 4, 5].map((at) => `000000000${at}`) as [
  string,
  string,
  string,
  string,
  string,
];
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  for (const company of [years, starts, others, amended, corrected]) await addCompany(store, company, null);
  // filings of another owner show since when a company's filings are stored
  for (const company of [years, others, amended, corrected])
    await file(company, "2017-12-29", [{ code: "S" }], ["0000000099"]);
});
afterAll(() => store.close());

const file = (company: string, filedOn: string, trades: FilingFixture["trades"], owners = [owner], form = "4") =>
  addFiling(store, { company, filedOn, owners, trades, form });
const areFirst = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await row(store, "insider_trades", id)).first_buy));

it("first purchases are recognised by dates, owners, codes and amendments, and change with later filings", async () => {
  const [first] = await file(years, "2020-01-02", [{ tradedOn: "2020-01-01" }]);
  const [after731] = await file(years, "2022-01-03", [{ tradedOn: "2022-01-01" }]);
  const [unknown] = await file(starts, "2024-03-04", [{ tradedOn: "2024-03-01" }]);
  const noPurchases = await file(others, "2024-01-03", [{ code: "S" }, { code: "A" }, { derivative: true }]);
  const [ofPartner] = await file(others, "2024-01-03", [{}], [partner]);
  const [ofOwner] = await file(others, "2024-02-05", [{}]);
  const [replaced] = await file(amended, "2023-05-03", [{ tradedOn: "2023-05-01" }]);
  const [second] = await file(amended, "2024-02-05", [{ tradedOn: "2024-02-01" }]);
  const [sale] = await file(corrected, "2024-02-05", [{}]);
  await deriveAll(store, { today });
  expect(await areFirst(first, after731, unknown)).toEqual([true, true, null]);
  expect(await areFirst(...noPurchases, ofPartner, ofOwner)).toEqual([null, null, null, true, true]);
  expect(await areFirst(replaced, second, sale)).toEqual([true, false, true]);

  const [after730, sameForm] = await file(years, "2024-01-03", [
    { tradedOn: "2024-01-01" },
    { tradedOn: "2024-01-02" },
  ]);
  await file(starts, "2024-02-01", [], [owner], "3");
  // filed late, with the owner as a joint filer
  await file(others, "2024-06-05", [{ tradedOn: "2024-01-15" }], [partner, owner]);
  const [grant] = await file(amended, "2024-03-05", [{ tradedOn: "2023-05-01", code: "A" }], [owner], "4/A");
  await store.pool.query("UPDATE insider_trades SET superseded_by_id = $2 WHERE id = $1", [replaced, grant]);
  await store.pool.query("UPDATE insider_trades SET transaction_code = 'S', acquired_disposed = 'D' WHERE id = $1", [
    sale,
  ]);
  const from = { [years]: "2024-01-03", [starts]: "2024-02-01", [others]: "2024-06-05", [amended]: "2023-05-03" };
  const changes = Object.entries({ ...from, [corrected]: "2024-02-05" });
  await deriveChanges(
    store,
    changes.map(([cik, day]) => ({ kind: "company" as const, cik, from: day })),
    { today },
  );
  expect(await areFirst(after731, after730, sameForm as number)).toEqual([true, false, false]);
  expect(await areFirst(unknown, ofOwner, ofPartner)).toEqual([true, false, true]);
  expect(await areFirst(second, sale)).toEqual([true, null]);
  expect(await deriveAll(store, { today })).toMatchObject({ changed: false });
});
