// Detects a transaction pooler (such as PgBouncer) in front of PostgreSQL: LISTEN, session locks and loads cannot go
// through it.
import pg from "pg";

/**
 * `direct`: PostgreSQL itself. `sessions`: a pooler in session mode, which supports everything. `transactions`: a
 * pooler in another mode, or one that refuses our session settings.
 */
type ConnectionKind = "direct" | "sessions" | "transactions";

/** Detects it with at most two connections. Throws the driver's error if it cannot connect. */
async function connectionKindOf(databaseUrl: string): Promise<ConnectionKind> {
  return await withClient(databaseUrl, async (one) => {
    const backend = await backendOf(one);
    // a pooler sends made-up process ids
    if (backend === (one as unknown as { processID: number }).processID) return "direct";
    // two concurrent sessions on the same backend, or one session whose backend changes
    const isShared = await withClient(databaseUrl, async (other) => (await backendOf(other)) === backend);
    return isShared || (await backendOf(one)) !== backend ? "transactions" : "sessions";
  }).catch((error: unknown) => {
    if (error instanceof Error && /unsupported startup parameter/i.test(error.message)) return "transactions";
    throw error;
  });
}

/** Why the database settings cannot be used, in one line; undefined if they can. Throws as connectionKindOf does. */
export async function poolerProblem(config: {
  databaseUrl: string;
  databaseDirectUrl?: string | undefined;
}): Promise<string | undefined> {
  const { databaseUrl, databaseDirectUrl } = config;
  const setting = databaseDirectUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  if ((await connectionKindOf(databaseDirectUrl ?? databaseUrl)) !== "transactions") return undefined;
  return `${setting} leads through a transaction pooler, which does not support LISTEN, advisory locks and loading; set DATABASE_DIRECT_URL to the same database without the pooler`;
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // with our session settings
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, options: "-c jit=off" });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
