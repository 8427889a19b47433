// Filters of src/filters as parameters: type, description and label follow from the filter's record.
import type { Fields } from "../../src/filters/define-filters.ts";
import { type Filters, type FilterType, noSuchType, type ValueOf } from "../../src/filters/define-filters.ts";
import { amount, date, integer, month, percent, ranges, timestamp } from "./numbers-and-dates.ts";
import type { Parameter, Parameters } from "./parameter.ts";
import { accessionNumber, bioguideIds, choice, choices, ciks, tickers, truth, words } from "./texts.ts";
import { industries, sectors, transactionCode, transactionCodes } from "./vocabulary.ts";

/** A parameter whose value is that of the filter. */
type FilterParameter<T> = Parameter<T> & { filter: string; label: string; withoutEvents?: true };

/** A parameter for each of the filters, by the filter's name. */
export function filterParameters<F extends Fields, T extends Record<string, FilterType>>(filters: Filters<F, T>) {
  const parameters = Object.entries(filters).map(([filter, { label, type, about, withoutEvents }]) => [
    filter,
    { ...parameterOf(type, about), filter, label, ...(withoutEvents && { withoutEvents }) },
  ]);
  return Object.fromEntries(parameters) as { [Name in keyof T]: FilterParameter<ValueOf<T[Name]>> };
}

/** The values of the parameters that are filters, by the filters' names. */
export function filterOf(params: Parameters, values: Record<string, unknown>): Record<string, unknown> {
  const filters = Object.entries(params).flatMap(([name, parameter]) =>
    "filter" in parameter ? [[parameter.filter, values[name]]] : [],
  );
  return Object.fromEntries(filters);
}

function parameterOf(type: FilterType, about: string): Parameter<unknown> {
  switch (type.kind) {
    case "symbols":
      return tickers(about);
    case "ranges":
      return ranges(about);
    case "sectors":
      return sectors(about);
    case "industries":
      return industries(about);
    case "transactionCodes":
      return transactionCodes(about);
    case "transactionCode":
      return transactionCode(about, type.codes);
    case "text":
      return words(about, type);
    case "date":
      return date(about);
    case "month":
      return month(about);
    case "timestamp":
      return timestamp(about);
    case "amount":
      return amount(about);
    case "percent":
      return percent(about);
    case "boolean":
      return truth(about);
    case "integer":
      return integer(about, type);
    case "bioguideIds":
      return bioguideIds(about);
    case "ciks":
      return ciks(about);
    case "accessionNumber":
      return accessionNumber(about);
    case "choices":
      return choices(about, type.names);
    case "choice":
      return choice(about, type.names, {});
    default:
      return noSuchType(type);
  }
}
