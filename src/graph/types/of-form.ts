// Resolvers for the relations of a row of a form, through the loaders.
import type { GraphContext } from "../context.ts";
import { after, present } from "../present.ts";

interface FormRow {
  companyCik: string;
  accessionNumber: string;
}

type Loaded = Pick<GraphContext, "loaders">;

export const companyOf = ({ companyCik }: Pick<FormRow, "companyCik">, _: object, { loaders }: Loaded) =>
  after(loaders.company.load(companyCik), (company) => present(company, companyCik));

/** The first listed owner. */
export const ownerOf = ({ accessionNumber }: Pick<FormRow, "accessionNumber">, _: object, { loaders }: Loaded) =>
  after(loaders.owners.load(accessionNumber), ([first]) => present(first, accessionNumber));

export const filingOf = ({ accessionNumber }: Pick<FormRow, "accessionNumber">, _: object, { loaders }: Loaded) =>
  after(loaders.filing.load(accessionNumber), (filing) => present(filing, accessionNumber));
