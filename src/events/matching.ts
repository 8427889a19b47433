// Matching: compares the change log with all subscriptions, in the order of positions, and stores the events of each. A
// batch of changes is one transaction under a lock, so several processes may match, and one that dies leaves a batch
// that is matched as a whole or not at all. A running process matches whenever a data version is announced, and at
// least every minute.
import type { PoolClient } from "pg";
import { type TitledList, titledLists } from "../domain/row-titles.ts";
import { whenDue } from "../lib/async-work.ts";
import { inSpan } from "../lib/spans.ts";
import { dataVersionChannel, eventsChannel, type Listener } from "../store/connections/listen.ts";
import type { Store } from "../store/store.ts";
import { addMissed, missedOf } from "../store/subscriptions.ts";
import { inTransaction } from "../store/transaction.ts";
import { changesAfter } from "./change-log.ts";
import { type Kind, matchedLists, openSavedConditions } from "./lists.ts";
import {
  compileSubscriptions,
  type Match,
  type RowChange,
  readSubscriptions,
  type StoredSubscription,
} from "./subscriptions.ts";

// Matching: compares the change log with all subscriptions, in the order of positions, and stores the events of each. A
// batch of changes is one transaction under a lock, so several processes may match, and one that dies leaves a batch that
// is matched as a whole or not at all.

interface Matched {
  /** changes that were compared */
  changes: number;
  /** events that were stored */
  matches: number;
  /** subscriptions whose saved filter is refused: nothing matches them until it is changed */
  refused: string[];
}

interface Matcher {
  /** Compares all changes that are committed. The signal ends it between two batches. */
  run(options?: { signal?: AbortSignal }): Promise<Matched>;
}

/** changes of one transaction: more than a day has, and few enough for memory */
const batchSize = 5_000;

export function createMatcher(store: Pick<Store, "pool">, { batch = batchSize }: { batch?: number } = {}): Matcher {
  const saved = openSavedConditions();
  return {
    async run({ signal } = {}) {
      const sum: Matched = { changes: 0, matches: 0, refused: [] };
      for (;;) {
        signal?.throwIfAborted();
        const conditionsOf = await saved.today();
        const done = await inTransaction(store, async (client) => {
          const changes = await nextChanges(client, batch);
          const last = changes.at(-1);
          if (!last) return undefined;
          const subscriptions = await readSubscriptions(client);
          if (subscriptions.length === 0) return await skipAll(client);
          const attributes = { "disclosed.changes": changes.length, "disclosed.subscriptions": subscriptions.length };
          return await inSpan({ name: "match changes", begins: true, attributes }, async ({ note }) => {
            const compiled = await compileSubscriptions(client, subscriptions, conditionsOf);
            const matches = await compiled.match(client, changes);
            // before the positions of subscriptions move past a gap
            await noteMissed(client, changes, compiled.refused);
            await storeMatches(client, matches);
            await advance(client, last.position);
            note({ "disclosed.events": matches.length });
            return { changes, matches, refused: compiled.refused };
          });
        });
        if (!done) return sum;
        sum.changes += done.changes.length;
        sum.matches += done.matches.length;
        sum.refused = done.refused.map(({ id }) => id);
        if (done.changes.length < batch) return sum;
      }
    },
  };
}

/** The next changes, under the lock of matching: until the end of the transaction no subscription is created. */
async function nextChanges(client: PoolClient, batch: number): Promise<RowChange[]> {
  await client.query("SELECT pg_advisory_xact_lock(disclosed_matching_lock())");
  const { rows } = await client.query<{ position: string }>("SELECT position FROM match_progress WHERE id = 1");
  return await changesAfter(client, rows[0]?.position ?? "0", batch);
}

/** Without a subscription there is nothing to compare the changes with. */
async function skipAll(client: PoolClient): Promise<undefined> {
  await client.query(
    `INSERT INTO match_progress (position) SELECT max(position) FROM row_changes
     ON CONFLICT (id) DO UPDATE SET position = excluded.position`,
  );
  return undefined;
}

