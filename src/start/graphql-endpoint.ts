// What the pages of signed-in people reach: /graphql with the ports behind it, and the port of /raw.
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Request } from "express";
import type { Access } from "../accounts/access.ts";
import { changeStatus, findAccount, removeAccount, setPlan } from "../accounts/accounts.ts";
import { createKey, createOwnKey, editOwnKey, type NewKey, revokeOwnKey, rotateOwnKey } from "../accounts/keys.ts";
import { issueResetLink } from "../accounts/people/links.ts";
import type { People } from "../accounts/people/people.ts";
import type { SignedIn } from "../accounts/people/sessions.ts";
import { type Billing, choosePlan, manualBilling } from "../accounts/plans.ts";
import { fileBytesOf } from "../accounts/usage.ts";
import { derivePending } from "../derive/derive.ts";
import { AppError, badParameters } from "../errors.ts";
import type { GraphPrincipal } from "../graph/context.ts";
import type { PublicReads } from "../graph/endpoint-plugins.ts";
import type {
  AccountsPort,
  CountingPort,
  IngestionPort,
  IssuedKey,
  MachinePort,
  QuarantinePort,
} from "../graph/ports.ts";
import { visitorOf } from "../http/auth.ts";
import type { RawFilesPort } from "../http/raw-files.ts";
import { attachCopy, previewCopy } from "../ingest/refused/corrected-copy.ts";
import { excerpt, rawBytes, readRefused } from "../ingest/refused/refused-text.ts";
import { retryRefusals } from "../ingest/refused/retry.ts";
import { keepRaw } from "../ingest/run/raw-store.ts";
import { markInterrupted } from "../ingest/run/run-record.ts";
import { problemOfRange, todayUtc } from "../lib/calendar-date.ts";
import { diskSpace, roomOf } from "../lib/disk.ts";
import { packageRoot } from "../lib/package-root.ts";
import type { FairShare } from "../queue/fair-share.ts";
import { findSource, sourceNames } from "../sources/sources.ts";
import { writeAudit } from "../store/audit.ts";
import { ignoreRefusals, type Refusal, refusalsById, unignoreRefusals } from "../store/refusals.ts";
import { requestRun, withdrawRequest } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { amendmentsPort } from "./amendments-port.ts";
import type { Parts } from "./parts.ts";
import { asCallerError, subscriptionsPort } from "./subscriptions-port.ts";

// Binds the accounts' port of the graph to src/accounts; every process is notified of a change before it is
// acknowledged.

/** `publicUrl` is the base URL that callers see. */
export function accountsPort(store: Store, access: Access, billing: Billing, publicUrl: () => string): AccountsPort {
  /** Makes the change, and notifies all processes of it. */
  async function changed<Result>(accountId: string, work: Promise<Result>): Promise<Result> {
    const result = await asCallerError(work);
    await access.announce(accountId);
    return result;
  }
  const issued = ({ id, key }: NewKey): IssuedKey => ({ id, secret: key });
  return {
    async limits(accountId) {
      const account = await store.prisma.account.findUnique({ where: { id: accountId }, include: { plan: true } });
      if (!account) throw new AppError("not_found");
      const { id: plan, perMinute, perDay, perMonth } = account.plan;
      const principal = { accountId, keyId: "", plan, limits: { perMinute, perDay, perMonth } };
      const [statistics, fileBytes] = await Promise.all([access.peek(principal), fileBytesOf(store.pool, accountId)]);
      return { ...statistics, fileBytes };
    },
    createKey: async (accountId, terms, actor) =>
      issued(await asCallerError(createOwnKey(store, { accountId, actor, ...terms }))),
    editKey: (accountId, keyId, terms, actor) =>
      changed(accountId, editOwnKey(store, { accountId, keyId, actor, ...terms })),
    async rotateKey(accountId, keyId, overlapMs, actor) {
      const fresh = await changed(accountId, rotateOwnKey(store, { accountId, keyId, overlapMs, actor }));
      return { ...issued(fresh), replacedId: keyId };
    },
    revokeKey: (accountId, keyId, actor) => changed(accountId, revokeOwnKey(store, { accountId, keyId, actor })),
    planChanges: billing.mode,
    choosePlan: (accountId, plan, actor) => changed(accountId, choosePlan(store, billing, { accountId, plan, actor })),
    async setPlan(account, plan, actor) {
      await changed(account, setPlan(store, { account, plan, actor }));
    },
    async changeStatus(account, change, actor) {
      await changed(account, changeStatus(store, { account, change, actor }));
    },
    async createPartnerKey(account, name, allowlist, actor) {
      if (allowlist.length === 0) throw new AppError("bad_request", "A partner key needs allowed addresses");
      return issued(await changed(account, createKey(store, { account, name, allowlist, actor })));
    },
    async issueResetLink(account, actor) {
      const { email } = await asCallerError(findAccount(store.prisma, account));
      const user = await store.prisma.user.findUnique({ where: { email } });
      // a user who may act for an account must not become another administrator this way
      if (user?.role === "admin")
        throw new AppError("bad_request", `${email} is an administrator: \`disclosed admin create\` gives a new link`);
      return await asCallerError(issueResetLink(store, { email, publicUrl: publicUrl(), actor }));
    },
    async remove(account, actor) {
      await changed(account, removeAccount(store, { account, actor }));
    },
  };
}

