// Requests of the fair-share run whose response is large, or has no limit of its own: streams of many rows and ready-made files. One
// account sends them as fast as it gets them, while another one reads a list.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestStore } from "../support/database.ts";
import type { Party, Target } from "./fair-share-targets.ts";

/** another value in each request, so that no response is a cached one; it leaves out no row */
const list = "/api/v1/trades?minValue=0.{n}&pageSize=25";
const stream = (format: string) => `/api/v1/trades?format=${format}&pageSize=10000&minValue=0.{n}`;

export interface MadeFile {
  folder: string;
  path: string;
  remove(): void;
}

/** A ready-made file of four megabytes. */
export async function makeFile(store: TestStore): Promise<MadeFile> {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-fair-share-"));
  const content = randomBytes(4_000_000);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const name = `trades-2024-01-${sha256.slice(0, 16)}.parquet`;
  writeFileSync(join(folder, name), content);
  const file = { name, list: "trades", month: "2024-01", format: "parquet", rows: 1, bytes: content.length, sha256 };
  await store.prisma.publishedExport.create({
    data: { ...file, dataVersion: 1, asOf: new Date(), fingerprint: "invented" },
  });
  return { folder, path: `/api/v1/exports/${name}`, remove: () => rmSync(folder, { recursive: true }) };
}

export function bulkTargets({ path: file }: MadeFile): Target[] {
  const target = (
    name: string,
    connections: number,
    path: string,
    own: { method?: "HEAD"; range?: string } = {},
  ): Target => ({
    name,
    statuses: [200],
    connections,
    requests: ({ rest }: Party) => ({ path: list, headers: rest }),
    worst({ rest }) {
      const headers = { ...rest, "accept-encoding": "gzip", ...(own.range && { range: own.range }) };
      return { path, headers, ...(own.method && { method: own.method }) };
    },
  });
  return [
    target("12 streams of CSV", 12, stream("csv")),
    target("12 streams of NDJSON", 12, stream("ndjson")),
    target("60 downloads", 60, file),
    target("60 HEADs of a file", 60, file, { method: "HEAD" }),
    target("60 ranges of one byte", 60, file, { range: "bytes=0-0" }),
    target("60 ranges beyond a file", 60, file, { range: "bytes=999999999999-" }),
    target("60 files that there are not", 60, `${file}.none`),
  ];
}
