// Shared by the sources of both chambers.

/** Their reports are stored in the same tables. */
export const congressLoader = "congress";

/** A report names a member; without known members every report would be quarantined. */
export const needsMembers = {
  table: "politicians",
  otherwise: "no members are known yet: sync or ingest legislators first",
};
