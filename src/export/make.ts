// What writes rows in a format.
import type { Row } from "../../rest/fields.ts";
import type { Column } from "../../rest/forms/columns.ts";

/** Where bytes go; resolves when they are taken. */
type Sink = (bytes: Uint8Array) => Promise<void>;

export interface Format {
  write(rows: Row[]): Promise<void>;
  end(): Promise<void>;
}

/** facts that go into the file where its format has a place for them */
type Facts = Record<string, string>;

export type Make = (columns: Column[], sink: Sink, facts: Facts) => Promise<Format>;
