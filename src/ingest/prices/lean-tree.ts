// Gathers the files of Lean trees and turns them into series once all are seen: bars alone say neither which security
// they belong to (map files) nor how to adjust them (factor files).
import { gunzipSync, gzipSync } from "node:zlib";
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import type { RefusedRow } from "./bar.ts";
import { adjustBars, type Factor, readFactors, readLeanDaily, readMap, type SymbolSpan } from "./lean.ts";
import type { SeriesBars } from "./load.ts";
import { leanPlace } from "./paths.ts";

interface DailyFile {
  file: InputFile;
  stored: StoredFile;
  stem: string;
  /** compressed: a whole tree waits in memory until its factors are known */
  bytes: Buffer;
}

interface Tree {
  name: string;
  daily: DailyFile[];
  /** by security: the stem of the file */
  factors: Map<string, Factor[]>;
  maps: Map<string, SymbolSpan[]>;
}

/** What one daily file gives: its bars by security, and the rows that were refused. */
export interface LeanResult {
  file: InputFile;
  stored: StoredFile;
  series: SeriesBars[];
  refused: RefusedRow[];
}

export class LeanTrees {
  readonly #trees = new Map<string, Tree>();

  #treeOf(root: { name: string; path: string }): Tree {
    const tree = this.#trees.get(root.path) ?? { name: root.name, daily: [], factors: new Map(), maps: new Map() };
    this.#trees.set(root.path, tree);
    return tree;
  }

  addDaily(file: InputFile, stored: StoredFile, bytes: Buffer): void {
    const { root, stem } = leanPlace(file.path);
    this.#treeOf(root).daily.push({ file, stored, stem, bytes: gzipSync(bytes) });
  }

  /** Takes a factor or map file; one that cannot be read is quarantined. */
  async addReference(file: InputFile, stored: StoredFile, text: string, context: IngestContext): Promise<void> {
    const { part, root, stem } = leanPlace(file.path);
    const factors = part === "factor_files" ? readFactors(text) : null;
    const map = part === "map_files" ? readMap(text) : null;
    if (factors) this.#treeOf(root).factors.set(stem, factors);
    else if (map) this.#treeOf(root).maps.set(stem, map);
    else await context.quarantineFile(file, "bad_reference_file", "not a readable Lean factor or map file", stored);
  }

  /** One result a daily file, in the order the files were added. */
  *results(today: string): Generator<LeanResult> {
    for (const tree of this.#trees.values()) for (const daily of tree.daily) yield resultOf(tree, daily, today);
  }
}

/** Splits a file's bars by the security that had the symbol on the day; days of an unmapped security are refused. */
function resultOf(tree: Tree, daily: DailyFile, today: string): LeanResult {
  const { bars, refused } = readLeanDaily(gunzipSync(daily.bytes).toString("utf8"), today);
  const provider = `lean:${tree.name}`;
  const spans = [...tree.maps].flatMap(([security, map]) =>
    map
      .filter((span) => span.symbol === daily.stem)
      .map((span) => ({ ...span, security, last: map.at(-1)?.symbol ?? security })),
  );
  const owners = spans.length > 0 ? spans : [{ from: "", to: "9999-12-31", security: daily.stem, last: daily.stem }];
  const series = owners.map((owner): SeriesBars => {
    const own = bars.filter((bar) => bar.date > owner.from && bar.date <= owner.to);
    const factors = tree.factors.get(owner.security);
    const adjusted = factors !== undefined;
    return { symbol: owner.last, provider, adjusted, bars: adjusted ? adjustBars(own, factors) : own };
  });
  const others = bars.length - series.reduce((sum, one) => sum + one.bars.length, 0);
  if (others > 0)
    refused.push({
      recordRef: "days outside the map file",
      reason: "other_security",
      message: `${others} bars are of days on which the map files give ${daily.stem} to no security`,
      records: others,
    });
  return { file: daily.file, stored: daily.stored, series, refused };
}
