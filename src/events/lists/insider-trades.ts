// The facts of an insider trade in the change log (disclosed_facts), and how filters see them.
import { Decimal } from "decimal.js";
import { cikOf } from "../../domain/identifiers.ts";
import { type DateQuality, delaysByQuality } from "../../filters/date-quality.ts";
import type { InsiderTradeFields, Role } from "../../filters/insider-trade-fields.ts";
import { saysOffice } from "../../filters/officer-titles.ts";
import { ofEachOutcome } from "../../filters/outcomes.ts";
import { hasDirectionConflict } from "../../store/sql/suspect-trades.ts";
import { companyWith, type FactFields, isInRanges, keyed, label, type Predicate } from "../conditions-to-predicate.ts";
import type { Directory } from "../directory.ts";

// Numbers as responses show them.

/** To four decimals, halves away from zero, as PostgreSQL's round of a numeric. */
const roundedTo4 = (number: string): string => new Decimal(number).toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toFixed();

/** Absent is null. Numbers are decimals as text. */
interface Facts {
  filedOn: string;
  tradedOn?: string;
  company: string;
  /** CIKs of all owners of the form */
  owners?: string[];
  /** in lower case, as filed and in reverse order */
  ownerNames: string;
  /** in lower case */
  tickerAsFiled?: string;
  /** in lower case */
  title?: string;
  accessionNumber: string;
  formType: string;
  transactionCode: string;
  acquiredDisposed?: string;
  securityClass?: string;
  ownership?: string;
  priceQuality?: string;
  amendmentStatus?: string;
  derivative: boolean;
  director: boolean;
  officer: boolean;
  tenPercentOwner: boolean;
  plan?: boolean;
  firstBuy?: boolean;
  inCluster: boolean;
  value?: string;
  price?: string;
  shares?: string;
  sharesOwnedAfter?: string;
  /** as computed: responses round it, and do not show it where the direction conflicts */
  deltaOwnPct?: string;
  delayDays?: string;
  signalScore: string;
  signalTier: string;
  signalDirection: string;
}

const companies = companyWith<Facts>(({ company }) => company);

const roles: Readonly<Record<Role, Predicate<Facts>>> = {
  director: ({ director }) => director,
  officer: ({ officer }) => officer,
  tenPercentOwner: ({ tenPercentOwner }) => tenPercentOwner,
  ceo: ({ title }) => title !== undefined && saysOffice("ceo", title),
  cfo: ({ title }) => title !== undefined && saysOffice("cfo", title),
};

export const insiderTradeFacts: FactFields<InsiderTradeFields, Facts> = {
  label: {
    ...companies,
    company: keyed("company", ({ company }) => [company]),
    owner: keyed("owner", ({ owners = [] }) => owners),
    accessionNumber: keyed("filing", ({ accessionNumber }) => [accessionNumber]),
    transactionCode: label(({ transactionCode }) => transactionCode),
    role: (values) => ({ test: (facts) => values.some((role) => roles[role as Role](facts)) }),
    signalTier: label(({ signalTier }) => signalTier),
    signalDirection: label(({ signalDirection }) => signalDirection),
    plan: label(({ plan }) => (plan === undefined ? undefined : String(plan))),
    formType: label(({ formType }) => formType),
    acquiredDisposed: label(({ acquiredDisposed }) => acquiredDisposed),
    securityClass: label(({ securityClass }) => securityClass),
    ownership: label(({ ownership }) => ownership),
    priceQuality: label(({ priceQuality }) => priceQuality),
    amendmentStatus: label(({ amendmentStatus }) => amendmentStatus),
    dateQuality: (values) => ({
      test: isInRanges(
        ({ delayDays }) => delayDays,
        values.map((quality) => delaysByQuality[quality as DateQuality]),
      ),
    }),
  },
  flag: {
    // the log has facts of listed rows only
    live: () => true,
    nonDerivative: ({ derivative }) => !derivative,
    inPlan: ({ plan }) => plan === true,
    suspectPrice: ({ priceQuality }) => priceQuality === "suspect",
    firstBuy: ({ firstBuy }) => firstBuy === true,
    inCluster: ({ inCluster }) => inCluster,
  },
  number: {
    value: ({ value }) => value,
    price: ({ price }) => price,
    signalScore: ({ signalScore }) => signalScore,
    delayDays: ({ delayDays }) => delayDays,
    shares: ({ shares }) => shares,
    sharesOwnedAfter: ({ sharesOwnedAfter }) => sharesOwnedAfter,
    deltaOwnPct: shownDelta,
    ...ofEachOutcome(() => null),
  },
  day: { filedOn: ({ filedOn }) => filedOn, tradedOn: ({ tradedOn }) => tradedOn },
  text: {
    ownerNames:
      (text) =>
      ({ ownerNames }) =>
        ownerNames.includes(text),
    anyName: hasWord,
    title:
      (text) =>
      ({ title }) =>
        title?.includes(text) === true,
  },
};

export const insiderTradeKeys = ({ company, owners = [], accessionNumber }: Facts): string[] => [
  `company ${company}`,
  ...owners.map((owner) => `owner ${owner}`),
  `filing ${accessionNumber}`,
];

function shownDelta({ deltaOwnPct, transactionCode, acquiredDisposed }: Facts): string | undefined {
  const conflicts = hasDirectionConflict({ transactionCode, acquiredDisposed: acquiredDisposed ?? null });
  return deltaOwnPct === undefined || conflicts === true ? undefined : roundedTo4(deltaOwnPct);
}

/** A word of q: part of a symbol, of the company's name or of an owner's name, or a whole CIK. */
function hasWord(word: string, directory: Directory): Predicate<Facts> {
  const folded = directory.folded(word);
  const lower = word.toLowerCase();
  const cik = cikOf(word);
  return ({ ownerNames, tickerAsFiled, company, owners }) =>
    ownerNames.includes(lower) ||
    tickerAsFiled?.includes(folded) === true ||
    directory.company(company)?.names.includes(folded) === true ||
    (cik !== null && (company === cik || owners?.includes(cik) === true));
}
