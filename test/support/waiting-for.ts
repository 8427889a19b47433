// Processes that wait for the lock of a table. Stores that are copies of one template have the same ids for their tables, so that a lock is
// known by its database too.

/** The processes of this database that wait for a lock of the table, a row each. */
export const waitingFor = (table: string): string =>
  `SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = pg_locks.database
   WHERE NOT granted AND d.datname = current_database() AND relation = '${table}'::regclass`;
