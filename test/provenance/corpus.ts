// Invented documents of every kind that trades are read from, and the store that they were ingested into.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { dataSetOf } from "../ingest/form345/data-set/data-set-writer.ts";
import { ada, bo, ownershipXml, submission } from "../ingest/form345/fixtures.ts";
import { createMembers, housePdf, senatePage } from "../support/congress.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { runCommand } from "../support/run-command.ts";

export const accession = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;
export const senateUuid = "0a1b2c3d-0000-4111-8222-333344445555";
export const houseDocId = "20999001";

const officer = "<isOfficer>true</isOfficer><officerTitle>Chief Widget Officer</officerTitle>";

const plan = submission({
  accession: accession(1),
  owners: [{ ...ada, relationship: officer }, bo],
  checkbox: "1",
  remarks: "Invented.",
  footnotes: { F1: "Sold under a Rule 10b5-1 plan.", F2: "An average of several prices." },
  rows: [
    { code: "S", ad: "D", shares: "1,500.00", price: "10.50", after: "98500", notes: ["F1", "F2"] },
    { code: "S", ad: "D", shares: "0100", price: ".5", after: "98400", ownership: "I" },
    { table: "derivative", code: "M", title: "Stock Option", shares: "300", price: "0", after: "0" },
  ],
});
const amendment = submission({
  accession: accession(2),
  form: "4/A",
  filed: "2024-03-20",
  originalSubmitted: "2024-03-06",
  owners: [{ ...ada, relationship: officer }],
  rows: [{ code: "S", ad: "D", shares: "1500", price: "10.55", after: "98500" }],
});
const twoInOne = Buffer.concat([
  submission({ accession: accession(3), rows: [{ shares: "7" }, { code: "Y" }, { shares: "8", price: null }] }),
  submission({ accession: accession(4), form: "3", rows: [], holdings: [{ after: "250" }] }),
]);
const quarter = [
  submission({ accession: accession(6), rows: [{ shares: "11" }, { shares: "12", code: "S", ad: "D" }] }),
  submission({ accession: accession(7), rows: [{ table: "derivative", shares: "13" }] }),
];

const page = senatePage({
  rows: [
    { owner: "Joint", type: "Sale (Partial)", comment: "Sold by the manager" },
    {
      ticker: "--",
      asset: "Zed Quartz Corp<div class='text-muted'>Rate/Coupon: 5%</div>",
      assetType: "Corporate Bond",
    },
  ],
});
const pdf = housePdf(houseDocId, [
  { asset: ["Zed Quartz Corp Common Stock (ZZQA) [ST]"], type: "P", date: "02/03/2025", amount: ["$1,001 - $15,000"] },
  {
    owner: "SP",
    asset: ["Invented Widgets Incorporated of a long", "name Common Stock (IWID) [ST]"],
    type: "S (partial)",
    date: "02/04/2025",
    amount: ["$15,001 -", "$50,000"],
    details: ["F      S     : New", "D          : Sold for tuition"],
  },
]);

/** path below the folder -> bytes, by source */
const files: Record<"form345" | "senate" | "house", Record<string, Buffer>> = {
  form345: {
    "plan.txt": plan,
    "amendment.txt": amendment,
    "two.txt": twoInOne,
    [`${accession(5)}.xml`]: Buffer.from(ownershipXml({ rows: [{ shares: "9" }] })),
    ...Object.fromEntries(
      Object.entries(dataSetOf(quarter)).map(([name, text]) => [`2024q1/${name}.gz`, gzipSync(text)]),
    ),
  },
  senate: { [`${senateUuid}.html`]: Buffer.from(page) },
  house: { [`${houseDocId}.pdf`]: pdf },
};

export interface Corpus {
  store: TestStore;
  /** DISCLOSED_HOME */
  home: string;
  /** Runs the command on the corpus. */
  disclosed(...args: string[]): ReturnType<typeof runCommand>;
}

/** Writes all documents below `folder` and ingests them by the command. */
export async function ingestCorpus(folder: string): Promise<Corpus> {
  const store = await createTestStore();
  const home = join(folder, "home");
  const disclosed = (...args: string[]) => runCommand(args, { DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: home });
  await createMembers(store);
  for (const [source, contents] of Object.entries(files)) {
    for (const [path, bytes] of Object.entries(contents)) {
      const target = join(folder, source, path);
      await mkdir(join(target, ".."), { recursive: true });
      await writeFile(target, bytes);
    }
    const { code, stderr } = await disclosed("ingest", source, join(folder, source), "--filed", "2024-03-07");
    if (code !== 0) throw new Error(stderr);
  }
  return { store, home, disclosed };
}
