// Whether a connection pooler (PgBouncer and its like) is before PostgreSQL and takes sessions apart: then nothing that
// listens, locks or loads may go through it.
import pg from "pg";

/**
 * `direct`: PostgreSQL itself. `sessions`: a pooler that keeps a session together, which carries everything. `transactions`: one
 * that does not, or that refuses the settings of our sessions.
 */
type Way = "direct" | "sessions" | "transactions";

/** Finds out by at most two connections. Throws the driver's error where there is no connection. */
async function wayTo(databaseUrl: string): Promise<Way> {
  return await withClient(databaseUrl, async (one) => {
    const backend = await backendOf(one);
    // a pooler hands out process ids of its own
    if (backend === (one as unknown as { processID: number }).processID) return "direct";
    // two sessions that are open at once and meet the same backend, or a session that meets another one later
    const isShared = await withClient(databaseUrl, async (other) => (await backendOf(other)) === backend);
    return isShared || (await backendOf(one)) !== backend ? "transactions" : "sessions";
  }).catch((error: unknown) => {
    if (error instanceof Error && /unsupported startup parameter/i.test(error.message)) return "transactions";
    throw error;
  });
}

/** Why the settings of the database cannot be used, in one line; undefined where they can. Throws as wayTo does. */
export async function poolerProblem(config: {
  databaseUrl: string;
  databaseDirectUrl?: string | undefined;
}): Promise<string | undefined> {
  const { databaseUrl, databaseDirectUrl } = config;
  const setting = databaseDirectUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  if ((await wayTo(databaseDirectUrl ?? databaseUrl)) !== "transactions") return undefined;
  return `${setting} leads through a transaction pooler, which cannot carry what listens, locks and loads; set DATABASE_DIRECT_URL to the same database without the pooler`;
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // with the settings that our sessions have
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, options: "-c jit=off" });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
