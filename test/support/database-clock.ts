// The clock of a test's own database. PostgreSQL counts minutes, days and months by clock_timestamp(); a function of that name
// in a schema that is searched before pg_catalog takes its place for every connection that is opened later.
import pg from "pg";

export interface DatabaseClock {
  /** Stops the clock at a given time, for all connections. Default: the time of the call. */
  stopAt(moment?: Date): Promise<void>;
  /** Lets it show the real time again. */
  run(): Promise<void>;
}

/** Replaces the clock of a database that has no connections yet. It shows the real time until it is stopped. */
export async function replaceClock(databaseUrl: string): Promise<DatabaseClock> {
  const query = async (sql: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(sql, values).finally(() => client.end());
  };
  await query(`
    CREATE SCHEMA test_clock;
    CREATE TABLE test_clock.stopped_at (moment timestamptz NOT NULL);
    CREATE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      'SELECT coalesce((SELECT moment FROM test_clock.stopped_at), pg_catalog.clock_timestamp())';
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = test_clock, public, pg_catalog', current_database()); END $$;`);
  return {
    stopAt: async (moment = new Date()) => {
      await query("DELETE FROM test_clock.stopped_at");
      await query("INSERT INTO test_clock.stopped_at VALUES ($1)", [moment]);
    },
    run: () => query("DELETE FROM test_clock.stopped_at"),
  };
}
