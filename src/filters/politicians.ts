// The filters of the directory of members of Congress, which is read only from PostgreSQL.
import { contains, flag, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { chambers, parties, states } from "./shared.ts";
import { sorts } from "./sorts.ts";
import { boolean, text } from "./types.ts";
import { distinctWords } from "./words.ts";

export interface PoliticianFields {
  /** party, chamber and state of the current (or last) term; `committee`: one that the member sits on */
  label: "chamber" | "party" | "state" | "committee";
  flag: "inOffice";
  number: never;
  day: never;
  instant: never;
  /** the member's official name */
  text: "name";
}

export const politicianFilters = filtersOver<PoliticianFields>()({
  q: {
    type: text({ max: 100, example: "doe", names: "person" }),
    about: "words that must all occur in the member's name",
    where: (value) => distinctWords(value).map((word) => contains("name", word)),
  },
  chamber: {
    type: chambers,
    about: "chamber of the current (or last) term",
    where: (value) => oneOf("chamber", [value]),
  },
  party: { type: parties, about: "party of the current (or last) term", where: (value) => oneOf("party", [value]) },
  state: {
    type: states,
    about: "state of the current (or last) term, as its postal code",
    where: (value) => oneOf("state", [value]),
  },
  inOffice: { type: boolean, about: "serves today", where: (value) => flag("inOffice", value) },
  committee: {
    type: text({ max: 20, example: "HSBA", names: "code" }),
    about: "code of a committee or subcommittee that the member sits on, in any case",
    where: (value) => oneOf("committee", [value.toUpperCase()]),
  },
});

export type PoliticianFilter = FilterValues<typeof politicianFilters>;

export const politicianSorts = sorts({
  TRADES: { name: "trades", field: "total_trades" },
  VOLUME: { name: "volume", field: "est_volume_mid" },
  LATE_RATE: { name: "lateRate", field: "late_rate_pct" },
  ALPHA_90: { name: "alpha90", field: "avg_alpha_pct" },
  WIN_RATE_90: { name: "winRate90", field: "win_rate_pct" },
});

export type PoliticianSort = keyof typeof politicianSorts;
