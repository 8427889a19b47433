// Rows of a file that are refused while its other rows go in.
import type { Place } from "./place.ts";
import type { IngestContext, InputFile, StoredFile } from "./source.ts";

/** A row that was not taken: `recordRef` names it within the file. */
export interface RefusedRow {
  recordRef: string;
  reason: string;
  message: string;
  /** where it is in the file, if its parser knows */
  place?: Place;
  /** how many rows this represents; 1 unless told */
  records?: number;
}

/** refused rows of one reason in one file that get an entry of their own */
const namedRows = 200;

/** The refused rows of a file. Of one reason only so many are named: the rest of a damaged file is one entry. */
export class RefusedRows {
  readonly rows: RefusedRow[] = [];
  readonly #counts = new Map<string, number>();
  readonly #rest = new Map<string, RefusedRow>();

  add(row: RefusedRow): void {
    const { reason, records = 1 } = row;
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    const rest = this.#rest.get(reason);
    if (count <= namedRows) this.rows.push(row);
    else if (rest) Object.assign(rest, furtherRows(reason, (rest.records ?? 0) + records));
    else {
      const further = furtherRows(reason, records);
      this.#rest.set(reason, further);
      this.rows.push(further);
    }
  }
}

function furtherRows(reason: string, records: number): RefusedRow {
  return { recordRef: "further rows", reason, message: `${records} further rows`, records };
}

/** Writes them into quarantine. */
export async function quarantineRows(
  file: InputFile,
  stored: StoredFile,
  rows: RefusedRow[],
  context: IngestContext,
): Promise<void> {
  for (const { recordRef, reason, message, place, records = 1 } of rows)
    await context.quarantineRecord(file, recordRef, reason, message, { stored, place, records });
}
