// The process that holds the index of a machine. The one that starts it says where the database is and where to listen; it ends when
// that one ends. No request depends on it: without its answer PostgreSQL is queried.
import { createServer, type Socket } from "node:net";
import { Follower } from "./follower.ts";
import { onLines, type Request, type Response, send } from "./protocol.ts";
import { kindNames, type TradeIndex } from "./trade-index.ts";

export interface Assignment {
  /** a direct one, on which can be listened */
  databaseUrl: string;
  socketPath: string;
}

/** What the starting process is sent. */
export type FromOwner =
  | { listening: true }
  | { built: { rows: Record<string, number>; version: number; seconds: number; megabytes: number } }
  | { failed: string };

/** how long a question waits for a version that the index has not taken in yet */
const patienceMs = 250;

const report = (message: FromOwner) => process.send?.(message);

function serve({ databaseUrl, socketPath }: Assignment): void {
  const follower = new Follower(databaseUrl, {
    built: (index, seconds) => report({ built: { ...figuresOf(index), seconds } }),
    failed: (error) => report({ failed: error instanceof Error ? error.message : String(error) }),
  });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    onLines<Request>(socket, (request) => void answer(follower, socket, request));
  });
  server.listen(socketPath, () => report({ listening: true }));
}

async function answer(follower: Follower, socket: Socket, { n, question, page, version }: Request): Promise<void> {
  const { index: known } = follower;
  const index = known && known.version >= version ? known : await follower.knowing(version, patienceMs);
  const found = index?.find(question, page, version);
  send(socket, (found ? { n, ...found } : { n, none: true }) satisfies Response);
}

function figuresOf(index: TradeIndex) {
  const rows = Object.fromEntries(kindNames.map((kind) => [kind, index.rows(kind)]));
  return { rows, version: index.version, megabytes: Math.round(process.memoryUsage.rss() / 1_048_576) };
}

process.once("message", (assignment: Assignment) => serve(assignment));
process.once("disconnect", () => process.exit());
// the terminal's signals reach every process of the service; this one ends with the one that started it
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
