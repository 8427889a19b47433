// Prints the major version of the PostgreSQL server at the given URL; exit 1 when it cannot be reached.
import pg from "pg";

const client = new pg.Client({ connectionString: process.argv[2], connectionTimeoutMillis: 2000 });
try {
  await client.connect();
  const { rows } = await client.query("SHOW server_version_num");
  console.log(Math.floor(Number(rows[0].server_version_num) / 10_000));
} catch {
  process.exitCode = 1;
} finally {
  await client.end().catch(() => {});
}
