// The inputs of an invented company's events: its insiders, its filings, and the two kinds of deals that most events
// consist of.
import type { Cast, Insider } from "./cast.ts";
import type { Deal, FilingDesk } from "./filing-desk.ts";
import type { Chance } from "./random.ts";

export interface Scene {
  cast: Cast;
  /** index of the company in its file; distributes the events over the companies */
  index: number;
  desk: FilingDesk;
  chance: Chance;
  today: string;
}

/** An open-market purchase at the close of the day. */
export const buy = (shares: number, daysAgo: number): Deal => ({
  code: "P",
  shares,
  daysAgo,
  acquired: true,
  price: "market",
});

export const sell = (shares: number, daysAgo: number): Deal => ({
  code: "S",
  shares,
  daysAgo,
  acquired: false,
  price: "market",
});

export const people = ({ chief, finance, counsel, chair, director }: Cast): Insider[] => [
  chief,
  finance,
  counsel,
  chair,
  director,
];
