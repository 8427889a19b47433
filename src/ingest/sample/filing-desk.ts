// Creates invented filings: assigns accession numbers in order of creation, fills in the standard fields of a form, and
// updates the holdings of the insiders with the reported trades.
import { addDays, isWeekday, newYorkInstant, weekdayOnOrBefore } from "../../lib/calendar-date.ts";
import type { FilingRecord, FormType, TransactionRecord } from "../form345/read/record.ts";
import type { Cast, Insider } from "./cast.ts";
import type { PriceWalk } from "./prices.ts";

export interface Deal {
  code: string;
  /** days before today */
  daysAgo?: number;
  /** the exact date, instead of `daysAgo` */
  on?: string;
  shares: number;
  acquired: boolean;
  /** `market` is the close of the day; null is a price given only in a footnote */
  price?: "market" | number | null;
  /** the price is this times the close of the day, to four decimals */
  priceFactor?: number;
  /** filed instead of shares and price */
  totalValue?: number;
  ownership?: "D" | "I";
  footnote?: string;
  /** a row of the derivative table; the underlying shares are the deal's shares */
  derivative?: { title: string; exercisePrice: number; lifeYears: number };
}

export interface FormOptions {
  form?: FormType;
  /** weekdays between the last trade and the filing; two is the deadline */
  delay?: number;
  /** the Rule 10b5-1 checkbox; forms before April 2023 do not have it */
  plan?: boolean;
  originalSubmittedOn?: string;
}

/** Forms have the checkbox since this date. */
const checkboxSince = "2023-04-01";

export class FilingDesk {
  readonly filings: FilingRecord[] = [];
  readonly #number: number;
  readonly #today: string;
  readonly #walks: Map<string, PriceWalk>;

  /** `number` is the company's index in its file; accession numbers are made from it and the order of filing */
  constructor(number: number, today: string, walks: Map<string, PriceWalk>) {
    this.#number = number;
    this.#today = today;
    this.#walks = walks;
  }

  /** Files the deals of one insider, or of several joint filers. No filing is dated in the future. */
  file(cast: Cast, owners: Insider[], deals: Deal[], options: FormOptions = {}): FilingRecord {
    const traded = deals.map((deal) => this.#dateOf(deal));
    const last = traded.toSorted().at(-1) ?? this.#dateOf({ daysAgo: 3 });
    const due = addWeekdays(last, options.delay ?? 2);
    const filedOn = due < this.#today ? due : weekdayOnOrBefore(this.#today);
    const footnotes: Record<string, string> = {};
    const rows = { derivative: 0, plain: 0 };
    const record: FilingRecord = {
      accessionNumber: this.#nextAccession(),
      formType: options.form ?? "4",
      schemaVersion: "X0508",
      filedOn,
      filedOnSource: "header",
      acceptedAt: newYorkInstant(`${filedOn.replaceAll("-", "")}170000`),
      periodOfReport: last,
      originalSubmittedOn: options.originalSubmittedOn ?? null,
      issuer: {
        cik: cast.company.cik,
        name: cast.company.name,
        ticker: this.#symbolOn(cast, filedOn),
        sicCode: cast.company.sicCode,
      },
      owners: owners.map(({ holding: _, ...owner }) => owner),
      aff10b5One: filedOn >= checkboxSince ? (options.plan ?? false) : null,
      notSubjectTo16: false,
      remarks: "Invented for the sample data.",
      footnotes,
      transactions: deals.map((deal, index) => {
        const isDerivative = deal.derivative !== undefined;
        if (deal.footnote) footnotes[`F${index + 1}`] = deal.footnote;
        const rowIndex = isDerivative ? rows.derivative++ : rows.plain++;
        return this.#row(cast, owners, deal, traded[index] ?? last, rowIndex, deal.footnote ? [`F${index + 1}`] : []);
      }),
      holdings: [],
      refused: [],
    };
    this.filings.push(record);
    return record;
  }

  /** The same form with changed values, as an amendment that restates every row. */
  amend(original: FilingRecord, change: (row: TransactionRecord) => TransactionRecord, weekdaysLater: number): void {
    const filedOn = addWeekdays(original.filedOn, weekdaysLater);
    this.filings.push({
      ...original,
      accessionNumber: this.#nextAccession(),
      formType: "4/A",
      filedOn: filedOn < this.#today ? filedOn : weekdayOnOrBefore(this.#today),
      originalSubmittedOn: original.filedOn,
      transactions: original.transactions.map(change),
    });
  }

  /** The return in percent of the company's shares over some days that begin so many days before today. */
  returnAfter(cast: Cast, daysAgo: number, days: number): number {
    const [before, after] = [daysAgo, daysAgo - days].map((ago) => this.#closeOn(cast, this.#dateOf({ daysAgo: ago })));
    return before && after ? (100 * (after - before)) / before : 0;
  }

  #closeOn(cast: Cast, date: string): number {
    return this.#walks.get(cast.company.cik)?.closeOn(date) ?? 10;
  }

  #nextAccession(): string {
    const inOrder = (this.#number + 1) * 1_000 + this.filings.length + 1;
    return `9990000000-00-${String(inOrder).padStart(6, "0")}`;
  }

  #dateOf({ on, daysAgo }: Pick<Deal, "on" | "daysAgo">): string {
    return weekdayOnOrBefore(on ?? addDays(this.#today, -(daysAgo ?? 3)));
  }

  /** Renamed companies changed their symbol two years ago. */
  #symbolOn(cast: Cast, date: string): string | null {
    const { symbol, formerSymbol } = cast.company;
    return formerSymbol && date < addDays(this.#today, -730) ? formerSymbol : (symbol ?? "NONE");
  }

  #row(
    cast: Cast,
    owners: Insider[],
    deal: Deal,
    tradedOn: string,
    rowIndex: number,
    footnoteIds: string[],
  ): TransactionRecord {
    const { derivative } = deal;
    const market = this.#closeOn(cast, tradedOn) * (deal.priceFactor ?? 1);
    const price = deal.price === "market" ? Math.round(market * 10_000) / 10_000 : (deal.price ?? null);
    const change = deal.acquired ? deal.shares : -deal.shares;
    if (!derivative) for (const owner of owners) owner.holding = Math.max(0, owner.holding + change);
    const holding = owners[0]?.holding ?? 0;
    return {
      isDerivative: derivative !== undefined,
      rowIndex,
      securityTitle: derivative?.title ?? "Common Stock",
      tradedOn,
      transactionCode: deal.code,
      acquiredDisposed: deal.acquired ? "A" : "D",
      shares: deal.totalValue === undefined ? String(deal.shares) : null,
      price: price === null ? null : String(price),
      totalValue: deal.totalValue === undefined ? null : String(deal.totalValue),
      sharesOwnedAfter: String(derivative ? (deal.acquired ? deal.shares : 0) : holding),
      valueOwnedAfter: null,
      ownership: deal.ownership ?? "D",
      natureOfOwnership: deal.ownership === "I" ? "By family trust" : null,
      exercisePrice: derivative ? String(derivative.exercisePrice) : null,
      exercisableOn: derivative ? addDays(tradedOn, 365) : null,
      expiresOn: derivative ? addDays(tradedOn, 365 * derivative.lifeYears) : null,
      underlyingTitle: derivative ? "Common Stock" : null,
      underlyingShares: derivative ? String(deal.shares) : null,
      footnoteIds,
    };
  }
}

/** The weekday `count` weekdays later. */
function addWeekdays(date: string, count: number): string {
  let at = date;
  for (let left = count; left > 0; ) {
    at = addDays(at, 1);
    if (isWeekday(at)) left--;
  }
  return at;
}
