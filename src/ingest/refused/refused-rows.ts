// Rows of a file that are refused while its other rows are stored.
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import type { Position } from "./position.ts";

/** A refused row: `recordRef` names it within the file. */
export interface RefusedRow {
  recordRef: string;
  reason: string;
  message: string;
  /** its position in the file, if the parser gives one */
  position?: Position;
  /** how many rows this represents; default 1 */
  records?: number;
}

/** maximum number of refused rows with one reason in one file that get an entry of their own */
const namedRows = 200;

/**
 * The refused rows of a file. For each reason only a limited number of rows are named; all further rows are one entry.
 */
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

/** Writes the refused rows to the quarantine. */
export async function quarantineRows(
  file: InputFile,
  stored: StoredFile,
  rows: RefusedRow[],
  context: IngestContext,
): Promise<void> {
  for (const { recordRef, reason, message, position, records = 1 } of rows)
    await context.quarantineRecord(file, recordRef, reason, message, { stored, position, records });
}
