// What the sources of both chambers have in common.

/** Their reports are stored in the same tables. */
export const congressLoader = "congress";

/** A report names a member; without members it would only fill the quarantine. */
export const needsMembers = {
  table: "politicians",
  otherwise: "no members are known yet: sync or ingest legislators first",
};
