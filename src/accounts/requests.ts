// The requests that an account's own pages show: the first and the latest one, and the newest errors with their
// parameters. Collected in memory and written in batches, so that serving a request costs no write; a crash can lose
// the last second. The errors of an account reuse a fixed number of slots, so that many errors cannot fill the table.
import type { Pool } from "pg";
import { asAppError } from "../errors.ts";
import { withoutKeys } from "../lib/key-text.ts";
import type { AnsweredRequest, Principal } from "../ports/access.ts";
import { Collected, inSequence } from "./write-behind.ts";

/** slots: errors stored for one account */
const storedErrors = 500;
/** errors of one account in one write; of more only the newest */
const errorsAtOnce = 50;
/** accounts waiting to be written; requests of further accounts are not recorded */
const maxAccounts = 10_000;
/** responses to refused keys waiting to be written; further ones are not recorded */
const maxRefused = 1000;
const maxValueLength = 200;
const maxMessageLength = 1000;
const maxParameters = 30;

interface Noted {
  firstAt: number;
  first: Mark;
  lastAt: number;
  last: Mark;
  errors: NotedError[];
}

type Mark = Pick<AnsweredRequest, "route" | "status" | "milliseconds" | "requestId">;
type NotedError = { at: number; keyId: string; answered: AnsweredRequest };

/** The accounts that the refused keys belonged to; most of these keys never existed. */
const findHolders = `
  SELECT encode(hash, 'hex') AS hash, id AS "keyId", account_id AS "accountId" FROM api_keys WHERE hash = ANY ($1)`;

const write = `
  WITH noted AS (
    SELECT n.* FROM json_to_recordset($1) AS n(account uuid, first_at timestamptz, first jsonb, last_at timestamptz, last jsonb, errors int)
    JOIN accounts a ON a.id = n.account ORDER BY n.account
  ), marked AS (
    INSERT INTO account_requests AS r (account_id, first_at, first, last_at, last, errors)
    SELECT account, first_at, first, last_at, last, errors FROM noted
    ON CONFLICT (account_id) DO UPDATE SET last_at = greatest(r.last_at, excluded.last_at),
      last = CASE WHEN excluded.last_at >= r.last_at THEN excluded.last ELSE r.last END, errors = r.errors + excluded.errors
    RETURNING account_id, errors
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
    }),
    isTemporary: (error) => asAppError(error).code === "unavailable",
  });
  #refused: { hash: string; at: number; answered: AnsweredRequest }[] = [];

  constructor(pool: Pool, now: () => number = Date.now) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Records one answered request. Never waits, never throws. */
  record(
    { accountId, keyId }: Pick<Principal, "accountId" | "keyId">,
    answered: AnsweredRequest,
    at = this.#now(),
  ): void {
    const noted = this.#noted.get(accountId);
    if (noted) {
      // a request with a refused key is recorded later than it was answered
      if (at >= noted.lastAt) [noted.lastAt, noted.last] = [at, answered];
      else if (at < noted.firstAt) Object.assign(noted, { firstAt: at, first: answered });
    } else if (this.#noted.size < maxAccounts)
      this.#noted.set(accountId, { firstAt: at, first: answered, lastAt: at, last: answered, errors: [] });
    if (answered.failure) this.#noted.get(accountId)?.errors.push({ at, keyId, answered });
    if ((noted?.errors.length ?? 0) > errorsAtOnce) noted?.errors.shift();
  }

  /**
   * Records the response to a refused key: it counts in no statistics, but the owner of an ended key can see it. The
   * owner is looked up when it is written, so that a request with an ended key takes no longer than one with an unknown
   * key.
   */
  recordRefused(hash: string, answered: AnsweredRequest): void {
    if (this.#refused.length < maxRefused) this.#refused.push({ hash, at: this.#now(), answered });
  }

  /**
   * Writes the recorded requests, after any write in progress. While the database is not reachable they are retained
   * for the next attempt; requests that the database rejects are dropped. The error is thrown.
   */
  readonly flush = inSequence(async () => {
    await this.#findRefused();
    await this.#noted.flush((entries) => this.#write(entries));
  });

  async #findRefused(): Promise<void> {
    const refused = this.#refused;
    if (refused.length === 0) return;
    this.#refused = [];
    const hashes = [...new Set(refused.map(({ hash }) => hash))].map((hash) => Buffer.from(hash, "hex"));
    const { rows } = await this.#pool.query<{ hash: string; keyId: string; accountId: string }>({
      name: "requests_refused",
      text: findHolders,
      values: [hashes],
    });
    const holders = new Map(rows.map((row) => [row.hash, row]));
    for (const { hash, at, answered } of refused) {
      const holder = holders.get(hash);
      if (holder) this.record(holder, answered, at);
    }
  }

  async #write(entries: [string, Noted][]): Promise<void> {
    const values = [
      JSON.stringify(entries.map(([accountId, noted]) => accountRow(accountId, noted))),
      JSON.stringify(entries.flatMap(([accountId, { errors }]) => errors.map(errorRow(accountId, errors.length)))),
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

const accountRow = (account: string, { firstAt, first, lastAt, last, errors }: Noted) => ({
  account,
  first_at: instant(firstAt),
  first: markOf(first),
  last_at: instant(lastAt),
  last: markOf(last),
  errors: errors.length,
});

const errorRow =
  (account: string, count: number) =>
  ({ at, keyId, answered }: NotedError, index: number) => ({
    account,
    back: count - index - 1,
    key: keyId,
    at: instant(at),
    request_id: answered.requestId,
    route: answered.route,
    status: answered.status,
    code: answered.failure?.code ?? "",
    message: shown(answered.failure?.message ?? "", maxMessageLength),
    parameters: parametersOf(answered),
  });

/** Names and values of the path and the query as sent; a repeated name has a list. */
function parametersOf({ failure }: AnsweredRequest): Record<string, string | string[]> {
  const given = [...Object.entries(failure?.path ?? {}), ...new URLSearchParams(failure?.query ?? "")];
  const found = new Map<string, string | string[]>();
  for (const [name, value] of given.slice(0, maxParameters)) {
    const short = shown(value);
    const known = found.get(shown(name));
    found.set(shown(name), known === undefined ? short : [known, short].flat());
  }
  return Object.fromEntries(found);
}

/** The text shortened, without keys, and without characters that PostgreSQL cannot store: NUL and lone surrogates. */
function shown(text: string, max = maxValueLength): string {
  const plain = withoutKeys(text).replaceAll("\0", "\ufffd");
  return Buffer.from(plain.length > max ? `${plain.slice(0, max)}…` : plain).toString();
}
