// Labels of the row's company, which several lists have.
import { type CompanyProperty, ofEachProperty } from "../../filters/shared.ts";
import type { LabelTest } from "../conditions-to-predicate.ts";
import type { Directory } from "../directory.ts";

/** The labels of a company, from its CIK in the facts of a row. */
export function companyWith<Facts>(companyOf: (facts: Facts) => string) {
  const symbol = (values: readonly string[], directory: Directory): LabelTest<Facts> => {
    const ciks = new Set(directory.withSymbols(values));
    return { test: (facts) => ciks.has(companyOf(facts)), keys: [...ciks].map((cik) => `company ${cik}`) };
  };
  const property =
    (name: CompanyProperty) =>
    (values: readonly string[], directory: Directory): LabelTest<Facts> => ({
      test: (facts) => values.includes(directory.company(companyOf(facts))?.[name] ?? ""),
    });
  return { symbol, ...ofEachProperty(property) };
}
