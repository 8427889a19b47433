// A published file of a store, for the tests of the clients.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Service } from "../support/service.ts";

export const content = Buffer.from(
  Array.from({ length: 20_000 }, (_, at) => `${JSON.stringify({ id: at, ticker: `S${at % 97}` })}\n`).join(""),
);

/** Publishes the file and removes all others; returns its name. */
export async function addReadyMade(service: Service, folder: string): Promise<string> {
  const sha256 = createHash("sha256").update(content).digest("hex");
  const name = `trades-2024-01-${sha256.slice(0, 16)}.ndjson`;
  writeFileSync(join(folder, name), content);
  const facts = { list: "trades", month: "2024-01", format: "ndjson", rows: 20_000, bytes: content.length, sha256 };
  // the seed's rows have no files
  await service.store.prisma.publishedExport.deleteMany();
  await service.store.prisma.publishedExport.create({
    data: { name, ...facts, dataVersion: 7, asOf: new Date(), fingerprint: "x" },
  });
  return name;
}
