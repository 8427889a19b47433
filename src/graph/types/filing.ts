// A Form 3, 4 or 5 and its reporting owners.
import { builder } from "../builder.ts";
import type { OwnerRow } from "../loaders/loaders.ts";
import { rowsOf } from "../stored-fields.ts";

export const acceptedAt = "when the SEC accepted the filing; null if it was read without its header";

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
