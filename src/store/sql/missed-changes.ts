// What a subscription knows of changes that it will not get: since when, and of which data versions.

/** The aggregates that `addMissed` reads, over rows with `changed_at` and `version` such as those of the change log. */
export const missedOf = (rows: string): string =>
  `min(${rows}.changed_at) AS since, min(${rows}.version) AS first_version, max(${rows}.version) AS last_version`;

/** The columns of a subscription, for SET: what it missed before and the changes of `missed` together. */
export const addMissed = (subscription: string, missed: string): string =>
  `missed_since = least(${subscription}.missed_since, ${missed}.since),
   missed_first_version = least(${subscription}.missed_first_version, ${missed}.first_version),
   missed_last_version = greatest(${subscription}.missed_last_version, ${missed}.last_version)`;
