// Parameters that several routes over Congress share.
import { choice } from "./texts.ts";

const parties = {
  D: "Democrat",
  R: "Republican",
  I: "Independent",
  Democrat: "Democrat",
  Republican: "Republican",
  Independent: "Independent",
} as const;

/** Gives the party's full name. */
export const party = choice("party on the trade date", parties, { anyCase: true });

/** Gives `House` or `Senate`. */
export const chamber = choice("chamber", { house: "House", senate: "Senate" } as const, { anyCase: true });

/** As chamber, and `Joint`. */
export const committeeChamber = choice("chamber", { house: "House", senate: "Senate", joint: "Joint" } as const, {
  anyCase: true,
});

/** The kinds of transaction, with their aliases, as the query's enumeration. */
export const tradeKind = choice(
  "kind of transaction; sale is every kind of sale",
  { purchase: "PURCHASE", sale: "SALE", exchange: "EXCHANGE", buy: "PURCHASE", sell: "SALE" } as const,
  { anyCase: true },
);
