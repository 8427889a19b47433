// The subscriptions that changes are matched for, compiled for one pass over the changes.
import type { PoolClient } from "pg";
import { type TitledList, titledLists } from "../domain/row-titles.ts";
import { type ChangeType, CompiledList, type Subscribed } from "./compiled-list.ts";
import { Directory } from "./directory.ts";
import { type AnyCondition, type Facts, type Kind, matchedLists } from "./lists.ts";
import type { ConditionsOf } from "./saved-conditions.ts";

/** A row of the change log; `row_id` null: any row of the kind may have changed. Positions are decimals. */
export interface RowChange {
  position: string;
  kind: Kind;
  row_id: string | null;
  before: Facts | null;
  after: Facts | null;
}

/** A saved filter whose changes are looked for, of the store or of an open stream. */
export interface Subscription {
  list: TitledList;
  filters: string;
  /** no change up to this position is its */
  matched_position: string;
}

export interface StoredSubscription extends Subscription {
  id: string;
}

export interface Match<Compared extends Subscription> {
  subscription: Compared;
  position: string;
  change: ChangeType;
}

export interface CompiledSubscriptions<Compared extends Subscription> {
  /** those whose saved filter is refused: they match nothing */
  refused: Compared[];
  /** Reads the names that the rows of the changes have, then compares. */
  match(client: PoolClient, changes: readonly RowChange[]): Promise<Match<Compared>[]>;
}

/** The subscriptions whose events are stored for delivery: a feed is read, and a stream compares for itself. */
export async function readSubscriptions(client: PoolClient): Promise<StoredSubscription[]> {
  const { rows } = await client.query<StoredSubscription>(
    `SELECT id, list, filters, matched_position FROM subscriptions
     WHERE channel IN ('webhook', 'mail') AND list = ANY($1) ORDER BY id`,
    [titledLists],
  );
  return rows;
}

export async function compileSubscriptions<Compared extends Subscription>(
  client: PoolClient,
  subscriptions: readonly Compared[],
  conditionsOf: ConditionsOf,
): Promise<CompiledSubscriptions<Compared>> {
  const refused: Compared[] = [];
  const byList: Record<TitledList, Subscribed<Compared>[]> = {
    trades: [],
    "politician-trades": [],
    clusters: [],
    "late-filings": [],
  };
  for (const subscription of subscriptions) {
    const conditions = read(conditionsOf, subscription);
    if (!conditions) refused.push(subscription);
    else byList[subscription.list].push({ id: subscription, conditions });
  }
  const all = Object.values(byList).flatMap((list) => list.flatMap(({ conditions }) => conditions));
  const directory = await Directory.open(client, wantedBy(all));
  const compiled = titledLists.map((list) => ({
    kind: matchedLists[list].kind,
    list: new CompiledList(matchedLists[list], byList[list], directory),
  }));
  return {
    refused,
    async match(client, changes) {
      await directory.readNames(client, namedIn(changes));
      return changes.flatMap(({ position, kind, before, after }) =>
        compiled
          .filter((one) => one.kind === kind)
          .flatMap(({ list }) => [...list.match(before, after)])
          .filter(({ id }) => BigInt(id.matched_position) < BigInt(position))
          .map(({ id, change }) => ({ subscription: id, position, change })),
      );
    },
  };
}

/** Null where the saved filter is refused: a filter of an earlier release may no longer exist. */
function read(conditionsOf: ConditionsOf, { list, filters }: Subscription): readonly AnyCondition[] | null {
  try {
    return conditionsOf(list, filters);
  } catch {
    return null;
  }
}

/** What the conditions look up by name. */
function wantedBy(conditions: readonly AnyCondition[]): { symbols: Set<string>; texts: Set<string> } {
  const symbols = new Set<string>();
  const texts = new Set<string>();
  for (const condition of conditions)
    if (condition.is === "contains") texts.add(condition.text);
    else if (condition.is === "oneOf" && condition.field === "symbol")
      for (const symbol of condition.values) symbols.add(symbol);
  return { symbols, texts };
}

function namedIn(changes: readonly RowChange[]): { companies: Set<string>; members: Set<string> } {
  const facts = changes.flatMap(({ before, after }) => [before, after]).filter((row) => row !== null);
  return {
    companies: new Set(facts.flatMap(({ company }) => company ?? [])),
    members: new Set(facts.flatMap(({ member }) => member ?? [])),
  };
}
