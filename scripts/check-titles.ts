// Fails for each title of a security in filings and data sets that no reviewed pattern covers.
// Usage: tsx scripts/check-titles.ts FOLDER ... Exit 1 with a line for each such title.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { commonTitleClass } from "../src/domain/security-class.ts";

interface Titles {
  /** distinct titles with their table */
  found: number;
  /** `derivative` or `nonDerivative`, and the title, of those that no pattern covers */
  uncovered: string[];
}

/** Reads filings (.txt, .xml) and tables of the SEC's data sets (.tsv.gz) in the folders and all below them. */
export function titlesIn(folders: readonly string[]): Titles {
  const titles = new Map<string, boolean>();
  const note = (isDerivative: boolean, title: string) =>
    titles.set(`${isDerivative ? "derivative" : "nonDerivative"} ${title}`, isDerivative);
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (/\.(txt|xml)$/.test(name)) noteFiling(readFileSync(join(folder, name), "utf8"), note);
      if (/DERIV_\w+\.tsv\.gz$/.test(name)) noteTable(join(folder, name), note);
    }
  const uncovered = [...titles].filter(
    ([text, isDerivative]) => commonTitleClass(text.slice(text.indexOf(" ") + 1), isDerivative) === null,
  );
  return { found: titles.size, uncovered: uncovered.map(([text]) => text) };
}

type Note = (isDerivative: boolean, title: string) => void;

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };

function noteFiling(text: string, note: Note): void {
  for (const [, table, rows = ""] of text.matchAll(/<(nonDerivative|derivative)Table>(.*?)<\/\1Table>/gs))
    for (const [, title = ""] of rows.matchAll(/<securityTitle>\s*<value>(.*?)<\/value>/gs))
      note(
        table === "derivative",
        title
          .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
          .replace(/\s+/g, " ")
          .trim(),
      );
}

function noteTable(file: string, note: Note): void {
  const rows = parse(gunzipSync(readFileSync(file)), { columns: true, delimiter: "\t", quote: null });
  for (const { SECURITY_TITLE: title } of rows as Record<string, string>[])
    if (title) note(basename(file).startsWith("DERIV"), title.replace(/\s+/g, " ").trim());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { found, uncovered } = titlesIn(process.argv.slice(2));
  for (const title of uncovered) console.error(`no pattern covers ${title}`);
  console.log(`${found} distinct titles, ${uncovered.length} that no pattern covers`);
  process.exitCode = uncovered.length > 0 ? 1 : 0;
}