async function advance(client: PoolClient, position: string): Promise<void> {
  await client.query(
    "INSERT INTO match_progress (position) VALUES ($1) ON CONFLICT (id) DO UPDATE SET position = excluded.position",
    [position],
  );
}

/** Stores the events and how far each subscription has some; a subscription that was deleted meanwhile gets none. */
async function storeMatches(client: PoolClient, matches: readonly Match<StoredSubscription>[]): Promise<void> {
  if (matches.length === 0) return;
  await client.query(
    `WITH matched AS MATERIALIZED (
       SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS m(subscription_id, position, change)
     ), locked AS MATERIALIZED (
       SELECT id FROM subscriptions WHERE id IN (SELECT subscription_id FROM matched) ORDER BY id FOR NO KEY UPDATE
     ), stored AS (
       INSERT INTO matched_changes (subscription_id, position, version, kind, row_id, change, changed_at)
       SELECT m.subscription_id, m.position, r.version, r.kind, r.row_id, m.change, r.changed_at
       FROM matched m JOIN locked l ON l.id = m.subscription_id JOIN row_changes r ON r.position = m.position
     )
     UPDATE subscriptions s SET matched_position = m.newest
     FROM (SELECT subscription_id, max(position) AS newest FROM matched GROUP BY 1) AS m JOIN locked l ON l.id = m.subscription_id
     WHERE s.id = m.subscription_id`,
    [
      matches.map(({ subscription }) => subscription.id),
      matches.map(({ position }) => position),
      matches.map(({ change }) => change),
    ],
  );
  // at the commit every process that sends is woken
  await client.query("SELECT pg_notify($1, '')", [eventsChannel]);
}

/** Marks the subscriptions that may miss something: those of a kind with a gap, and those whose filter is refused. */
async function noteMissed(
  client: PoolClient,
  changes: readonly RowChange[],
  refused: readonly StoredSubscription[],
): Promise<void> {
  for (const { position, kind } of changes.filter(({ row_id }) => row_id === null))
    await client.query(
      `UPDATE subscriptions s SET ${addMissed("s", "m")}
       FROM (SELECT ${missedOf("r")} FROM row_changes r WHERE r.position = $1) m
       WHERE s.matched_position < $1 AND s.channel IN ('webhook', 'mail') AND s.list = ANY($2)`,
      [position, listsOf(kind)],
    );
  if (refused.length > 0)
    await client.query(
      `UPDATE subscriptions s SET ${addMissed("s", "m")}
       FROM (SELECT ${missedOf("r")} FROM row_changes r WHERE r.position BETWEEN $2 AND $3) m WHERE s.id = ANY($1)`,
      [refused.map(({ id }) => id), changes[0]?.position, changes.at(-1)?.position],
    );
}

const listsOf = (kind: Kind): TitledList[] => titledLists.filter((list) => matchedLists[list].kind === kind);

interface MatchingSetup {
  store: Pick<Store, "pool">;
  listener: Pick<Listener, "on">;
  /** called after each run that compared changes */
  matched?(matched: Matched): void;
  /** a run that failed is repeated at the next one's time */
  failed(error: unknown): void;
}

/** an announcement that was missed is compensated for after this time */
const everyMs = 60_000;

/** Matches until it is closed; closing waits for the end of the current batch. */
export function startMatching({ store, listener, matched, failed }: MatchingSetup): { close(): Promise<void> } {
  const matcher = createMatcher(store);
  const closing = new AbortController();
  const matching = whenDue(async () => {
    try {
      const result = await matcher.run({ signal: closing.signal });
      if (result.changes > 0) matched?.(result);
    } catch (error) {
      if (!closing.signal.aborted) failed(error);
    }
  });
  const wake = () => void matching.wake();
  listener.on(dataVersionChannel, wake, wake);
  const timer = setInterval(wake, everyMs);
  return {
    async close() {
      closing.abort();
      clearInterval(timer);
      await matching.close();
    },
  };
}
