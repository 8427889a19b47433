// Doubts about what a form states: a mark in the row of the trade, and a sentence in its details.

export interface Judged {
  priceQuality: string | null;
  dateQuality: string | null;
  filedDirectionConflict: boolean | null;
  amendmentStatus: string | null;
}

interface Doubt {
  mark: string;
  why: string;
}

export function doubtsOf({ priceQuality, dateQuality, filedDirectionConflict, amendmentStatus }: Judged): Doubt[] {
  const doubts: Doubt[] = [];
  if (priceQuality === "suspect")
    doubts.push({
      mark: "suspect price",
      why: "The price is far from the market price, or repeats the number of shares.",
    });
  if (dateQuality === "transaction_after_filing")
    doubts.push({ mark: "suspect date", why: "The filed trade date is after the filing." });
  if (dateQuality === "implausible_lag")
    doubts.push({
      mark: "suspect date",
      why: "The filed dates are more than five years apart: a year is probably mistyped.",
    });
  if (filedDirectionConflict)
    doubts.push({
      mark: "suspect direction",
      why: "The form states a purchase as disposed of, or a sale as acquired.",
    });
  if (amendmentStatus === "undecided")
    doubts.push({ mark: "undecided", why: "It is undecided whether an amendment restates this trade or adds one." });
  return doubts;
}
