// docs/settings.md: its table has a row for each setting.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { settings } from "../src/config/config.ts";
import { packageRoot } from "../src/lib/package-root.ts";

const head = "| name | default | meaning |\n|---|---|---|\n";

/** The page as it is, with the rows of its table written anew. */
export async function printSettingsPage(): Promise<string> {
  const page = await readFile(join(packageRoot, "docs/settings.md"), "utf8");
  const [before = "", table, more] = page.split(head);
  if (table === undefined || more !== undefined) throw new Error("docs/settings.md must have one table of settings");
  const rows = Object.entries(settings).map(
    ([name, { fallback, meaning }]) => `| \`${name}\` | ${fallback} | ${meaning} |\n`,
  );
  return before + head + rows.join("") + table.replace(/^(?:\|.*\n)*/, "");
}
