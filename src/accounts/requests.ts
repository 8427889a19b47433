// The requests that an account's own pages show: the first and the latest one, the log of all, and the newest errors with
// their messages. Collected in memory and written in batches, so that serving a request costs no write; a crash can lose
// the last second. The rows of an account reuse a fixed number of slots, so that many requests cannot fill a table.
import type { Pool } from "pg";
import { asAppError } from "../errors.ts";
import { keyPrefix, withoutKeys } from "../lib/api-key.ts";
import type { CompletedRequest, Principal } from "../ports/access.ts";
import { Collected, inSequence } from "./write-behind.ts";

// What is stored of a request's texts: its parameters as sent, shortened and without keys.

const maxMessageLength = 1000;
const maxValueLength = 200;
const maxParameters = 30;
const maxUrlLength = 4000;

/** Names and values of the path and the query as sent; a repeated name has a list. */
function parametersOf({ route, url, failure }: CompletedRequest): Record<string, string | string[]> {
  const [path = "", ...query] = url.split("?");
  const inPath = Object.entries(failure?.path ?? pathParameters(route, path));
  const given = [...inPath, ...new URLSearchParams(query.join("?"))];
  const found = new Map<string, string | string[]>();
  for (const [sent, value] of given.slice(0, maxParameters)) {
    const [name, short] = [shown(sent), shown(value)];
    const known = found.get(name);
    found.set(name, known === undefined ? short : [known, short].flat());
  }
  return Object.fromEntries(found);
}

/** `parametersOf` for one batch, in which most requests repeat another one. */
function rememberedParameters(): typeof parametersOf {
  const known = new Map<string, ReturnType<typeof parametersOf>>();
  return (completed) => {
    const key = `${completed.route} ${completed.url}`;
    const parameters = known.get(key) ?? parametersOf(completed);
    known.set(key, parameters);
    return parameters;
  };
}

/** The parameters of a path below a base path; none where it is not of the route. */
function pathParameters(route: string, path: string): Record<string, string> {
  const pattern = route.split("/");
  const segments = path.split("/").slice(-pattern.length + 1);
  const names = pattern.slice(1);
  const isOfRoute = names.every((name, index) => isParameter(name) || name === segments[index]);
  if (!isOfRoute) return {};
  return Object.fromEntries(
    names.flatMap((name, index) => (isParameter(name) ? [[name.slice(1, -1), segments[index] ?? ""]] : [])),
  );
}

const isParameter = (segment: string) => /^\{\w+\}$/.test(segment);

/** Most values: too short for a key without its prefix, and storable. */
const isPlain = /^[ -~]{0,39}$/;

/** The text shortened, without keys, and without characters that PostgreSQL cannot store: NUL and lone surrogates. */
function shown(text: string, max = maxValueLength): string {
  if (isPlain.test(text) && !text.includes(keyPrefix)) return text;
  const plain = withoutKeys(text).replaceAll("\0", "\ufffd");
  return Buffer.from(plain.length > max ? `${plain.slice(0, max)}…` : plain).toString();
}

/** A long URL is copied, so that waiting to be written it does not hold the whole one in memory. */
const withShortUrl = (completed: CompletedRequest): CompletedRequest =>
  completed.url.length > maxUrlLength
    ? { ...completed, url: Buffer.from(completed.url.slice(0, maxUrlLength)).toString() }
    : completed;

/** slots: errors stored for one account */
const storedErrors = 500;
/** errors of one account in one write; of more only the newest */
const errorsAtOnce = 50;
/** slots: requests stored for one account */
const storedRequests = 10_000;
/** requests of one account in one write, more than any plan allows per minute; further ones are not in the log */
const loggedAtOnce = 500;
/** requests of all accounts waiting to be written; further ones are not in the log */
const maxLogged = 5_000;
/** accounts waiting to be written; requests of further accounts are not recorded */
const maxAccounts = 10_000;
/** responses to refused keys waiting to be written; further ones are not recorded */
const maxRefused = 1000;

interface Noted {
  firstAt: number;
  first: Mark;
  lastAt: number;
  last: Mark;
  errors: NotedRequest[];
  log: NotedRequest[];
}

type Mark = Pick<CompletedRequest, "route" | "status" | "milliseconds" | "requestId">;
type NotedRequest = { at: number; keyId: string; completed: CompletedRequest };

