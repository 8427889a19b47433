// The filters of the directory of members of Congress, which is read only from PostgreSQL.
import { contains, flag, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { chambers, parties, states } from "./shared.ts";
import { sorts } from "./sorts.ts";
import { boolean, integer, text } from "./types.ts";
import { distinctWords } from "./words.ts";

export interface PoliticianFields {
  /** party, chamber, state and district of the current (or last) term; `committee`: one that the member sits on */
  label: "chamber" | "party" | "state" | "district" | "committee";
  flag: "inOffice";
  number: never;
  day: never;
  instant: never;
  /** the member's official name */
  text: "name";
}

export const politicianFilters = filtersOver<PoliticianFields>()({
  q: {
    label: "Search",
    type: text({ max: 100, example: "doe", names: "person" }),
    about: "words that must all occur in the member's name",
    where: (value) => distinctWords(value).map((word) => contains("name", word)),
  },
  chamber: {
    label: "Chamber",
    type: chambers,
    about: "chamber of the current (or last) term",
    where: (value) => oneOf("chamber", [value]),
  },
  party: {
    label: "Party",
    type: parties,
    about: "any of these parties of the current (or last) term",
    where: (value) => oneOf("party", value),
  },
  state: {
    label: "State",
    type: states,
    about: "any of these states of the current (or last) term, as postal codes",
    where: (value) => oneOf("state", value),
  },
  district: {
    label: "District",
    type: integer({ min: 0, max: 99, example: "11" }),
    about: "district of the current (or last) term, beside the state; 0 is at large; House only",
    where: (value) => oneOf("district", [String(value)]),
  },
  inOffice: {
    label: "In office",
    type: boolean,
    about: "serves today",
    where: (value) => flag("inOffice", value),
  },
  committee: {
    label: "Committee (code)",
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
  NAME: { name: "name", field: "name" },
});

export type PoliticianSort = keyof typeof politicianSorts;
