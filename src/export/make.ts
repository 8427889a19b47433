// The interface of a writer of rows in a format.
import type { Row } from "../../rest/fields.ts";
import type { Column } from "../../rest/forms/columns.ts";

/** The destination of bytes; resolves when they are accepted. */
type Sink = (bytes: Uint8Array) => Promise<void>;

export interface Format {
  write(rows: Row[]): Promise<void>;
  end(): Promise<void>;
}

/** facts that are stored in the file where its format supports that */
type Facts = Record<string, string>;

export type Make = (columns: Column[], sink: Sink, facts: Facts) => Promise<Format>;
