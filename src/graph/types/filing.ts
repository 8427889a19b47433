// A Form 3, 4 or 5 and its reporting owners, and the relations of a row of a form, through the loaders.
import { after, builder, present } from "../builder.ts";
import type { GraphContext } from "../context.ts";
import type { OwnerRow } from "../loaders.ts";
import { rowsOf } from "../stored-fields.ts";

export const acceptedAtDescription = "when the SEC accepted the filing; null if it was read without its header";

export const Filing = builder.prismaObject("Filing", {
  fields: (t) => ({
    accessionNumber: t.exposeString("accessionNumber"),
    formType: t.exposeString("formType"),
    filedOn: t.expose("filedOn", { type: "Date" }),
    periodOfReport: t.expose("periodOfReport", { type: "Date", nullable: true }),
    issuerNameAsFiled: t.exposeString("issuerNameAsFiled"),
    remarks: t.exposeString("remarks", { nullable: true }),
    acceptedAt: t.expose("acceptedAt", { type: "DateTime", nullable: true }),
    sourceUrl: t.exposeString("sourceUrl"),
  }),
});

export const ReportingOwner = builder.objectRef<OwnerRow>("ReportingOwner").implement({
  ...rowsOf("FilingOwner"),
  description: "A reporting owner, as stated on one form.",
  fields: (t) => ({
    cik: t.exposeString("insiderCik"),
    name: t.exposeString("nameAsFiled"),
    isDirector: t.exposeBoolean("isDirector"),
    isOfficer: t.exposeBoolean("isOfficer"),
    isTenPercentOwner: t.exposeBoolean("isTenPercentOwner"),
    isOther: t.exposeBoolean("isOther"),
    officerTitle: t.exposeString("officerTitle", { nullable: true }),
  }),
});

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
