// Requests of the fair-share run for large responses: streams of many rows and ready-made files. One account requests
// them as fast as it receives them, while another one reads a list.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestStore } from "../support/database.ts";
import type { Party, Target } from "./fair-share-targets.ts";

/** with another value in each request, so that no response is a cached one; no row is below it */
const list = "/api/v1/trades?minValue=0.{n}&pageSize=25";
const stream = (format: string) => `/api/v1/trades?format=${format}&pageSize=10000&minValue=0.{n}`;

export interface PublishedFile {
  folder: string;
  path: string;
  remove(): void;
}

/** Publishes a ready-made file of four megabytes. */
export async function publishFile(store: TestStore): Promise<PublishedFile> {
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

export function bulkTargets({ path: file }: PublishedFile): Target[] {
  const target = (
    name: string,
    connections: number,
    path: string,
    { method, range }: { method?: "HEAD"; range?: string } = {},
  ): Target => ({
    name,
    statuses: [200],
    connections,
    template: ({ withKey }: Party) => ({ path: list, headers: withKey }),
    attackTemplate({ withKey }) {
      const headers = { ...withKey, "accept-encoding": "gzip", ...(range && { range }) };
      return { path, headers, ...(method && { method }) };
    },
  });
  return [
    target("12 streams of CSV", 12, stream("csv")),
    target("12 streams of NDJSON", 12, stream("ndjson")),
    target("60 downloads", 60, file),
    target("60 HEADs of a file", 60, file, { method: "HEAD" }),
    target("60 ranges of one byte", 60, file, { range: "bytes=0-0" }),
    target("60 ranges beyond a file", 60, file, { range: "bytes=999999999999-" }),
    target("60 files that do not exist", 60, `${file}.none`),
  ];
}
