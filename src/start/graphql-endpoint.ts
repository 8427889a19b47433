// /graphql: the endpoint that the pages of signed-in people query.
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Request } from "express";
import type { Access } from "../accounts/access.ts";
import { manualBilling } from "../accounts/billing.ts";
import type { People, SignedIn } from "../accounts/people/people.ts";
import { todayUtc } from "../clock.ts";
import type { FairShare } from "../fair-share.ts";
import type { GraphPrincipal } from "../graph/context.ts";
import type { CountingPort } from "../graph/ports.ts";
import { visitorOf } from "../http/auth.ts";
import { packageRoot } from "../package-root.ts";
import { accountsPort } from "./account-ports.ts";
import { amendmentsPort } from "./amendments-port.ts";
import { ingestionPort } from "./ingestion-port.ts";
import type { Parts } from "./parts.ts";
import { quarantinePort } from "./quarantine-port.ts";

interface Graphql {
  /** the routes' documents, by hash */
  documents: ReadonlyMap<string, string>;
  people: People;
  share: FairShare;
  access: Access;
  counting: CountingPort;
}

/** /graphql for signed-in people: refused without a session; GRAPHQL_DEV opens it to every user of this machine. */
export async function graphqlEndpoint(
  { config, store, log, publicUrl }: Parts,
  { documents, people, share, access, counting }: Graphql,
) {
  const { createGraphqlHandler } = await import("../graph/server.ts");
  const handler = createGraphqlHandler({
    store,
    persistedDocuments: await peoplesDocuments(documents),
    today: todayUtc,
    dev: config.graphqlDev,
    countChange: people.countChange,
    principalOf: async (_request, incoming) => principalOf(await people.signedIn(visitorOf(incoming as Request))),
    ports: {
      ingestion: ingestionPort(store, { today: todayUtc }),
      // loaded at the first request, because it imports the parsers
      rawRows: {
        explain: async (...row) => await (await import("../provenance/explain.ts")).explain(store, config.home, ...row),
      },
      quarantine: quarantinePort(store, { home: config.home, today: todayUtc }),
      amendments: amendmentsPort(store, { today: todayUtc }),
      accounts: accountsPort(store, access, manualBilling(store, config.planChanges), publicUrl),
      counting,
    },
    timeoutMs: config.statementTimeoutMs,
    share,
    onError: (error) => log.error({ err: error }, "a GraphQL operation failed"),
  });
  return (request: IncomingMessage, response: ServerResponse) => void handler(request, response);
}

/** The rights of a signed-in user; null without an account or an administrator's rights. */
function principalOf(who: SignedIn | null): GraphPrincipal | null {
  if (!who || (who.role === "user" && who.accountId === null)) return null;
  const role = who.role === "admin" ? "admin" : "account";
  return { role, actor: `user:${who.userId}`, ...(who.accountId !== null && { accountId: who.accountId }) };
}

/** The documents that people's pages may execute: their own operations, and those of the routes. */
async function peoplesDocuments(routes: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const own = JSON.parse(await readFile(join(packageRoot, "src/web/generated/persisted.json"), "utf8"));
  return new Map([...routes, ...Object.entries<string>(own)]);
}
