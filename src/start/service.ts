// Puts the service together: store, access, execution, facade and server, each handed what it needs of the others.
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Logger } from "pino";
import { createFacade } from "../../rest/facade.ts";
import { limitHeaders, noFigures } from "../../rest/limit-headers.ts";
import { readPersisted } from "../../rest/persisted.ts";
import { createAccess } from "../accounts/access.ts";
import type { Config } from "../config.ts";
import { createExecutor } from "../graph/executor.ts";
import { databaseProblems } from "../http/health.ts";
import { createHttpServer } from "../http/server.ts";
import { transactionCodes } from "../ingest/form345/transaction-codes.ts";
import { packageRoot } from "../package-root.ts";
import { readSicCodes } from "../store/reference.ts";
import type { Store } from "../store/store.ts";
import { listenError, publicUrlOf } from "./address.ts";
import type { Closers } from "./closers.ts";
import { migrationNames } from "./database.ts";
import { holdingOf } from "./sample.ts";

export interface Service {
  /** base URL that callers see, without /api/v1 */
  publicUrl: string;
  /** Cuts the connections that a stop still waits for. */
  hurry(): void;
}

const now = () => new Date();
const today = () => now().toISOString().slice(0, 10);

/** The limit headers of an answer to nobody in particular: nothing is left, and the windows' ends are true. */
function limitsOfNobody(): Record<string, string> {
  const seconds = now().getTime() / 1000;
  return limitHeaders(noFigures(seconds), seconds);
}

/** Listens and serves. Throws StartError where the port cannot be had. */
export async function startService(
  config: Config,
  store: Store,
  options: { version: string; log: Logger; closers: Closers },
): Promise<Service> {
  const { version, log, closers } = options;
  // the port is known only once the server listens
  let publicUrl = publicUrlOf(config, config.port);
  const access = createAccess(store, {
    get publicUrl() {
      return publicUrl;
    },
    onError: (error) => log.error({ err: error }, "usage could not be written; it is kept and tried again"),
  });
  closers.add(() => access.close());
  const persisted = await readPersisted(packageRoot);
  const documents = new Map(Object.entries(persisted));
  const facade = await createFacade({
    access,
    execute: createExecutor(store, documents, { today, timeoutMs: config.statementTimeoutMs }),
    persisted,
    vocabulary: await readVocabulary(),
    openApi: JSON.parse(await readFile(join(packageRoot, "rest/generated/openapi.json"), "utf8")),
    now,
    publicUrl: () => publicUrl,
    log,
  });
  const migrations = await migrationNames();
  const http = createHttpServer({
    facade,
    graphql: config.graphqlDev ? await developmentGraphql(config, store, documents, log) : undefined,
    problems: () => databaseProblems(store.pool, migrations),
    landing: { version, publicUrl: () => publicUrl, sample: async () => (await holdingOf(store)) === "sample" },
    log,
    limitsOfNobody,
    trustProxy: config.trustProxy,
    shutdownGraceMs: config.shutdownGraceMs,
  });
  closers.add(() => http.close());
  const port = await http.listen(config.port, config.host).catch((error) => {
    throw listenError(error, config.port, config.host);
  });
  publicUrl = publicUrlOf(config, port);
  return { publicUrl, hurry: () => http.server.closeAllConnections() };
}

/** Arbitrary operations for whoever sits at this machine. People's own door, the dashboard, opens with its sign-in. */
async function developmentGraphql(config: Config, store: Store, documents: Map<string, string>, log: Logger) {
  const { createGraphqlHandler } = await import("../graph/server.ts");
  const handler = createGraphqlHandler({
    store,
    persistedDocuments: documents,
    today,
    dev: true,
    timeoutMs: config.statementTimeoutMs,
    onError: (error) => log.error({ err: error }, "a GraphQL operation failed"),
  });
  return (request: IncomingMessage, response: ServerResponse) => void handler(request, response);
}

/** The closed sets of names that parameters are checked against: the reviewed SIC list and the SEC's transaction codes. */
async function readVocabulary() {
  const rows = await readSicCodes();
  const distinct = (names: string[]) => [...new Set(names)].sort();
  return {
    sectors: distinct(rows.map(({ sector }) => sector)),
    industries: distinct(rows.map(({ title }) => title)),
    transactionCodes: [...transactionCodes].map(([code, label]) => ({ code, label })),
  };
}
