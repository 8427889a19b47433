// Finds which of a company's symbols belongs to a row's own security: by the class of
// shares in the title and by the reviewed list prisma/reference/share-classes.csv. Pure functions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { packageRoot } from "../lib/package-root.ts";
import type { SecurityClass } from "./security-class.ts";

const kinds = ["common", "preferred", "warrant", "unit", "right", "note"] as const;
type Kind = (typeof kinds)[number];

/** The security that a symbol names; `letter` is null where the class has no name, or its name is unknown. */
export interface ShareClass {
  kind: Kind;
  letter: string | null;
}

/** The list as reviewed, in its order. */
export const shareClassRows = z
  .array(
    z.object({
      subject: z.enum(["symbol", "behind", "title"]),
      pattern: z.string().min(1),
      kind: z.union([z.enum(kinds), z.literal("").transform(() => null)]),
      class: z.string(),
      example: z.string().min(1),
    }),
  )
  .parse(
    parse(readFileSync(join(packageRoot, "prisma", "reference", "share-classes.csv"), "utf8"), {
      columns: true,
      comment: "#",
      comment_no_infix: true,
    }),
  );

const of = (subject: string) => shareClassRows.filter((row) => row.subject === subject);
const bySymbol = new Map(
  of("symbol").map((row): [string, ShareClass] => [
    row.pattern,
    { kind: row.kind ?? "common", letter: row.class || null },
  ]),
);
const endings = of("behind").map((row) => ({ ...row, pattern: new RegExp(`^${row.pattern}$`) }));
const inTitles = of("title").map((row) => ({ ...row, pattern: new RegExp(row.pattern, "i") }));

const letterOf = (written: string, found: RegExpExecArray): string | null =>
  (written === "$1" ? found[1]?.toUpperCase() : written) || null;

/** The class of a symbol; `symbols`: all current and former symbols of its company. */
export function symbolClass(symbol: string, symbols: readonly string[]): ShareClass {
  const reviewed = bySymbol.get(symbol);
  if (reviewed) return reviewed;
  for (const end of endsOf(symbol, symbols))
    for (const { pattern, kind, class: written } of endings) {
      const found = pattern.exec(end);
      if (found && kind) return { kind, letter: letterOf(written, found) };
    }
  return { kind: "common", letter: null };
}

/**
 * True where the reviewed list gives two symbols of one company different kinds of security or different classes of
 * shares. Symbols that it does not cover may be the old and the new symbol of one security.
 */
export function areOfDifferentClasses(one: string, other: string, symbols: readonly string[]): boolean {
  const [a, b] = [symbolClass(one, symbols), symbolClass(other, symbols)];
  if (a.kind !== b.kind) return true;
  const areKnown = (a.letter !== null || bySymbol.has(one)) && (b.letter !== null || bySymbol.has(other));
  return areKnown && a.letter !== b.letter;
}

/** True where the symbol itself tells its class: by the reviewed list, or by its dot. */
const tellsClass = (symbol: string): boolean => bySymbol.has(symbol) || symbol.includes(".");

/**
 * The symbols that may be of any class of the company's common shares: of several classes that the company has today
 * (`current`), `typed` symbols, which filings alone give it, do not tell which one they mean.
 */
export function symbolsOfNoClass(
  typed: readonly string[],
  current: readonly string[],
  all: readonly string[],
): string[] {
  const common = current.filter((symbol) => symbolClass(symbol, all).kind === "common");
  return common.length < 2 ? [] : typed.filter((symbol) => !current.includes(symbol) && !tellsClass(symbol));
}

/**
 * The possible class suffixes of a symbol: after its dot; or, of five letters, after another symbol of the company or
 * after four shared letters.
 */
function endsOf(symbol: string, symbols: readonly string[]): string[] {
  const dot = symbol.indexOf(".");
  if (dot >= 0) return [symbol.slice(dot)];
  if (!/^[A-Z]{5}$/.test(symbol)) return [];
  const before = symbols.filter((other) => other !== symbol && other.length >= 2 && other.length < 5);
  const starts = before.filter((other) => symbol.startsWith(other)).map((other) => other.length);
  const shared = symbols.some(
    (other) => other !== symbol && other.length === 5 && other.startsWith(symbol.slice(0, 4)),
  );
  return [...new Set(shared ? [...starts, 4] : starts)].sort((a, b) => b - a).map((length) => symbol.slice(length));
}

/** longer texts are not titles */
const maxTitleLength = 300;

/** The class that a title names: a capital letter, `voting` or `non-voting`; null where it names none. */
export function titleLetter(title: string): string | null {
  for (const { pattern, class: written } of inTitles) {
    const found = pattern.exec(title.slice(0, maxTitleLength));
    if (found) return letterOf(written, found);
  }
  return null;
}

/** The symbols of a company: current and former ones, current ones, and the one in the company's row. */
export interface CompanySymbols {
  all: readonly string[];
  current: readonly string[];
  main: string | null;
}

export interface OwnSymbols {
  /** the symbol whose prices apply to the row, as of the row's time; null: no symbol of the company is of its class */
  own: string | null;
  /** the current symbol to show */
  ticker: string | null;
}

const kindsOf: Partial<Record<SecurityClass, Kind>> = {
  common: "common",
  fund: "common",
  preferred: "preferred",
  warrant: "warrant",
  unit: "unit",
  debt: "note",
};

/**
 * The symbols of a row's own security. `named`: the symbols in its filing, in our spelling. Preferred in this order: a
 * named symbol of exactly the title's class, the only symbol of that class, a named symbol that may be of that class,
 * the company's main symbol; not that one if the title names no class and the company has shares of several classes.
 */
export function ownSymbols(
  { named, title, securityClass }: { named: readonly string[]; title: string; securityClass: SecurityClass | null },
  { all, current, main }: CompanySymbols,
): OwnSymbols {
  const kind = securityClass === null ? undefined : kindsOf[securityClass];
  const letter = titleLetter(title);
  const classes = new Map([...all, ...(main === null ? [] : [main])].map((one) => [one, symbolClass(one, all)]));
  const isOfKind = (symbol: string) => kind === undefined || classes.get(symbol)?.kind === kind;
  const isExact = (symbol: string) => letter !== null && classes.get(symbol)?.letter === letter && isOfKind(symbol);
  const mayBe = (symbol: string) => {
    const known = classes.get(symbol)?.letter ?? null;
    return isOfKind(symbol) && (letter === null || known === null || known === letter);
  };
  const among = (symbols: readonly string[]) => {
    const own = named.filter((symbol) => symbols.includes(symbol));
    return own.find(isExact) ?? only(kind === undefined ? [] : symbols.filter(isExact)) ?? own.find(mayBe) ?? null;
  };
  // a share of no named class, under no symbol or one that the company does not have, may be of any of its classes
  const isAmbiguous =
    letter === null &&
    main !== null &&
    all.some((one) => one !== main && isOfKind(one) && areOfDifferentClasses(one, main, all));
  const fallback = main !== null && mayBe(main) && !isAmbiguous ? main : null;
  return { own: among(all) ?? fallback, ticker: among(current) ?? main };
}

const only = (symbols: string[]): string | undefined => (symbols.length === 1 ? symbols[0] : undefined);