/** The accounts that the refused keys belonged to; most of these keys never existed. */
const findHolders = `
  SELECT encode(hash, 'hex') AS hash, id AS "keyId", account_id AS "accountId" FROM api_keys WHERE hash = ANY ($1)`;

const write = `
  WITH noted AS (
    SELECT n.* FROM json_to_recordset($1) AS n(account uuid, first_at timestamptz, first jsonb, last_at timestamptz, last jsonb,
      errors int, logged int)
    JOIN accounts a ON a.id = n.account ORDER BY n.account
  ), marked AS (
    INSERT INTO account_requests AS r (account_id, first_at, first, last_at, last, errors, logged)
    SELECT account, first_at, first, last_at, last, errors, logged FROM noted
    ON CONFLICT (account_id) DO UPDATE SET last_at = greatest(r.last_at, excluded.last_at),
      last = CASE WHEN excluded.last_at >= r.last_at THEN excluded.last ELSE r.last END, errors = r.errors + excluded.errors,
      logged = r.logged + excluded.logged
    RETURNING account_id, errors, logged
  ), listed AS (
    INSERT INTO request_log AS l (account_id, slot, at, request_id, route, status, milliseconds, key_id, parameters)
    SELECT m.account_id, ((m.logged - n.back) % ${storedRequests})::int, n.at, n.request_id, n.route, n.status, n.milliseconds, n.key,
      n.parameters
    FROM json_to_recordset($3) AS n(account uuid, back int, key uuid, at timestamptz, request_id text, route text, status int,
      milliseconds float8, parameters jsonb)
    JOIN marked m ON m.account_id = n.account
    ON CONFLICT (account_id, slot) DO UPDATE SET at = excluded.at, request_id = excluded.request_id, route = excluded.route,
      status = excluded.status, milliseconds = excluded.milliseconds, key_id = excluded.key_id, parameters = excluded.parameters
  )
  INSERT INTO account_errors AS e (account_id, slot, at, request_id, route, status, code, message, key_last_four, parameters)
  SELECT m.account_id, ((m.errors - n.back) % ${storedErrors})::int, n.at, n.request_id, n.route, n.status, n.code, n.message,
    coalesce(k.last_four, ''), n.parameters
  FROM json_to_recordset($2) AS n(account uuid, back int, key uuid, at timestamptz, request_id text, route text, status int, code text,
    message text, parameters jsonb)
  JOIN marked m ON m.account_id = n.account LEFT JOIN api_keys k ON k.id = n.key
  ON CONFLICT (account_id, slot) DO UPDATE SET at = excluded.at, request_id = excluded.request_id, route = excluded.route,
    status = excluded.status, code = excluded.code, message = excluded.message, key_last_four = excluded.key_last_four,
    parameters = excluded.parameters`;

