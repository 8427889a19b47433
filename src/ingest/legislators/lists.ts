// The files of the congress-legislators project that are used, without their forms. Names as in the project's README,
// "Data File Download Links"; its pages serve each as .json and .yaml, its repository's main branch only as .yaml.

/** Lists, in the order in which they depend on one another. */
export const lists = [
  "legislators-historical",
  "legislators-current",
  "committees-historical",
  "committees-current",
] as const;

/** The committee roster: who has which seat today. A seat needs its member and its committee. */
export const roster = "committee-membership-current";

/** The files of which every version counts, the committees before their rosters. The other lists name the past too. */
export const datedFiles = ["committees-current", roster] as const;
