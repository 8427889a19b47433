// DuckDB reads a month's file from the service over HTTP, and of it only what the query needs.
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishExports } from "../../src/export/published/publish.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { hasChromium, launchChromium } from "../browser/site.ts";
import { duckdbPage, hasDuckdb, packageFile } from "../support/duckdb-page.ts";
import { type Service, startSeededService } from "../support/service.ts";

describe.runIf(hasDuckdb("@duckdb/duckdb-wasm") && hasChromium())("DuckDB over HTTP", () => {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-duckdb-"));
  let service: Service;
  let key = "";
  let front: Server;
  let browser: Browser;
  let page: Page;
  /** bytes of the file that were sent */
  let sent = 0;

  beforeAll(async () => {
    service = await startSeededService({ exportsFolder: folder });
    key = (await service.newKey("plus")).key;
    front = createServer(respond).listen(0, "127.0.0.1");
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(front.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser?.close();
    front?.closeAllConnections();
    front?.close();
    await service?.stop();
    rmSync(folder, { recursive: true });
  });

  /** Serves the page and its modules, and forwards to the service with the key, since DuckDB in a page sends no header. */
  function respond(requested: IncomingMessage, response: ServerResponse) {
    const path = requested.url ?? "/";
    if (path.startsWith("/packages/")) {
      const { file, type } = packageFile(path.slice("/packages/".length));
      response.setHeader("content-type", type);
      createReadStream(file).pipe(response);
    } else if (path.startsWith("/api/")) {
      const headers = { ...requested.headers, authorization: `Bearer ${key}` };
      const forwarded = request(service.base + path, { method: requested.method, headers }, (found) => {
        response.writeHead(found.statusCode ?? 500, found.headers);
        found.on("data", (chunk: Buffer) => {
          sent += chunk.length;
        });
        found.pipe(response);
      });
      forwarded.end();
    } else response.setHeader("content-type", "text/html").end(duckdbPage);
  }

  const query = (sql: string) => page.evaluate((text) => (globalThis as never as QueryPage).query(text), sql);

  it("a query of one filing date reads less than a tenth of the file's bytes", async () => {
    await addTrades();
    const file = await publish();
    sent = 0;
    const found = await query(
      `SELECT id, ticker, value, filing_date::text AS filed, joint_insiders, "outcomes.status" AS status
       FROM read_parquet('${new URL(page.url()).origin}/api/v1/exports/${file.name}')
       WHERE filing_date = DATE '2024-06-13' AND value > 28000 ORDER BY id`,
    );
    const { body } = await service.get(
      "/api/v1/trades?filedFrom=2024-06-13&filedTo=2024-06-13&minValue=28000.01&include=outcomes&pageSize=100",
      key,
    );
    const expected = (body.data as Row[])
      .map(({ id, ticker, value, filing_date: filed, joint_insiders, outcomes }) => ({
        ...{ id, ticker, value, filed, joint_insiders, status: (outcomes as Row).status },
      }))
      .sort((a, b) => Number(a.id) - Number(b.id));
    // n = 96 + 700 k below 30,000
    expect(expected).toHaveLength(43);
    expect(found).toEqual(expected);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(file.bytes / 10);
  });

  /** 30,000 trades of 300 symbols, each in a filing of June, and otherwise a copy of one of the seed. */
  async function addTrades(): Promise<void> {
    const { pool } = service.store;
    await pool.query(`INSERT INTO companies (cik, name, ticker)
      SELECT ${companyOf("s")}, 'Company ' || s, ${symbolOf("s")} FROM generate_series(0, 299) AS s`);
    await pool.query(`INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source)
      SELECT ${companyOf("s")}, ${symbolOf("s")}, '2020-01-01', '2024-06-30', 'test' FROM generate_series(0, 299) AS s`);
    await addLike("filings", "accession_number = $1", {
      ...{ ...filing, company_cik: companyOf("n / 100") },
      source_url: "'https://www.sec.gov/Archives/edgar/data/' || md5(n::text) || '.xml'",
    });
    await addLike("filing_owners", "accession_number = $1", { accession_number: filing.accession_number });
    await addLike("insider_trades", "id = (SELECT min(id) FROM insider_trades WHERE accession_number = $1)", {
      ...{ ...filing, company_cik: companyOf("n / 100"), id: "n + 1" },
      ...{ price: `${digits("n::text")} / 100.0`, value: "(n % 100) * 300 + 0.25" },
    });
    const returns = [7, 30, 90].flatMap((days) => [`return_${days}`, `spy_return_${days}`]);
    await addLike("insider_outcomes", "trade_id = (SELECT min(id) FROM insider_trades WHERE accession_number = $1)", {
      trade_id: "n + 1",
      ...Object.fromEntries(returns.map((name) => [name, `${digits(`'${name}' || n`)} / 1e4`])),
    });
  }

  /** 30,000 rows `n` of a table, each a copy of those that meet the condition, with these columns of its own. */
  async function addLike(table: string, condition: string, own: Record<string, string>): Promise<void> {
    const changed = Object.entries(own).map(([column, sql]) => `'${column}', ${sql}`);
    await service.store.pool.query(
      `INSERT INTO ${table} SELECT made.* FROM (SELECT * FROM ${table} WHERE ${condition}) AS known CROSS JOIN generate_series(0, 29999) AS n
       CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, to_jsonb(known) || jsonb_build_object(${changed.join(", ")})) AS made`,
      [jointFiling],
    );
  }

  /** As `disclosed export --publish` does. */
  async function publish(): Promise<{ name: string; bytes: number }> {
    const vocabulary = await readVocabulary();
    const publicUrl = service.base;
    await publishExports(service.store, { folder, version: "1.2.3", publicUrl, vocabulary, now: () => new Date() });
    const { name, bytes, rows } = await service.store.prisma.publishedExport.findFirstOrThrow({
      where: { list: "trades", month: "2024-06", format: "parquet", replacedAt: null },
    });
    expect(rows).toBeGreaterThanOrEqual(30_000);
    return { name, bytes: Number(bytes) };
  }
});

type Row = Record<string, unknown>;

/** of two owners */
const jointFiling = "0009000002-24-000003";

const companyOf = (symbol: string) => `'00030' || lpad((${symbol})::text, 5, '0')`;
const symbolOf = (symbol: string) => `'S' || lpad((${symbol})::text, 3, '0')`;
/** a number that differs from row to row */
const digits = (text: string) => `('x' || left(md5(${text}), 6))::bit(24)::int`;
const filing = {
  accession_number: "'0009999999-24-' || lpad(n::text, 6, '0')",
  filed_on: "'2024-06-' || lpad((1 + n % 28)::text, 2, '0')",
};

interface QueryPage {
  query(sql: string): Promise<unknown[]>;
}