// Binds the graph's port for ingestion runs to the ingestion and the store.

/** `today` is the calendar date in UTC. */
export function ingestionPort(store: Store, { today }: { today: () => string }): IngestionPort {
  return {
    sources: sourceNames,
    requestRun(wanted, actor) {
      checkWanted(wanted, today());
      return requestRun(store, { ...wanted, requestedBy: actor });
    },
    withdraw: (requestId, actor) => withdrawRequest(store, requestId, actor),
    async stop(runId, actor) {
      // a run whose process died is marked as ended here
      await markInterrupted(store);
      await inChange(store, changeLimits.person, async (db) => {
        const { count } = await db.ingestionRun.updateMany({
          where: { id: runId, status: "running" },
          data: { stopRequestedBy: actor },
        });
        if (count > 0) await writeAudit(db, { actor, action: "run.stop", objectType: "run", objectId: runId });
      });
    },
  };
}

function checkWanted({ source, from, to }: { source: string; from: string; to: string }, today: string): void {
  const problem = !findSource(source)
    ? { parameter: "source", message: `must be one of ${sourceNames.join(", ")}` }
    : to > today
      ? { parameter: "to", message: "must not be in the future" }
      : problemOfRange({ from, to });
  if (problem) throw badParameters(problem);
}

// Binds the graph's quarantine port to the ingestion and the store.

/** `home` is DISCLOSED_HOME, `today` the calendar date in UTC. */
export function quarantinePort(store: Store, { home, today }: { home: string; today: () => string }): QuarantinePort {
  const derive = () => derivePending(store, { today: today() });
  return {
    async content(id) {
      const [item] = (await refusalsById(store.prisma, [id])) as [Refusal];
      return await readRefused(item, home);
    },
    previewCopy: (id, copy) => previewCopy(store, { id, ...copy, home }),
    attach: (id, copy, actor) => attachCopy(store, { id, ...copy, actor, home, today: today(), derive }),
    async raw(id) {
      const [item] = (await refusalsById(store.prisma, [id])) as [Refusal];
      const raw = await rawBytes(item, home);
      if (typeof raw === "string") return { bytes: null, excerpt: null, missing: raw };
      return { bytes: raw.length, excerpt: excerpt(raw), missing: null };
    },
    retry: (ids) => retryRefusals(store, { ids, home, today: today(), derive }),
    ignore: (ids, because, actor) => ignoreRefusals(store, { ids, because, actor }),
    unignore: (ids, actor) => unignoreRefusals(store, { ids, actor }),
  };
}

/** `home` is DISCLOSED_HOME: the files of the filings, and an embedded PostgreSQL. */
function machinePort(home: string): MachinePort {
  return {
    startedAt: new Date(performance.timeOrigin),
    async disk() {
      const space = await diskSpace(home);
      return { ...space, room: roomOf(space.freeBytes) };
    },
  };
}

interface Graphql {
  /** the routes' documents, by hash */
  documents: ReadonlyMap<string, string>;
  people: People;
  share: FairShare;
  access: Access;
  counting: CountingPort;
  publicReads: PublicReads | undefined;
}

/** /graphql for signed-in people: refused without a session; GRAPHQL_DEV opens it to every user of this machine. */
export async function graphqlEndpoint(
  { config, store, log, publicUrl }: Parts,
  { documents, people, share, access, counting, publicReads }: Graphql,
) {
  const { createGraphqlHandler } = await import("../graph/server.ts");
  const handler = createGraphqlHandler({
    store,
    persistedDocuments: await peoplesDocuments(documents),
    today: todayUtc,
    dev: config.graphqlDev,
    publicReads,
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
      subscriptions: subscriptionsPort({
        store,
        allowsLoopback: config.webhooks.allowsLoopback,
        sendsMail: config.mail !== undefined,
      }),
      counting,
      machine: machinePort(config.home),
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

// Binds the port of /raw to people's sessions, the store and the raw files.

/** `home` is DISCLOSED_HOME. */
export function rawFilesPort(store: Store, people: People, home: string): RawFilesPort {
  return {
    isAdmin: async (request) => (await people.signedIn(visitorOf(request)))?.role === "admin",
    async read(id, copyId) {
      const file = copyId === null ? (await refusalsById(store.prisma, [id]))[0] : await copyOf(store, id, copyId);
      const bytes = await rawBytes({ sha256: file?.sha256 ?? null }, home);
      return typeof bytes === "string" ? bytes : { name: (file?.fileName ?? "").split(/[/\\]/).at(-1) ?? "", bytes };
    },
    keep: (bytes) => keepRaw(home, bytes),
  };
}

async function copyOf(store: Store, quarantineId: number, id: number) {
  const copy = await store.prisma.quarantineCopy.findFirst({ where: { id, quarantineId } });
  if (!copy) throw new AppError("not_found", "Copy not found");
  return copy;
}