export class RequestRecorder {
  readonly #pool: Pool;
  readonly #now: () => number;
  readonly #noted = new Collected<string, Noted>({
    merge: (old, fresh) => ({
      ...fresh,
      firstAt: old.firstAt,
      first: old.first,
      errors: [...old.errors, ...fresh.errors].slice(-errorsAtOnce),
      log: [...old.log, ...fresh.log].slice(0, loggedAtOnce),
    }),
    isTemporary: (error) => asAppError(error).code === "unavailable",
  });
  /** requests in the log that wait to be written */
  #logged = 0;
  #refused: { hash: string; at: number; completed: CompletedRequest }[] = [];

  constructor(pool: Pool, now: () => number = Date.now) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Records one request that got a response. Never waits, never throws. */
  record(
    { accountId, keyId }: Pick<Principal, "accountId" | "keyId">,
    completed: CompletedRequest,
    at = this.#now(),
  ): void {
    const noted = this.#noted.get(accountId) ?? this.#begin(accountId, at, completed);
    if (!noted) return;
    // a request with a refused key is recorded after its response was sent
    if (at >= noted.lastAt) [noted.lastAt, noted.last] = [at, completed];
    else if (at < noted.firstAt) Object.assign(noted, { firstAt: at, first: completed });
    this.#log(noted, { at, keyId, completed });
    if (completed.failure) noted.errors.push({ at, keyId, completed });
    if (noted.errors.length > errorsAtOnce) noted.errors.shift();
  }

  #begin(accountId: string, at: number, completed: CompletedRequest): Noted | undefined {
    if (this.#noted.size >= maxAccounts) return undefined;
    const noted = { firstAt: at, first: completed, lastAt: at, last: completed, errors: [], log: [] };
    this.#noted.set(accountId, noted);
    return noted;
  }

  /** Refused requests are limited like errors: a caller that ignores its limit must not cost more than one that does not. */
  #log({ log, errors }: Noted, { at, keyId, completed }: NotedRequest): void {
    if (this.#logged >= maxLogged || log.length >= loggedAtOnce) return;
    if (completed.failure && errors.length >= errorsAtOnce) return;
    this.#logged++;
    log.push({ at, keyId, completed: withShortUrl(completed) });
  }

  /**
   * Records the response to a refused key: it counts in no statistics, but the owner of an ended key can see it. The
   * owner is looked up when it is written, so that a request with an ended key takes no longer than one with an unknown
   * key.
   */
  recordRefused(hash: string, completed: CompletedRequest): void {
    if (this.#refused.length < maxRefused) this.#refused.push({ hash, at: this.#now(), completed });
  }

  /**
   * Writes the recorded requests, after any write in progress. While the database is not reachable they are retained
   * for the next attempt; requests that the database rejects are dropped. The error is thrown.
   */
  readonly flush = inSequence(async () => {
    await this.#findRefused();
    try {
      await this.#noted.flush((entries) => this.#write(entries));
    } finally {
      this.#logged = 0;
      for (const { log } of this.#noted.values()) this.#logged += log.length;
    }
  });

  async #findRefused(): Promise<void> {
    const refused = this.#refused;
    if (refused.length === 0) return;
    this.#refused = [];
    const hashes = [...new Set(refused.map(({ hash }) => hash))].map((hash) => Buffer.from(hash, "hex"));
    const query = { name: "requests_refused", text: findHolders, values: [hashes] };
    const { rows } = await this.#pool
      .query<{ hash: string; keyId: string; accountId: string }>(query)
      .catch((error: unknown) => {
        this.#refused = [...refused, ...this.#refused].slice(0, maxRefused);
        throw error;
      });
    const holders = new Map(rows.map((row) => [row.hash, row]));
    for (const { hash, at, completed } of refused) {
      const holder = holders.get(hash);
      if (holder) this.record(holder, completed, at);
    }
  }

  async #write(entries: [string, Noted][]): Promise<void> {
    const parameters = rememberedParameters();
    const values = [
      JSON.stringify(entries.map(([accountId, noted]) => accountRow(accountId, noted))),
      JSON.stringify(entries.flatMap(([accountId, { errors }]) => errors.map(errorRow(accountId, errors.length)))),
      JSON.stringify(entries.flatMap(([accountId, { log }]) => log.map(logRow(accountId, log.length, parameters)))),
    ];
    await this.#pool.query({ name: "requests_note", text: write, values });
  }
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

const markOf = ({ route, status, milliseconds, requestId }: Mark): Mark => ({
  route,
  status,
  milliseconds: Math.round(milliseconds * 10) / 10,
  requestId,
});

const accountRow = (account: string, { firstAt, first, lastAt, last, errors, log }: Noted) => ({
  account,
  first_at: instant(firstAt),
  first: markOf(first),
  last_at: instant(lastAt),
  last: markOf(last),
  errors: errors.length,
  logged: log.length,
});

/** What a row of the log and one of the errors have alike. */
const requestOf = ({ at, keyId, completed }: NotedRequest) => ({
  key: keyId,
  at: instant(at),
  request_id: completed.requestId,
  route: completed.route,
  status: completed.status,
});

const logRow =
  (account: string, count: number, parameters: (completed: CompletedRequest) => object) =>
  (noted: NotedRequest, index: number) => ({
    account,
    back: count - index - 1,
    ...requestOf(noted),
    milliseconds: Math.round(noted.completed.milliseconds * 10) / 10,
    parameters: parameters(noted.completed),
  });

const errorRow = (account: string, count: number) => (noted: NotedRequest, index: number) => ({
  account,
  back: count - index - 1,
  ...requestOf(noted),
  code: noted.completed.failure?.code ?? "",
  message: shown(noted.completed.failure?.message ?? "", maxMessageLength),
  parameters: parametersOf(noted.completed),
});
