// Holdings: what an insider owned last, per security and vehicle, and the ledger that leads to it.
import { companyCikOf } from "../../store/company-of-symbol.ts";
import type { LedgerEntry as Entry } from "../../store/statistics/holdings/ledger.ts";
import { companyPositions, insiderPositions, type Position } from "../../store/statistics/holdings/positions.ts";
import type { PositionRow } from "../../store/statistics/holdings/rows.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { after, present } from "../present.ts";
import { rowsOf } from "../stored-fields.ts";
import { Company } from "./company.ts";
import { Filing, ReportingOwner } from "./filing.ts";

const LedgerEntry = builder.objectRef<Entry<PositionRow>>("LedgerEntry").implement({
  description:
    "A transaction or a statement of a holding, and whether the stated position follows from what was stated before.",
  fields: (t) => ({
    on: t.field({ type: "Date", description: "trade date, or the period of the report", resolve: ({ row }) => row.on }),
    filedOn: t.field({ type: "Date", resolve: ({ row }) => row.filedOn }),
    formType: t.string({ resolve: ({ row }) => row.formType }),
    accessionNumber: t.string({ resolve: ({ row }) => row.accessionNumber }),
    tradeId: t.field({
      type: "RowId",
      nullable: true,
      description: "null for a statement of a holding",
      resolve: ({ row }) => row.tradeId,
    }),
    transactionCode: t.string({ nullable: true, resolve: ({ row }) => row.code }),
    acquiredDisposed: t.string({ nullable: true, resolve: ({ row }) => row.acquiredDisposed }),
    shares: t.field({ type: "Decimal", nullable: true, resolve: ({ row }) => row.shares }),
    sharesOwnedAfter: t.field({
      type: "Decimal",
      nullable: true,
      description: "as the form states it",
      resolve: ({ row }) => row.after,
    }),
    expected: t.expose("expected", {
      type: "Decimal",
      nullable: true,
      description: "the position before and this transaction",
    }),
    gap: t.expose("gap", { type: "Decimal", nullable: true, description: "stated minus expected" }),
    splitRatio: t.expose("splitRatio", {
      type: "Decimal",
      nullable: true,
      description: "new shares for an old one, where the cause is split",
    }),
    cause: t.exposeString("cause", { nullable: true, description: "why the two differ; null where they are equal" }),
  }),
});

const HoldingPosition = builder.objectRef<Position>("HoldingPosition").implement({
  ...rowsOf("Holding"),
  fields: (t) => ({
    company: t.field({
      type: Company,
      resolve: ({ companyCik }, _, { loaders }) =>
        after(loaders.company.load(companyCik), (company) => present(company, companyCik)),
    }),
    insider: t.field({
      type: ReportingOwner,
      description: "the first listed owner of the form that states it",
      resolve: ({ accessionNumber }, _, { loaders }) =>
        after(loaders.owners.load(accessionNumber), ([first]) => present(first, accessionNumber)),
    }),
    securityTitle: t.exposeString("securityTitle"),
    securityClass: t.exposeString("securityClass"),
    isDerivative: t.exposeBoolean("isDerivative"),
    exercisePrice: t.expose("exercisePrice", { type: "Decimal", nullable: true }),
    expiresOn: t.expose("expiresOn", { type: "Date", nullable: true }),
    ownership: t.exposeString("ownership", { nullable: true }),
    vehicle: t.exposeString("vehicle", {
      nullable: true,
      description: "direct, trust, spouse ... by the nature of ownership",
    }),
    natureOfOwnership: t.exposeString("natureOfOwnership", { nullable: true }),
    shares: t.expose("shares", { type: "Decimal", nullable: true }),
    value: t.expose("value", { type: "Decimal", nullable: true }),
    statedOn: t.expose("statedOn", { type: "Date" }),
    filedOn: t.expose("filedOn", { type: "Date" }),
    formType: t.exposeString("formType"),
    accessionNumber: t.exposeString("accessionNumber"),
    filing: t.field({
      type: Filing,
      resolve: ({ accessionNumber }, _, { loaders }) =>
        after(loaders.filing.load(accessionNumber), (filing) => present(filing, accessionNumber)),
    }),
    parts: t.exposeInt("parts", { description: "positions under these words that footnotes alone tell apart" }),
    entryCount: t.exposeInt("entryCount"),
    gapCount: t.exposeInt("gapCount"),
    ledger: t.field({
      type: [LedgerEntry],
      description: "the newest hundred entries, in order of trade date and form",
      complexity: { field: 1, multiplier: 10 },
      resolve: ({ ledger }) => ledger,
    }),
  }),
});

const HoldingPositionList = listOf("HoldingPositionList", HoldingPosition);

builder.queryFields((t) => ({
  insiderHoldings: t.field({
    type: HoldingPositionList,
    nullable: true,
    description: "newest filing first; null for an insider that is not known",
    args: { cik: t.arg.string({ required: true, description: "zero-padded to 10 digits" }), ...pageArguments },
    complexity: pageComplexity,
    resolve: (_, { cik, ...page }, { db }) => insiderPositions(db, cik, checkPage(page)),
  }),
  companyHoldings: t.field({
    type: HoldingPositionList,
    nullable: true,
    description: "of all insiders of a company, newest filing first; null for a company that is not known",
    args: {
      cikOrTicker: t.arg.string({
        required: true,
        description:
          "CIK, zero-padded to 10 digits, or a symbol: of the company that bears it, else of the one that bore it last",
      }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: async (_, { cikOrTicker, ...page }, { db }) => {
      const cik = await companyCikOf(db, cikOrTicker);
      return cik === null ? null : companyPositions(db, cik, checkPage(page));
    },
  }),
}));
