// The process that holds the trade index of a machine. The process that starts it sends it the database URL and the
// socket path; it ends when that process ends. No request depends on it: without its response PostgreSQL is queried.
import { createServer, type Socket } from "node:net";
import { reasonOf } from "../../lib/reason.ts";
import { onLines, type Request, type Response, send } from "./client.ts";
import { Follower, type FollowerEvents, type Origin } from "./follower.ts";
import { kindNames, type TradeIndex } from "./trade-index.ts";
import type { Found } from "./versioned-list.ts";

export interface Assignment {
  /** a direct one (no transaction pooler), because the process uses LISTEN */
  databaseUrl: string;
  socketPath: string;
  /** the built index is stored in this folder, to be read at the next start; undefined: nowhere */
  folder?: string | undefined;
}

/** Messages to the starting process. */
export type FromOwner =
  | { listening: true }
  | { built: { rows: Record<string, number>; version: number; seconds: number; from: Origin } }
  | { warmed: { megabytes: number; seconds: number } }
  | { doubted: string }
  | { written: { megabytes: number; seconds: number } }
  | { unwritten: string }
  | { failed: string };

/** how long a query waits for a version that the index has not applied yet */
const replyTimeoutMs = 250;

const report = (message: FromOwner) => process.send?.(message);

function serve({ databaseUrl, socketPath, folder }: Assignment): void {
  const events: FollowerEvents = {
    built: (index, seconds, from) => report({ built: { rows: rowsOf(index), version: index.version, seconds, from } }),
    warmed: (seconds) => report({ warmed: { megabytes: megabytes(), seconds } }),
    doubted: (doubted) => report({ doubted }),
    written: (bytes, seconds) => report({ written: { megabytes: Math.round(bytes / 1_048_576), seconds } }),
    unwritten: (unwritten) => report({ unwritten }),
    failed: (error) => report({ failed: reasonOf(error) }),
  };
  const follower = new Follower(databaseUrl, events, folder);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    onLines<Request>(socket, (request) => void response(follower, socket, request));
  });
  server.listen(socketPath, () => report({ listening: true }));
}

async function response(follower: Follower, socket: Socket, { n, question, page, version }: Request): Promise<void> {
  const { index: known } = follower;
  const index = known && known.version >= version ? known : await follower.indexAt(version, replyTimeoutMs);
  const found = index && findIn(index, { question, page, version });
  send(socket, (found ? { n, ...found } : { n, none: true }) satisfies Response);
}

/** Undefined for a query that fails too: it must not end the process. */
function findIn(index: TradeIndex, { question, page, version }: Omit<Request, "n">): Found | undefined {
  try {
    return index.find(question, page, version);
  } catch (error) {
    report({ failed: reasonOf(error) });
    return undefined;
  }
}

const rowsOf = (index: TradeIndex) => Object.fromEntries(kindNames.map((kind) => [kind, index.rows(kind)]));

/** of this process */
const megabytes = () => Math.round(process.memoryUsage.rss() / 1_048_576);

process.once("message", (assignment: Assignment) => serve(assignment));
process.once("disconnect", () => process.exit());
// a terminal sends its signals to every process of the service; this one ends with the process that started it
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
