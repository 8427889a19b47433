// The filters of the committee directory, which is read only from PostgreSQL.
import { contains, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { sorts } from "./sorts.ts";
import { choice, text } from "./types.ts";

export interface CommitteeFields {
  /** `family`: of a committee its own code; of a subcommittee its own and the committee's */
  label: "chamber" | "family";
  flag: never;
  number: never;
  day: never;
  instant: never;
  /** `name`: of the committee, its code, or the name of a current member */
  text: "name";
}

export const committeeFilters = filtersOver<CommitteeFields>()({
  chamber: {
    label: "Chamber",
    type: choice({ house: "House", senate: "Senate", joint: "Joint" }),
    about: "chamber",
    where: (value) => oneOf("chamber", [value]),
  },
  code: {
    label: "Committee (code)",
    type: text({ max: 20, example: "HSBA", names: "code" }),
    about: "code of a committee, which finds it and its subcommittees, or of a subcommittee, in any case",
    where: (value) => oneOf("family", [value.toUpperCase()]),
  },
  q: {
    label: "Search",
    type: text({ example: "finance" }),
    about: "part of the committee's name or code, or of a member's name",
    where: (value) => contains("name", value),
  },
});

export type CommitteeFilter = FilterValues<typeof committeeFilters>;

export const committeeSorts = sorts({
  CHAMBER: { name: "chamber", field: "chamber" },
  NAME: { name: "name", field: "name" },
});

export type CommitteeSort = keyof typeof committeeSorts;
