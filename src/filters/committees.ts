// The filters of the committee directory, which is read only from PostgreSQL.
import { contains, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { sorts } from "./sorts.ts";
import { choice, text } from "./types.ts";

export interface CommitteeFields {
  label: "chamber";
  flag: never;
  figure: never;
  day: never;
  instant: never;
  /** `name`: of the committee, its code, or the name of a current member */
  text: "name";
}

export const committeeFilters = filtersOver<CommitteeFields>()({
  chamber: {
    type: choice({ house: "House", senate: "Senate", joint: "Joint" }),
    about: "chamber",
    where: (value) => oneOf("chamber", [value]),
  },
  q: {
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
