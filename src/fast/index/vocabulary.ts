// Names of companies and members, symbols, sectors and industries, which filters resolve to CIKs and ids. Small enough
// to be read again whenever any of it changes. PostgreSQL folds the stored texts to lower case, and a caller's text is
// folded with PostgreSQL's own table of letters, so that case-insensitive means the same as in ILIKE.
import type pg from "pg";
import { meantSymbols } from "../../domain/identifiers.ts";
import { type CompanyProperty, ofEachProperty } from "../../filters/shared.ts";
import { ambiguousSymbols } from "../../store/sql/rules.ts";
import { NameSearch } from "./name-search.ts";
import type { Segment } from "./segment.ts";

interface CompanyRow {
  cik: string;
  /** folded */
  name: string;
  ticker: string | null;
  /** folded */
  ticker_folded: string | null;
  sector: string | null;
  industry: string | null;
  sicCode: string | null;
  /** folded */
  exchange: string | null;
  symbols: string[] | null;
  symbols_folded: string[] | null;
}

/** The part of the vocabulary that changes with the data. */
export interface NameRows {
  companies: CompanyRow[];
  /** symbols of which another spelling is another company's */
  ambiguousSymbols: string[];
  members: { id: string; name: string }[];
}

/** letter -> its lower case, of a database; it does not change while the database exists */
export type Folds = [string, string][];

export interface VocabularyRows extends NameRows {
  folds: Folds;
}

const byKey = <Key, Value>(pairs: Iterable<[Key | null, Value]>): Map<Key, Value[]> => {
  const map = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    if (key === null) continue;
    const values = map.get(key);
    if (values) values.push(value);
    else map.set(key, [value]);
  }
  return map;
};

export class Vocabulary {
  readonly #companies: string[];
  readonly #companySearch: NameSearch;
  readonly #bySymbol: Map<string, string[]>;
  readonly #ambiguousSymbols: Set<string>;
  readonly #byProperty: Readonly<Record<CompanyProperty, Map<string, string[]>>>;
  readonly #members: string[];
  readonly #memberSearch: NameSearch;
  readonly #folds: Map<string, string>;

  /** `number` identifies a vocabulary among those of an index. */
  constructor(
    { companies, ambiguousSymbols, members, folds }: VocabularyRows,
    readonly number: number,
  ) {
    this.#companies = companies.map(({ cik }) => cik);
    // PostgreSQL's texts contain no NUL, so no search text matches across a separator
    this.#companySearch = new NameSearch(
      companies.map(({ name, ticker_folded, symbols_folded }) =>
        [name, ticker_folded ?? "", ...(symbols_folded ?? [])].join("\0"),
      ),
    );
    this.#bySymbol = byKey(
      companies.flatMap(({ cik, ticker, symbols }) =>
        [ticker, ...(symbols ?? [])].map((symbol): [string | null, string] => [symbol, cik]),
      ),
    );
    this.#ambiguousSymbols = new Set(ambiguousSymbols);
    const by = (property: CompanyProperty) =>
      byKey(companies.map((company): [string | null, string] => [company[property], company.cik]));
    this.#byProperty = ofEachProperty(by);
    this.#members = members.map(({ id }) => id);
    this.#memberSearch = new NameSearch(members.map(({ name }) => name));
    this.#folds = new Map(folds);
  }

  /** The stored spellings that a caller's symbols stand for. */
  meantSymbols(symbols: readonly string[]): string[] {
    return meantSymbols(symbols, (symbol) => this.#ambiguousSymbols.has(symbol));
  }

  /** CIKs of the companies that have or had one of the symbols, in any spelling. */
  withSymbols(symbols: readonly string[]): string[] {
    return this.meantSymbols(symbols).flatMap((symbol) => this.#bySymbol.get(symbol) ?? []);
  }

  get sectors(): string[] {
    return [...this.#byProperty.sector.keys()];
  }

  /** CIKs of the companies with one of the values, e.g. of a sector. */
  companiesOf(property: CompanyProperty, values: readonly string[]): string[] {
    return values.flatMap((value) => this.#byProperty[property].get(value) ?? []);
  }

  /** CIKs of the companies whose name or any symbol contains the folded text. */
  companiesWith(folded: string): string[] {
    return found(this.#companySearch, this.#companies, folded);
  }

  /** Pairs of letters in names or symbols of companies that together have many rows of the segment. */
  commonPairs(segment: Segment): string[] {
    return segment.commonPairs(this.#companySearch, (name) =>
      segment.rowsWith("issuer", 0, this.#companies[name] as string),
    );
  }

  /** Ids of the members whose name contains the folded text. */
  membersWith(folded: string): string[] {
    return found(this.#memberSearch, this.#members, folded);
  }

  /**
   * The text in PostgreSQL's lower case. Undefined where that depends on neighbouring letters, which only PostgreSQL
   * evaluates.
   */
  folded(text: string): string | undefined {
    if (/[Σ\p{Surrogate}]/u.test(text)) return undefined;
    return [...text].map((letter) => this.#folds.get(letter) ?? letter).join("");
  }
}

function found(search: NameSearch, keys: readonly string[], text: string): string[] {
  const marks = new Uint8Array(keys.length);
  search.mark(text, marks);
  return keys.filter((_, index) => marks[index] === 1);
}

/** Reads the names in the snapshot of the client. */
export async function readNames(client: pg.ClientBase): Promise<NameRows> {
  const companies = await client.query<CompanyRow>(
    `SELECT c.cik, lower(c.name) AS name, c.ticker, lower(c.ticker) AS ticker_folded, c.sector, c.industry,
       c.sic_code::text AS "sicCode", lower(c.exchange) AS exchange, s.symbols, s.symbols_folded
     FROM companies c LEFT JOIN (
       SELECT company_cik, array_agg(symbol) AS symbols, array_agg(lower(symbol)) AS symbols_folded FROM company_symbols GROUP BY 1
     ) AS s ON s.company_cik = c.cik`,
  );
  const ambiguous = await client.query<{ symbol: string }>(ambiguousSymbols("company_symbols"));
  const members = await client.query<{ id: string; name: string }>(
    "SELECT bioguide_id AS id, lower(name) AS name FROM politicians",
  );
  return {
    companies: companies.rows,
    ambiguousSymbols: ambiguous.rows.map(({ symbol }) => symbol),
    members: members.rows,
  };
}

export async function readFolds(client: pg.ClientBase): Promise<Folds> {
  const { rows } = await client.query<{ letter: string; lower: string }>(
    `SELECT letter, lower(letter) AS lower
     FROM (SELECT chr(code) AS letter FROM generate_series(1, 131071) AS code WHERE code NOT BETWEEN 55296 AND 57343) AS letters
     WHERE lower(letter) <> letter`,
  );
  return rows.map(({ letter, lower }) => [letter, lower]);
}
