// The rules that were used to read and derive a row, with their versions.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Columns } from "../ingest/provenance.ts";
import { packageRoot } from "../lib/package-root.ts";
import { readVersion } from "../lib/version.ts";
import { asText } from "./columns.ts";
import type { ExplainedRule } from "./explanation.ts";

/** A reviewed list of prisma/reference; its version is the start of its SHA-256. */
async function reviewedList(file: string): Promise<ExplainedRule> {
  const bytes = await readFile(join(packageRoot, "prisma", "reference", file));
  return { name: file, version: `SHA-256 ${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}` };
}

/** The program's version, which is also that of the parsers, and the reviewed lists. */
export async function rulesOf(lists: string[]): Promise<ExplainedRule[]> {
  const parsers = { name: "parsers and derivation", version: `Disclosed ${await readVersion()}` };
  return [parsers, ...(await Promise.all(lists.map(reviewedList)))];
}

/**
 * The version of the parser that last read the document. If it is not the current one, `disclosed reparse` reads the
 * document again.
 */
export const parserRule = ({ parser_version: version }: Columns, present: number): ExplainedRule => ({
  name: "parser that read the document",
  version: `${asText(version) ?? "older than 1"}, now ${present}`,
});
