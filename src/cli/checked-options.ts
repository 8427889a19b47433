// Checks of the command line's values, before anything is opened. Each function throws UsageError.
import { UsageError } from "../errors.ts";
import { isCalendarDate } from "../lib/calendar-date.ts";
import {
  type DocumentSourceName,
  documentSourceNames,
  findDocumentSource,
  findSource,
  type SourceName,
  sourceNames,
} from "../sources/sources.ts";

export function knownSource(source: string): SourceName {
  return findSource(source)?.name ?? unknownSource(source, sourceNames);
}

/** A source whose publisher lists documents; undefined if none is named. */
export function knownDocumentSource(source: string | undefined): DocumentSourceName | undefined {
  if (source === undefined) return undefined;
  return findDocumentSource(source)?.name ?? unknownSource(source, documentSourceNames);
}

function unknownSource(source: string, names: readonly string[]): never {
  throw new UsageError(`unknown source ${JSON.stringify(source)}; it must be one of ${names.join(", ")}`);
}

/** A calendar date, or undefined if the option is not given. */
export function checkedDate<Text extends string | undefined>(option: string, date: Text): Text {
  if (date === undefined || isCalendarDate(date)) return date;
  throw new UsageError(`${option} must be a calendar date YYYY-MM-DD, not ${JSON.stringify(date)}`);
}

/** A whole number from 1 to 999,999,999. */
export function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`${name} must be a whole number, at least 1, not ${JSON.stringify(text)}`);
}
