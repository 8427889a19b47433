// Routes execute by the hash of their document. rest/generated/persisted.json is the reviewed list of allowed
// documents.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { loadRoutes } from "./routes-folder.ts";

/** SHA-256 of a document, in hex. */
export function documentHash(document: string): string {
  return createHash("sha256").update(document).digest("hex");
}

/** hash -> document of all routes, ordered by hash: the content of persisted.json. */
export async function collectPersisted(): Promise<Record<string, string>> {
  const documents = (await loadRoutes()).flatMap((route) => ("document" in route ? [route.document] : []));
  const entries = documents.map((document): [string, string] => [documentHash(document), document]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The committed list. `root` is the package's folder. */
export async function readPersisted(root: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(`${root}/rest/generated/persisted.json`, "utf8"));
}
