// A missing filing in a real browser: an administrator finds it with its line marked, and attaches a corrected copy that
// is accepted and then in the public list. All filings are invented.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { derivePending } from "../../src/derive/derive.ts";
import form345Source from "../../src/ingest/form345/source.ts";
import houseSource from "../../src/ingest/house/source.ts";
import { runIngestion } from "../../src/ingest/run/run.ts";
import { recordListing } from "../../src/store/listings.ts";
import { submission } from "../ingest/form345/fixtures.ts";
import { createMembers } from "../support/congress.ts";
import { makePdf } from "../support/pdf.ts";
import { describeInBrowser, siteOfTests } from "./site.ts";
import { checkPage, type Visitor } from "./visit.ts";

const filing = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;
const [whole, unclosed, row, amended, missing] = [1, 2, 3, 4, 900].map(filing) as [
  string,
  string,
  string,
  string,
  string,
];
const hostile = '<img src=x onerror="alert(1)">\u202Egnitset';

describeInBrowser("a missing filing, in a browser", () => {
  let admin: Visitor;
  let folder: string;
  let key: string;
  const site = siteOfTests(async () => {
    folder = await mkdtemp(join(tmpdir(), "disclosed-missing-"));
    return { DISCLOSED_HOME: join(folder, "home") };
  });

  beforeAll(async () => {
    const home = join(folder, "home");
    const { store } = site;
    await createMembers(store);
    const today = "2024-06-01";
    const derive = () => derivePending(store, { today });
    const forms = join(folder, "forms");
    const reports = join(folder, "reports");
    await Promise.all([mkdir(forms), mkdir(reports)]);
    const days = { coversFrom: "2024-03-06", coversTo: "2024-03-06", outcome: "listed", final: true } as const;
    await recordListing(
      store.pool,
      { source: "form345", listing: "daily-index/2024-03-06", ...days },
      [whole, unclosed, row, amended, filing(901)].map((documentId) => ({
        documentId,
        listedOn: "2024-03-06",
        kind: "4",
        url: `https://www.sec.gov/Archives/edgar/data/9999999/${documentId}.txt`,
      })),
    );
    const broken = submission({
      accession: unclosed,
      owners: [{ cik: "0009000009", name: hostile.replace(/[<>]/g, "") }],
    })
      .toString()
      .replace("</transactionPricePerShare>", "");
    await writeFile(join(forms, `${unclosed}.txt`), broken);
    await writeFile(join(forms, `${whole}.txt`), submission({ accession: whole }));
    await writeFile(
      join(forms, `${row}.txt`),
      submission({ accession: row, rows: [{ shares: "40" }, { shares: "50", price: hostile.replace(/[<>"]/g, "") }] }),
    );
    await writeFile(
      join(forms, `${amended}.txt`),
      submission({
        accession: amended,
        form: "4/A",
        filed: "2024-03-08",
        originalSubmitted: "2024-03-06",
        // several filings of that day have a trade that it could amend
        remarks: `Amends the Form 4 with the accession number ${whole}`,
        rows: [{ shares: "101" }],
      }),
    );
    await writeFile(
      join(reports, "20024242.pdf"),
      makePdf([[{ x: 40, y: 700, text: "A letter of the Clerk, and no report" }]]),
    );
    await runIngestion(store, { source: form345Source, paths: [forms], home, today, derive });
    await runIngestion(store, { source: houseSource, paths: [reports], home, today, derive });
    const account = await createAccount(store, { email: "reader@example.com", plan: "max", actor: "tests" });
    ({ key } = await createKey(store, { account: account.id, name: "tests", actor: "tests" }));
    admin = await site.administrator();
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** The number of rows that the API lists for an accession number. */
  async function listedRows(accession: string): Promise<number> {
    const response = await fetch(`${site.base}/api/v1/trades?ticker=IWID&pageSize=100`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const body = (await response.json()) as { data: object[] };
    return body.data.filter((trade) => JSON.stringify(trade).includes(accession)).length;
  }

  test("two clicks lead from the dashboard to the line for which a filing was refused", async () => {
    const { page } = admin;
    expect(await listedRows(unclosed)).toBe(0);
    await page.goto(`${site.base}/admin`);
    await page.getByRole("textbox", { name: "Find a filing" }).fill(unclosed.replaceAll("-", ""));
    await page.getByRole("button", { name: "Find a filing" }).click();
    const stages = page.getByRole("list", { name: "Stages of the filing" });
    await stages.getByText("2024-03-06", { exact: true }).waitFor();
    await stages.getByText(/not_xml: the document is not well-formed XML/).waitFor();
    await checkPage(admin, "admin-filing-broken");
    await page.getByRole("link", { name: "Open the quarantined filing" }).click();
    await page.getByRole("heading", { level: 1, name: `Refused: ${unclosed}` }).waitFor();
    const marked = page.locator("li[data-marked]");
    await marked.getByText("transactionPricePerShare").waitFor();
    await page
      .getByRole("table", { name: "Parsed fields" })
      .getByText(/Expected closing tag/)
      .waitFor();
    await checkPage(admin, "admin-quarantine-item");
  });

  test("the raw file is downloaded as an attachment, by administrators alone", async () => {
    const { page, context } = admin;
    const id = /quarantine\/(\d+)/.exec(page.url())?.[1];
    const path = `${site.base}/raw/quarantine/${id}`;
    const response = await context.request.get(path);
    expect(response.status()).toBe(200);
    expect(response.headers()).toMatchObject({
      "content-disposition": `attachment; filename=${unclosed}.txt`,
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(await response.text()).toContain("<ownershipDocument>");
    const anonymous = await site.visitor();
    for (const refused of [
      await anonymous.context.request.get(path),
      await anonymous.context.request.post(`${site.base}/raw/uploads`, { data: Buffer.from("x") }),
    ])
      expect(refused.status()).toBe(401);
    await anonymous.context.close();
    const crossSite = await context.request.post(`${site.base}/raw/uploads`, {
      data: Buffer.from("x"),
      headers: { origin: "https://elsewhere.example", "content-type": "application/octet-stream" },
    });
    expect(crossSite.status()).toBe(403);
  });

  test("a second broken copy is reported; a corrected one is loaded, and its row is in the public list", async () => {
    const { page } = admin;
    const stillBroken = submission({ accession: unclosed }).toString().replace("</issuerName>", "");
    const attach = async (name: string, text: string | Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.getByRole("button", { name: "Attach corrected copy" }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    };
    await attach("wrong.pdf", "%PDF-1.4");
    await page.getByText("The copy must be named like the original: *.txt").waitFor();
    admin.browserErrors.splice(0);
    await attach("another.txt", submission({ accession: whole }));
    await page.getByText(`Attach another.txt (accession ${whole}, Form 4, filed`).waitFor();
    await page.getByText("The copy is of another document").waitFor();
    await attach("still broken.txt", stillBroken);
    await page.getByRole("button", { name: "Attach", exact: true }).click();
    await page.getByText("× 1 still refused").waitFor();
    await page.getByRole("table", { name: "Corrected copies" }).getByText("× refused").waitFor();
    await page.getByText("× open").first().waitFor();
    const problems = page.getByRole("table", { name: "Problems of this filing" });
    expect(await problems.getByRole("row").count()).toBe(3);
    await attach("mended.txt", submission({ accession: unclosed, rows: [{ shares: "777" }] }));
    await page.getByText(`Attach mended.txt (accession ${unclosed}, Form 4, filed`).waitFor();
    await page.getByRole("button", { name: "Attach", exact: true }).click();
    await page.getByText("✓ 1 of 1 accepted").waitFor();
    await page.getByText("✓ resolved").first().waitFor();
    await page.getByRole("heading", { level: 1, name: `Accepted after refusal: ${unclosed}` }).waitFor();
    await page.getByRole("table", { name: "Corrected copies" }).getByText("operator@example.com").first().waitFor();
    expect(await listedRows(unclosed)).toBe(1);
    await checkPage(admin, "admin-quarantine-resolved");
    await page.getByRole("link", { name: unclosed }).click();
    await page.getByRole("link", { name: "read from a corrected copy" }).waitFor();
    await page.getByRole("table", { name: "Rows of the filing" }).getByText("✓ listed").waitFor();
    await checkPage(admin, "admin-filing");
    const stored = await site.store.pool.query(
      "SELECT count(*)::int AS n FROM source_files s JOIN quarantine q USING (sha256) WHERE q.document_id = $1",
      [unclosed],
    );
    expect(stored.rows[0].n).toBeGreaterThanOrEqual(1);
  });

  test("each copy is one event of the audit page, with its result", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/admin/audit?kind=quarantine&object=${unclosed}`);
    const events = page.getByRole("table", { name: "Audit events" });
    await events.getByText(`operator@example.com attached mended.txt to ${unclosed}: stored`).waitFor();
    await events.getByText(`operator@example.com attached still broken.txt to ${unclosed}: refused`).waitFor();
    // the head and two events
    expect(await events.getByRole("row").count()).toBe(3);
    await checkPage(admin, "admin-audit-quarantine");
    await events.getByRole("link", { name: unclosed }).first().click();
    await page.getByRole("heading", { level: 1, name: `Accepted after refusal: ${unclosed}` }).waitFor();
  });

  test("refusals are grouped by reason, a group is retried, a filing is ignored and reopened, a hostile value is text", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/admin/quarantine`);
    const groups = page.getByRole("table", { name: "Reasons" });
    await groups.getByText("bad_number").waitFor();
    await checkPage(admin, "admin-quarantine");
    await groups
      .getByRole("row", { name: /bad_number/ })
      .getByRole("button", { name: "Retry group" })
      .click();
    await page.getByText("× 1 still refused").waitFor();
    await groups.getByText("bad_number").click();
    await page.waitForURL(/reason=bad_number/);
    await page.getByRole("table", { name: "Quarantined filings" }).getByText(row, { exact: true }).click();
    await page.getByRole("heading", { level: 1, name: `Refused: ${row}` }).waitFor();
    const fields = page.getByRole("table", { name: "Parsed fields" });
    await fields.getByRole("row", { name: /transactionPricePerShare.*is not an unsigned decimal number/ }).waitFor();
    await fields.getByText("⟨U+202E⟩").first().waitFor();
    expect(await page.locator("img").count()).toBe(0);
    await checkPage(admin, "admin-quarantine-row");
    await page.getByRole("button", { name: "Ignore …" }).click();
    await page.getByLabel("Reason").fill("an invented filing");
    await page.getByRole("dialog").getByRole("button", { name: "Ignore" }).click();
    await page.getByText("an invented filing").waitFor();
    await page.getByRole("button", { name: "Unignore" }).click();
    await page.getByText("× open").waitFor();
    await page.goto(`${site.base}/admin/quarantine?source=house`);
    await page.getByRole("table", { name: "Quarantined filings" }).getByText("20024242").click();
    await page.getByText("A letter of the Clerk, and no report").waitFor();
    await checkPage(admin, "admin-quarantine-pdf");
    await page.goto(`${site.base}/admin/quarantine?source=prices&reason=nothing`);
    await page.getByRole("button", { name: "All sources" }).first().click();
    await groups.getByText("bad_number").waitFor();
  });

  test("a filing is found by its name and shows its amendment; one that was never fetched offers its day", async () => {
    const { page } = admin;
    await page.goto(`${site.base}/admin/filings?ref=invented%20widgets`);
    await page.getByRole("table", { name: "Filings by name" }).getByText(amended).click();
    await page.getByRole("table", { name: "Corrections" }).getByText("supersedes").waitFor();
    await page.goto(`${site.base}/admin/filings?ref=${filing(901)}`);
    await page.getByRole("button", { name: "Start run of 2024-03-06" }).waitFor();
    await page.goto(`${site.base}/admin/filings?ref=${missing}`);
    await page.getByText("· Never fetched").waitFor();
    await page.getByText("Its number suggests that it was filed on 2024-03-06").waitFor();
    await checkPage(admin, "admin-filing-never-fetched");
    await page.getByRole("button", { name: "Start run of 2024-03-06" }).click();
    await page.getByText("It is waiting: no process is watching this source").waitFor();
    await page.goto(`${site.base}/admin/filings?ref=nobody%20at%20all`);
    await page.getByText("No filings are known of a filer").waitFor();
    await checkPage(admin, "admin-filings-none");
  });
});
