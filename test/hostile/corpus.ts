// The hostile corpus: good files of every source, and a number of mutants, each with its expected result. A seed decides all of it.
import { mkdir, open, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type SourceName, sourceNames } from "../../src/sources/sources.ts";
import { archiveTricks } from "./archives.ts";
import { type Damage, damages, type Expectation } from "./damage.ts";
import { csvBombs, jsonBombs, yamlBombs } from "./data.ts";
import { type HostileFile, makers } from "./documents.ts";
import { indexBombs, ownershipBombs, pageBombs } from "./markup.ts";
import { pdfBombs } from "./pdf.ts";
import { Random } from "./random.ts";

export interface Mutant {
  source: SourceName;
  /** below the folder of its source */
  path: string;
  /** how the file was damaged */
  trick: string;
  expects: Expectation;
  /** is in every row that is loaded from it */
  key: string;
  /** the undamaged file */
  twin: HostileFile;
  make(): Buffer | Promise<Buffer>;
  /** bytes to which the file is stretched with zeros */
  stretchedTo?: number;
}

export interface Corpus {
  good: HostileFile[];
  mutants: Mutant[];
}

const goodOfEachKind = 5;
/** numbers of mutants begin here; good files have the ones below */
const firstMutant = 10_000;

const bombs: [string[], Damage[]][] = [
  [["submission", "document"], ownershipBombs],
  [["houseIndex"], indexBombs],
  [["senatePage"], pageBombs],
  [["housePdf"], pdfBombs],
  [["membersJson", "companyTickers", "companySubmissions"], jsonBombs],
  [["membersYaml"], yamlBombs],
  [["membersCsv", "pricesCsv"], csvBombs],
];
/** kinds that are read from an archive as from a folder */
const archived = ["submission", "housePdf", "senatePage", "membersYaml", "pricesCsv", "companySubmissions"];

export interface CorpusSize {
  seed: number;
  files: number;
  /** also files that attack their reader, each of which takes seconds; default: true */
  bombs?: boolean;
}

/** A corpus of `files` mutants among good files. */
export function makeCorpus({ seed, files, bombs: hasBombs = true }: CorpusSize): Corpus {
  const random = new Random(seed);
  const kinds = Object.keys(makers);
  const good = kinds.flatMap((kind) => Array.from({ length: goodOfEachKind }, (_, n) => made(kind, n + 1)));
  const special = hasBombs ? shuffled(specials(random), random) : [];
  const mutants: Mutant[] = [];
  for (let n = 0; n < files; n++) {
    const number = firstMutant + n;
    // attacks while there are any, in a small corpus for every other mutant
    const bomb = n % 2 === 0 || files > 2 * special.length ? special.pop() : undefined;
    mutants.push(
      bomb ? bomb(number) : damaged(random.pick(kinds), random.pick(damages), number, random.below(2 ** 31)),
    );
  }
  return { good, mutants };
}

type MutantMaker = (number: number) => Mutant;

function specials(random: Random): MutantMaker[] {
  const list: MutantMaker[] = [];
  for (const [kinds, tricks] of bombs)
    for (const trick of tricks)
      for (const kind of kinds) {
        const seed = random.below(2 ** 31);
        list.push((number) => damaged(kind, trick, number, seed));
      }
  for (const [n, trick] of archiveTricks.entries())
    for (const kind of [archived[n % archived.length], archived[(n + 3) % archived.length]]) {
      list.push((number) => {
        const twin = made(kind as string, number);
        const name = basename(twin.path);
        // the archive replaces the folder, and a .gz the file
        const folder = dirname(twin.path) === "." ? `${number}` : dirname(twin.path);
        const path = trick.extension === ".gz" ? `${folder}/${name}.gz` : `${folder}${trick.extension}`;
        return mutant(twin, path, trick.name, trick.expects, () => trick.make({ name, bytes: twin.bytes }));
      });
    }
  for (const kind of archived)
    list.push((number) => {
      const twin = made(kind, number);
      return {
        ...mutant(twin, twin.path, "one line of 500 MB", "refused", () => twin.bytes),
        stretchedTo: 500_000_000,
      };
    });
  return list;
}

function damaged(kind: string, { name, expects, apply }: Damage, number: number, seed: number): Mutant {
  const twin = made(kind, number);
  return mutant(twin, twin.path, name, expects, () => apply(twin.bytes, new Random(seed)));
}

function mutant(twin: HostileFile, path: string, trick: string, expects: Expectation, make: Mutant["make"]): Mutant {
  return { source: twin.source, path, trick, expects, key: twin.key, twin, make };
}

function made(kind: string, number: number): HostileFile {
  const file = makers[kind]?.(number);
  if (!file) throw new Error(`no maker of ${kind}`);
  return file;
}

function shuffled<T>(list: T[], random: Random): T[] {
  for (let last = list.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [list[last], list[other]] = [list[other] as T, list[last] as T];
  }
  return list;
}

/** Writes good files under `good`, each mutant under its number, by source. `twins`: the undamaged files instead of the mutants. */
export async function writeCorpus(root: string, { good, mutants }: Corpus, { twins = false } = {}): Promise<void> {
  for (const source of sourceNames) await mkdir(join(root, source), { recursive: true });
  for (const { source, path, bytes } of good) await put(join(root, source, "good", path), bytes);
  for (const [index, mutant] of mutants.entries()) {
    if (twins) await put(join(root, mutant.source, String(index), mutant.twin.path), mutant.twin.bytes);
    else await put(mutantPath(root, mutant, index), await mutant.make(), mutant.stretchedTo);
  }
}

export function mutantPath(root: string, { source, path }: Mutant, index: number): string {
  return join(root, source, String(index), path);
}

async function put(path: string, bytes: Buffer, stretchedTo?: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  if (stretchedTo === undefined) return;
  const file = await open(path, "r+");
  await file.truncate(stretchedTo);
  await file.close();
}
