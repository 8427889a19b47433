// The start of the period that a batch of filings affects: per company the earliest filing date of anything that it
// changes, so that the derivation can skip earlier filings.
import type { PoolClient } from "pg";
import type { FilingToLoad } from "./record.ts";

/** The earliest filing date (YYYY-MM-DD) by company CIK. */
export class Reach {
  readonly #days = new Map<string, string>();

  /**
   * The reach of the batch and of stored filings with the same accession numbers. Must be called before anything is
   * stored.
   */
  static async ofBatch(client: PoolClient, filings: FilingToLoad[]): Promise<Reach> {
    const reach = new Reach();
    const { rows } = await client.query<{ cik: string; filedOn: string }>(
      `SELECT company_cik AS cik, min(filed_on) AS "filedOn" FROM filings WHERE accession_number = ANY($1) GROUP BY 1`,
      [filings.map(({ filing }) => filing.accessionNumber)],
    );
    for (const { cik, filedOn } of rows) reach.add(cik, filedOn);
    for (const { filing } of filings) reach.add(filing.issuer.cik, filing.filedOn);
    return reach;
  }

  add(cik: string, filedOn: string): void {
    const known = this.#days.get(cik);
    if (known === undefined || filedOn < known) this.#days.set(cik, filedOn);
  }

  /** undefined: the company is not in the batch */
  of(cik: string): string | undefined {
    return this.#days.get(cik);
  }
}
