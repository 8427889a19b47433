// The rules by which a row was read and derived, with their versions.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../package-root.ts";
import { readVersion } from "../version.ts";
import { asText, type Columns } from "./columns.ts";
import type { ExplainedRule } from "./explanation.ts";

/** The first digits of the SHA-256 of a reviewed list of prisma/reference. */
async function reviewedList(file: string): Promise<ExplainedRule> {
  const bytes = await readFile(join(packageRoot, "prisma", "reference", file));
  return { name: file, version: `SHA-256 ${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}` };
}

/** The program's version, which is the parsers', and the reviewed lists. */
export async function rulesOf(lists: string[]): Promise<ExplainedRule[]> {
  const parsers = { name: "parsers and derivation", version: `Disclosed ${await readVersion()}` };
  return [parsers, ...(await Promise.all(lists.map(reviewedList)))];
}

/** Which version of the parser read the document last; another than the present one would be read again by `disclosed reparse`. */
export const parserRule = ({ parser_version: version }: Columns, present: number): ExplainedRule => ({
  name: "parser that read the document",
  version: `${asText(version) ?? "older than 1"}, now ${present}`,
});
