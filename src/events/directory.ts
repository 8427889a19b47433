// What filters look up besides the row: who bears a symbol, the names, sectors and industries of companies, the names of
// members. It is read when changes are matched, as a list's statement reads it when it runs. PostgreSQL folds stored
// texts and callers' texts to lower case, so that a text is found here exactly if ILIKE finds it.
import type { ClientBase } from "pg";
import { meantSymbols, spellingsOf, symbolKeys } from "../domain/identifiers.ts";
import { ambiguousSymbols } from "../store/sql/rules.ts";

interface Company {
  /** name and symbols in lower case, each on a line of its own */
  names: string;
  sector: string | null;
  industry: string | null;
  sicCode: string | null;
  /** in lower case */
  exchange: string | null;
}

/** What has to be looked up for some filters. */
export interface Lookups {
  /** as callers write them */
  symbols: ReadonlySet<string>;
  /** texts that are searched for */
  texts: ReadonlySet<string>;
}

/** Whose names may be asked for. */
export interface Named {
  companies: ReadonlySet<string>;
  members: ReadonlySet<string>;
}

export class Directory {
  #companies = new Map<string, Company>();
  #members = new Map<string, string>();

  private constructor(
    readonly bySymbol: ReadonlyMap<string, readonly string[]>,
    readonly ambiguous: ReadonlySet<string>,
    readonly folds: ReadonlyMap<string, string>,
  ) {}

  /** Reads what the filters name. */
  static async open(client: ClientBase, { symbols, texts }: Lookups): Promise<Directory> {
    const spellings = [...symbols].flatMap(symbolKeys).flatMap(spellingsOf);
    const borne = await client.query<{ symbol: string; ciks: string[] }>(
      "SELECT symbol, array_agg(DISTINCT company_cik) AS ciks FROM company_symbols WHERE symbol = ANY($1) GROUP BY 1",
      [[...new Set(spellings)]],
    );
    const ambiguous = await client.query<{ symbol: string }>(
      `WITH borne AS MATERIALIZED (SELECT symbol, company_cik FROM company_symbols WHERE symbol = ANY($1)) ${ambiguousSymbols("borne")}`,
      [[...new Set(spellings)]],
    );
    const folded = await client.query<{ text: string; folded: string }>(
      "SELECT text, lower(text) AS folded FROM unnest($1::text[]) AS text",
      [[...texts]],
    );
    return new Directory(
      new Map(borne.rows.map(({ symbol, ciks }) => [symbol, ciks])),
      new Set(ambiguous.rows.map(({ symbol }) => symbol)),
      new Map(folded.rows.map(({ text, folded }) => [text, folded])),
    );
  }

  /** Reads the names of these companies and members, instead of those read before. */
  async readNames(client: ClientBase, { companies, members }: Named): Promise<void> {
    const found = await client.query<Company & { cik: string }>(
      `SELECT c.cik, c.sector, c.industry, c.sic_code::text AS "sicCode", lower(c.exchange) AS exchange, lower(concat_ws(e'\\n', c.name, c.ticker, s.symbols)) AS names
       FROM companies c LEFT JOIN (SELECT company_cik, string_agg(symbol, e'\\n') AS symbols FROM company_symbols
         WHERE company_cik = ANY($1) GROUP BY 1) AS s ON s.company_cik = c.cik
       WHERE c.cik = ANY($1)`,
      [[...companies]],
    );
    const people = await client.query<{ id: string; name: string }>(
      "SELECT bioguide_id AS id, lower(name) AS name FROM politicians WHERE bioguide_id = ANY($1)",
      [[...members]],
    );
    this.#companies = new Map(found.rows.map(({ cik, ...company }) => [cik, company]));
    this.#members = new Map(people.rows.map(({ id, name }) => [id, name]));
  }

  /** The stored spellings that a caller's symbols stand for. */
  meantSymbols(symbols: readonly string[]): string[] {
    return meantSymbols(symbols, (symbol) => this.ambiguous.has(symbol));
  }

  /** CIKs of the companies that have or had one of the symbols, in any spelling. */
  withSymbols(symbols: readonly string[]): string[] {
    return this.meantSymbols(symbols).flatMap((symbol) => this.bySymbol.get(symbol) ?? []);
  }

  company(cik: string | undefined): Company | undefined {
    return cik === undefined ? undefined : this.#companies.get(cik);
  }

  /** The member's name in lower case. */
  memberName(id: string): string | undefined {
    return this.#members.get(id);
  }

  /** The text in PostgreSQL's lower case. Throws for a text that was not wanted when the directory was opened. */
  folded(text: string): string {
    const folded = this.folds.get(text);
    if (folded === undefined) throw new Error(`the directory does not have the text ${JSON.stringify(text)}`);
    return folded;
  }
}
