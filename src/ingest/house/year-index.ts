// Reads the zip in which the Clerk publishes a year's index: `<year>FD.zip` with `<year>FD.xml` and `<year>FD.txt`,
// which have the same rows.
import { decodeText } from "../decode-text.ts";
import { InputProblem } from "../files/limits.ts";
import { zipEntries } from "../files/zip.ts";
import { type IndexFile, readIndexFile } from "./index-file.ts";

export interface YearIndex extends IndexFile {
  /** name within the zip */
  name: string;
  bytes: Buffer;
}

/**
 * The index in a zip, from its .xml, else from its .txt. Throws InputProblem for a damaged archive, and for one without
 * a readable index: a truncated index must not be read as a shorter one.
 */
export async function readYearIndex(zip: Buffer, path: string): Promise<YearIndex> {
  const found: YearIndex[] = [];
  for await (const entry of zipEntries({ path, name: path, size: zip.length, bytes: zip })) {
    if ("problem" in entry) throw entry.problem;
    const { name } = entry.file;
    if (!/\.(xml|txt)$/i.test(name)) continue;
    const bytes = await entry.load();
    const index = readIndexFile(decodeText(bytes));
    if (index) found.push({ ...index, name, bytes });
  }
  const best = found.find(({ name }) => /\.xml$/i.test(name)) ?? found[0];
  if (!best) throw new InputProblem("unreadable", "the archive holds no index that can be read");
  return best;
}
