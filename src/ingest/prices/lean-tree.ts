// Collects the files of Lean trees and converts them to series after all have been read: the bars alone do not contain
// their security (map files) or its adjustments (factor files). The path of a price file gives its symbol, the folder
// that names its provider, and its part in a Lean tree.
import { basename, resolve } from "node:path";
import { cleanSymbol } from "../../domain/identifiers.ts";
import type { RefusedRow } from "../refused/quarantine.ts";
import { type IngestContext, type InputFile, type StoredFile, withoutBytes } from "../source.ts";
import { adjustBars, type Factor, readFactors, readLeanDaily, readMap, type SymbolSpan } from "./lean.ts";
import type { SeriesBars } from "./load.ts";

interface DailyFile {
  file: InputFile;
  stored: StoredFile;
  stem: string;
}

interface Tree {
  name: string;
  daily: DailyFile[];
  /** by security, which is the stem of the file name */
  factors: Map<string, Factor[]>;
  maps: Map<string, SymbolSpan[]>;
}

/** The result of one daily file: its bars by security, and the refused rows. */
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

  /** Remembers a daily file: it is read after the factors of its tree are known. */
  addDaily(file: InputFile, stored: StoredFile): void {
    const { root, stem } = leanPosition(file.path);
    this.#treeOf(root).daily.push({ file: withoutBytes(file), stored, stem });
  }

  /** Reads a factor or map file; an unreadable one is quarantined. */
  async addReference(file: InputFile, stored: StoredFile, text: string, context: IngestContext): Promise<void> {
    const { part, root, stem } = leanPosition(file.path);
    const factors = part === "factor_files" ? readFactors(text) : null;
    const map = part === "map_files" ? readMap(text) : null;
    if (factors) this.#treeOf(root).factors.set(stem, factors);
    else if (map) this.#treeOf(root).maps.set(stem, map);
    else await context.quarantineFile(file, "bad_reference_file", "not a readable Lean factor or map file", stored);
  }

  /**
   * One result per daily file, in the order in which the files were added. A series from several files (old symbols) is
   * returned whole with the last of them.
   */
  async *results(context: IngestContext): AsyncGenerator<LeanResult> {
    for (const tree of this.#trees.values()) {
      const owners = ownersOf(tree);
      const series = new SharedSeries(tree.daily.map(({ stem }) => symbolsOf(owners(stem))));
      for (const daily of tree.daily) {
        const text = (await context.readStored(daily.stored)).toString("utf8");
        const result = resultOf(tree, daily, owners(daily.stem), readLeanDaily(text, context.today));
        yield { ...result, series: series.complete(symbolsOf(owners(daily.stem)), result.series) };
      }
    }
  }
}

/** Retains the parts of a series until its last file has been read. */
class SharedSeries {
  readonly #filesLeft = new Map<string, number>();
  readonly #parts = new Map<string, SeriesBars[]>();

  /** `files`: the series of which each file has bars */
  constructor(files: Set<string>[]) {
    for (const symbols of files)
      for (const symbol of symbols) this.#filesLeft.set(symbol, (this.#filesLeft.get(symbol) ?? 0) + 1);
  }

  /** Adds the parts of a file; returns the series that are complete with it. */
  complete(symbols: Set<string>, parts: SeriesBars[]): SeriesBars[] {
    for (const part of parts) this.#parts.set(part.symbol, [...(this.#parts.get(part.symbol) ?? []), part]);
    return [...symbols].flatMap((symbol) => {
      const left = (this.#filesLeft.get(symbol) ?? 1) - 1;
      this.#filesLeft.set(symbol, left);
      if (left > 0) return [];
      const whole = joined(this.#parts.get(symbol) ?? []);
      this.#parts.delete(symbol);
      return whole;
    });
  }
}

/** Parts of one series, in order of their days. Parts are not joined if only some are adjusted. */
function joined(parts: SeriesBars[]): SeriesBars[] {
  const [first] = parts;
  if (!first || parts.some(({ adjusted }) => adjusted !== first.adjusted)) return parts;
  const bars = parts.flatMap((part) => part.bars).sort((a, b) => a.date.localeCompare(b.date));
  return [{ ...first, bars }];
}

/** A security that had the symbol of a file for a time, and its current symbol. */
type Owner = Omit<SymbolSpan, "symbol"> & { security: string; last: string };

const symbolsOf = (owners: Owner[]) => new Set(owners.map(({ last }) => last));

/** The owners of a symbol by date, from the map files; a symbol that no map file names always had the same owner. */
function ownersOf(tree: Tree): (stem: string) => Owner[] {
  const owners = new Map<string, Owner[]>();
  for (const [security, map] of tree.maps) {
    const last = map.at(-1)?.symbol ?? security;
    for (const { symbol, from, to } of map)
      owners.set(symbol, [...(owners.get(symbol) ?? []), { from, to, security, last }]);
  }
  return (stem) => owners.get(stem) ?? [{ from: "", to: "9999-12-31", security: stem, last: stem }];
}

/** Splits a file's bars by the security that had the symbol on the day; days of an unmapped security are refused. */
function resultOf(tree: Tree, daily: DailyFile, owners: Owner[], read: ReturnType<typeof readLeanDaily>): LeanResult {
  const { bars, refused } = read;
  const provider = `lean:${tree.name}`;
  const series = owners.map((owner): SeriesBars => {
    const own = bars.filter((bar) => bar.date > owner.from && bar.date <= owner.to);
    const factors = tree.factors.get(owner.security);
    const adjusted = factors !== undefined;
    return { symbol: owner.last, provider, adjusted, asTraded: true, bars: adjusted ? adjustBars(own, factors) : own };
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

/** The segments of a path; the entries of an archive are in a folder with the archive's name. */
function segments(path: string): string[] {
  const [outer = "", ...inner] = path.split("!/");
  return [resolve(outer), ...inner]
    .join("/")
    .split(/[\\/]/)
    .filter(Boolean)
    .map((segment) => segment.replace(/\.(zip|tar|tgz|tar\.gz|tar\.xz)$/i, ""));
}

/** The symbol that a file is named after, cleaned; null if the name is not a symbol. */
export function symbolOfFile(path: string): string | null {
  return cleanSymbol(basename(path).replace(/\.csv$/i, ""));
}

/** The folder of the file: `name` labels its provider, `path` distinguishes two folders with the same name. */
export function folderOf(path: string): { name: string; path: string } {
  const parents = segments(path).slice(0, -1);
  return { name: parents.at(-1) ?? "root", path: parents.join("/") };
}

export type LeanPart = "daily" | "factor_files" | "map_files";

/**
 * The position of a file in a Lean tree: its part if a folder name gives it, and the root that contains daily/,
 * factor_files/ and map_files/.
 */
export function leanPosition(path: string): {
  part: LeanPart | null;
  root: { name: string; path: string };
  stem: string;
} {
  const all = segments(path);
  const stem = (all.at(-1) ?? "").replace(/\.csv$/i, "").toUpperCase();
  const at = all.findLastIndex((segment) => ["daily", "factor_files", "map_files"].includes(segment));
  const part = at < 0 ? null : (all[at] as LeanPart);
  const root = at < 0 ? all.slice(0, -1) : all.slice(0, at);
  return { part, root: { name: root.at(-1) ?? "root", path: root.join("/") }, stem };
}
