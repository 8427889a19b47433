// Names of companies and owners are served with their spaces as filed, and are found with any number of spaces in the
// query.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll } from "../../../src/derive/derive.ts";
import { loadSource } from "../../../src/ingest/load-source.ts";
import { runIngestion } from "../../../src/ingest/run/run.ts";
import { type Service, startSeededService, unlimitedKey } from "../../support/service.ts";
import { submission } from "./fixtures.ts";

const today = "2024-07-01";
const filing = submission({
  accession: "0009999990-24-000777",
  filed: "2024-03-06",
  issuerCik: "0008000777",
  issuerName: "  TWO  SPACES\n   ACQUISITION  CORP ",
  symbol: "TWSP",
  owners: [
    { cik: "0009000777", name: "DOUBLE  ADA\tB" },
    { cik: "0009000778", name: "SINGLE BO" },
  ],
});

let service: Service;
let key: string;
let home: string;
beforeAll(async () => {
  service = await startSeededService();
  key = await unlimitedKey(service);
  home = await mkdtemp(join(tmpdir(), "disclosed-names-"));
  const path = join(home, "filing.txt");
  await writeFile(path, filing);
  await runIngestion(service.store, { source: await loadSource("form345"), paths: [path], home, today });
  await deriveAll(service.store, { today });
});
afterAll(async () => {
  await service.stop();
  await rm(home, { recursive: true, force: true });
});

const list = async (path: string) => (await service.get(`/api/v1${path}`, key)).body.data;

it.each([
  "/trades?insiderName=double%20%20ada",
  "/trades?insiderName=Double%20Ada%20B",
  "/trades?insiderName=ada%20%20b%20double",
  "/trades?q=two%20spaces%20%20double",
  "/trades?ticker=TWSP",
])("%s finds the trade with both names as filed", async (path) => {
  expect(await list(path)).toMatchObject([
    { company_name: "TWO  SPACES ACQUISITION  CORP", insider_name: "DOUBLE  ADA B", security_class: "common" },
  ]);
});

it.each([
  ["/insiders?q=double%20ada", "DOUBLE  ADA B"],
  ["/insiders?q=double%20%20ada", "DOUBLE  ADA B"],
  ["/symbols?q=two%20spaces", "TWO  SPACES ACQUISITION  CORP"],
  ["/symbols?q=double%20ada", "DOUBLE  ADA B"],
])("%s finds the name as filed", async (path, name) => {
  expect(await list(path)).toMatchObject([{ name }]);
});

it("a company with two spaces in its name is found with one or two", async () => {
  for (const q of ["spaces%20acquisition", "two%20%20spaces"])
    expect(await list(`/companies?q=${q}`)).toMatchObject([{ company_name: "TWO  SPACES ACQUISITION  CORP" }]);
});
