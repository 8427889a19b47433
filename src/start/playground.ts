// The playground (PLAYGROUND): the whole API at /playground/api/v1 without a key, over invented sample data in a database
// of their own, with a limit by address. Real data and accounts cannot be reached from there.
import { type RequestHandler, Router } from "express";
import pg from "pg";
import { createFacade, createOpenResponse } from "../../rest/facade.ts";
import { noLimitStatus } from "../../rest/headers.ts";
import type { Exchange } from "../../rest/ports.ts";
import { createDownloads } from "../export/published/downloads.ts";
import { createExecutor } from "../graph/executor.ts";
import { loadSampleData } from "../ingest/sample/load.ts";
import { within } from "../lib/async-work.ts";
import { now, todayUtc } from "../lib/calendar-date.ts";
import { reasonOf } from "../lib/reason.ts";
import type { AccessPort, LimitStatus, Principal, WindowStatus } from "../ports/access.ts";
import type { FairShare } from "../queue/fair-share.ts";
import { createAddressBucket, type LimiterStores, networkOf } from "../quota/limiter.ts";
import { openListener, watchDataVersion } from "../store/connections/listen.ts";
import { migrate } from "../store/migrate.ts";
import { syncReference } from "../store/reference.ts";
import { openStore, type Store } from "../store/store.ts";
import { queryGraceMs } from "./database.ts";
import type { Execution } from "./execute-documents.ts";
import { StartError } from "./lifecycle.ts";
import { pageFacts } from "./page-facts.ts";
import type { Parts } from "./parts.ts";
import { openForSample } from "./sample.ts";

/** requests of one address (of IPv6: one /64) a minute, over all processes */
const playgroundPerMinute = 20;

const connections = 4;

interface PlaygroundParts extends Pick<Execution, "vocabulary"> {
  documents: ReadonlyMap<string, string>;
  persisted: Record<string, string>;
  openApi: Record<string, unknown> & { paths: object };
  share: FairShare;
  /** where addresses are counted */
  stores: LimiterStores;
}

export type Playground = Awaited<ReturnType<typeof openPlayground>>;

/**
 * The router to mount at /playground/api/v1, and values of the sample data for the forms of the reference. Creates the
 * database and fills it where that has not been done. Throws StartError where the server does not allow it.
 */
export async function openPlayground(parts: Parts, given: PlaygroundParts) {
  const { log, publicUrl } = parts;
  const { documents, persisted, openApi, share, stores, vocabulary } = given;
  const store = await openSampleStore(parts);
  const listener = openListener(String(store.pool.options.connectionString));
  parts.closers.add(() => listener.close());
  const execute = createExecutor(store, new Map(documents), {
    today: todayUtc,
    timeoutMs: parts.config.statementTimeoutMs,
    share,
  });
  const origin = () => publicUrl().replace(/\/$/, "");
  const access = accessByAddress(stores, () => `${origin()}/sign-up`);
  const { router } = await createFacade({
    ...{ access, execute, share, vocabulary, now, persisted, openApi, log },
    dataVersion: watchDataVersion(store, listener),
    downloads: createDownloads(store, undefined),
    cacheBytes: 0,
    publicUrl: () => `${origin()}/playground`,
  });
  const marked = Router({ caseSensitive: true, strict: true }).use(markSample, router);
  const response = await createOpenResponse({ execute, vocabulary, now });
  const { samples } = await pageFacts(store, response, Object.keys(openApi.paths))();
  return { router: marked, samples };
}

/** Marks every response, errors included: not each of them has an envelope with `meta.sample`. */
const markSample: RequestHandler = (_request, response, next) => {
  (response.locals as Exchange).headers?.push("X-Sample-Data", "true");
  next();
};

/** The sample data in a database beside the service's own, with its name and `_playground`. */
async function openSampleStore({ config, store, closers, log }: Parts): Promise<Store> {
  const own = new URL(config.databaseDirectUrl ?? String(store.pool.options.connectionString));
  const databaseUrl = await createDatabase(own);
  await migrate(databaseUrl);
  const samples = openStore({
    databaseUrl,
    maxConnections: connections,
    statementTimeoutMs: config.statementTimeoutMs,
  });
  closers.add(() => within(queryGraceMs, samples.close(), () => {}));
  await syncReference(samples);
  const filling = openForSample(databaseUrl);
  try {
    if (await loadSampleData(filling, { today: todayUtc() })) log.info({}, "playground: the sample data are loaded");
  } finally {
    await filling.close();
  }
  return samples;
}

async function createDatabase(own: URL): Promise<string> {
  const name = `${decodeURIComponent(own.pathname.slice(1))}_playground`;
  const client = new pg.Client({ connectionString: own.href });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // another process of the service has created it meanwhile
    if (!(error instanceof pg.DatabaseError && (error.code === "42P04" || error.code === "23505")))
      throw new StartError(
        `PLAYGROUND needs the database ${name}, which could not be created (${reasonOf(error)}); create it, or unset PLAYGROUND`,
        { cause: error },
      );
  } finally {
    await client.end().catch(() => {});
  }
  const url = new URL(own);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

const dayMinutes = 1440;
const limits = {
  perMinute: playgroundPerMinute,
  perDay: playgroundPerMinute * dayMinutes,
  perMonth: playgroundPerMinute * dayMinutes * 31,
};

/** Every caller is admitted, whatever key they send; only requests per minute and address are counted. */
function accessByAddress(stores: LimiterStores, signUp: () => string): AccessPort {
  const bucket = createAddressBucket(stores, { keyPrefix: "playground", perMinute: playgroundPerMinute });
  /** what was last counted for the caller of a request */
  const counted = new WeakMap<Principal, LimitStatus>();
  const statusOf = (minute: WindowStatus): LimitStatus => {
    const { day, month } = noLimitStatus(now().getTime() / 1000);
    return {
      minute,
      day: { ...day, limit: limits.perDay, remaining: limits.perDay },
      month: { ...month, limit: limits.perMonth, remaining: limits.perMonth },
    };
  };
  const untouched = (): LimitStatus => {
    const { minute } = noLimitStatus(now().getTime() / 1000);
    return statusOf({ ...minute, limit: limits.perMinute, remaining: limits.perMinute });
  };
  const known = (principal: Principal): LimitStatus => counted.get(principal) ?? untouched();
  return {
    authenticate: async (_, address) => ({
      outcome: "ok",
      principal: { accountId: `playground ${networkOf(address)}`, keyId: "none", plan: "playground", limits },
    }),
    keyNameIn: () => undefined,
    remembered: () => undefined,
    countFailure: async () => ({ allowed: true, minute: untouched().minute }),
    async take(principal, _, requests = 1) {
      const { allowed, minute } = await bucket.count(principal.accountId, requests);
      const limitStatus = statusOf(minute);
      counted.set(principal, limitStatus);
      if (!allowed) return { allowed, limitStatus, exceeded: "minute" };
      return { allowed, limitStatus, ticket: { minuteStart: minute.resetAt - 60, dayStart: 0, monthStart: 0 } };
    },
    // a request counts whatever its result
    refund: async (principal) => known(principal),
    peek: async (principal) => known(principal),
    upgrade: async () => ({ plan: "free", url: signUp() }),
    usage: async (principal) => {
      const limitStatus = known(principal);
      const fileBytes = { ...limitStatus.day, limit: 0, remaining: 0, used: 0 };
      return { plan: principal.plan, limitStatus, fileBytes, days: [] };
    },
    recordUse: () => {},
  };
}
