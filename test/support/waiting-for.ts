// Processes that wait for the lock of a table. Clones of one template have the same table ids, so the query compares the database too.

/** The processes of this database that wait for a lock of the table, one per row. */
export const waitingFor = (table: string): string =>
  `SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = pg_locks.database
   WHERE NOT granted AND d.datname = current_database() AND relation = '${table}'::regclass`;
