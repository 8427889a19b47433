// DuckDB reads a month's file from the service over HTTP, and of it only what the query needs.
import { hash } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { columnsFor, formats } from "../../src/export/formats.ts";
import { type Noun, nouns, partsOf } from "../../src/export/nouns.ts";
import { NamedFile } from "../../src/export/published/named-file.ts";
import { routeOf } from "../../src/export/rows.ts";
import { hasChromium, launchChromium } from "../browser/chromium.ts";
import { type Service, startSeededService } from "../rest/support.ts";
import { duckdbPage, hasDuckdb, packageFile } from "../support/duckdb-page.ts";

describe.runIf(hasDuckdb() && hasChromium())("DuckDB over HTTP", () => {
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
    front = createServer(answer).listen(0, "127.0.0.1");
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

  /** The page, its modules, and the service: DuckDB in a page sends no header, so the key is added here. */
  function answer(asked: IncomingMessage, response: ServerResponse) {
    const path = asked.url ?? "/";
    if (path.startsWith("/packages/")) {
      const { file, type } = packageFile(path.slice("/packages/".length));
      response.setHeader("content-type", type);
      createReadStream(file).pipe(response);
    } else if (path.startsWith("/api/")) {
      const headers = { ...asked.headers, authorization: `Bearer ${key}` };
      const further = request(service.base + path, { method: asked.method, headers }, (found) => {
        response.writeHead(found.statusCode ?? 500, found.headers);
        found.on("data", (chunk: Buffer) => {
          sent += chunk.length;
        });
        found.pipe(response);
      });
      further.end();
    } else response.setHeader("content-type", "text/html").end(duckdbPage);
  }

  const ask = (sql: string) => page.evaluate((text) => (globalThis as never as Asking).ask(text), sql);

  it("answers a question about one symbol with less than a tenth of the file's bytes", async () => {
    const rows = await manyTrades();
    const file = await addFile(rows);
    sent = 0;
    const found = await ask(
      `SELECT id, ticker, value, filing_date::text AS filed, joint_insiders, "outcomes.status" AS status
       FROM read_parquet('${new URL(page.url()).origin}/api/v1/exports/${file.name}')
       WHERE ticker = 'S123' AND value > 20000 ORDER BY id`,
    );
    const wanted = rows
      .filter(({ ticker, value }) => ticker === "S123" && Number(value) > 20_000)
      .map(({ id, ticker, value, filing_date: filed, joint_insiders, outcomes }) => ({
        ...{ id, ticker, value, filed, joint_insiders, status: (outcomes as Row).status },
      }));
    expect(wanted).toHaveLength(33);
    expect(found).toEqual(wanted);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(file.bytes / 10);
  });

  /** 30,000 trades of 300 symbols, of which each is otherwise one that the API gives, by symbol. */
  async function manyTrades(): Promise<Row[]> {
    const { body } = await service.get("/api/v1/trades?include=outcomes&pageSize=100", key);
    const known = body.data as Row[];
    expect(known.some(({ joint_insiders }) => (joint_insiders as unknown[]).length > 0)).toBe(true);
    return Array.from({ length: 30_000 }, (_, at) => {
      const symbol = Math.floor(at / 100);
      const value = (at % 100) * 300 + 0.25;
      const row = known[at % known.length] as Row;
      const own = { id: at + 1, ticker: `S${String(symbol).padStart(3, "0")}`, value };
      return { ...row, ...own, ...filing(at), outcomes: { ...(row.outcomes as Row), ...returns(at) } };
    });
  }

  /** As `disclosed export --publish` writes and notes it. */
  async function addFile(rows: Row[]): Promise<{ name: string; bytes: number }> {
    const { item } = await routeOf(nouns.trades as Noun);
    const columns = columnsFor("parquet", item, partsOf({ outcomes: true }));
    const target = await NamedFile.open(folder, "trades-2024-06", "parquet");
    const writer = await formats.parquet(columns, (bytes) => target.write(bytes), {});
    for (let at = 0; at < rows.length; at += 1000) await writer.write(rows.slice(at, at + 1000));
    await writer.end();
    const written = await target.finish();
    await service.store.prisma.publishedExport.create({
      data: {
        ...{ ...written, list: "trades", month: "2024-06", format: "parquet", rows: rows.length, dataVersion: 7 },
        ...{ asOf: new Date(), fingerprint: "x" },
      },
    });
    return written;
  }
});

type Row = Record<string, unknown>;

/** What differs from filing to filing. */
function filing(at: number): Row {
  const digest = hash("sha256", String(at));
  const url = `https://www.sec.gov/Archives/edgar/data/${digest.slice(0, 8)}/${digest.slice(8, 26)}.xml`;
  return {
    accession_number: digest.slice(8, 26),
    source_url: url,
    price: Number.parseInt(digest.slice(0, 6), 16) / 100,
  };
}

/** Fractions of a percent that differ from trade to trade, by day counted from both dates. */
function returns(at: number): Row {
  const names = [7, 30, 90].flatMap((days) => [`return_${days}d_pct`, `alpha_${days}d_pct`]);
  const digest = hash("sha256", `returns ${at}`);
  return Object.fromEntries(
    names.map((name, index) => [name, Number.parseInt(digest.slice(index * 6, index * 6 + 6), 16) / 1e4]),
  );
}

interface Asking {
  ask(sql: string): Promise<unknown[]>;
}
