// The subscriptions that changes are matched for, compiled for one pass over the changes: all of one list are compared
// with the changes of its rows together. A condition that several subscriptions have is evaluated once for each row. A
// subscription that names a symbol, company, owner, filing or member is compared only with rows that have it.
import type { PoolClient } from "pg";
import { type TitledList, titledLists } from "../domain/row-titles.ts";
import type { Predicate } from "./conditions-to-predicate.ts";
import { Directory } from "./directory.ts";
import {
  type AnyCondition,
  type ConditionsOf,
  type Facts,
  type Kind,
  type MatchedList,
  matchedLists,
} from "./lists.ts";

// All subscriptions of one list, compared with the changes of its rows in one pass. A condition that several
// subscriptions have is evaluated once for each row. A subscription that names a symbol, company, owner, filing or member
// is compared only with rows that have it.

type ChangeType = "created" | "changed" | "withdrawn";

/** The conditions of a subscription; `id` is any value that identifies it to the caller. */
interface Subscribed<Id> {
  id: Id;
  conditions: readonly AnyCondition[];
}

interface Compiled<Id> {
  id: Id;
  /** numbers of conditions, of which all must hold */
  conditions: number[];
}

/** Evaluates each condition at most once for a row. */
class Evaluation {
  /** 0: not evaluated; 1: does not hold; 2: holds */
  readonly #results: Uint8Array;
  #facts: Facts | null = null;

  constructor(readonly conditions: readonly Predicate<Facts>[]) {
    this.#results = new Uint8Array(conditions.length);
  }

  begin(facts: Facts | null): void {
    this.#facts = facts;
    this.#results.fill(0);
  }

  holdsAll(numbers: readonly number[]): boolean {
    const facts = this.#facts;
    if (facts === null) return false;
    for (const number of numbers) {
      if (this.#results[number] === 0) this.#results[number] = this.conditions[number]?.(facts) ? 2 : 1;
      if (this.#results[number] === 1) return false;
    }
    return true;
  }
}

export class CompiledList<Id> {
  readonly #keysOf: MatchedList["keysOf"];
  readonly #byKey = new Map<string, Compiled<Id>[]>();
  /** compared with every row */
  readonly #others: Compiled<Id>[] = [];
  readonly #before: Evaluation;
  readonly #after: Evaluation;

  constructor(list: MatchedList, subscriptions: readonly Subscribed<Id>[], directory: Directory) {
    this.#keysOf = list.keysOf;
    const tests: Predicate<Facts>[] = [];
    const known = new Map<string, { number: number; keys: readonly string[] | undefined }>();
    const compiled = (condition: AnyCondition) => {
      const text = JSON.stringify(condition);
      let found = known.get(text);
      if (!found) {
        const { test, keys } = list.compile(condition, directory);
        found = { number: tests.push(test) - 1, keys };
        known.set(text, found);
      }
      return found;
    };
    for (const { id, conditions } of subscriptions) {
      const all = conditions.map(compiled);
      const subscription = { id, conditions: all.map(({ number }) => number) };
      const keys = all.flatMap(({ keys }) => (keys ? [keys] : [])).sort((a, b) => a.length - b.length)[0];
      if (!keys) this.#others.push(subscription);
      for (const key of keys ?? []) {
        const sharing = this.#byKey.get(key);
        if (sharing) sharing.push(subscription);
        else this.#byKey.set(key, [subscription]);
      }
    }
    this.#before = new Evaluation(tests);
    this.#after = new Evaluation(tests);
  }

  /** What the change of a row is to each subscription that it concerns; null: the list did not or does not show the row. */
  *match(before: Facts | null, after: Facts | null): Generator<{ id: Id; change: ChangeType }, void> {
    this.#before.begin(before);
    this.#after.begin(after);
    for (const { id, conditions } of this.#candidates(before, after)) {
      const was = this.#before.holdsAll(conditions);
      const is = this.#after.holdsAll(conditions);
      if (was || is) yield { id, change: is ? (was ? "changed" : "created") : "withdrawn" };
    }
  }

  #candidates(before: Facts | null, after: Facts | null): Iterable<Compiled<Id>> {
    const rows = [before, after].filter((facts) => facts !== null);
    const named = [...new Set(rows.flatMap(this.#keysOf))].flatMap((key) => this.#byKey.get(key) ?? []);
    return named.length === 0 ? this.#others : [...new Set(named), ...this.#others];
  }
}

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

interface CompiledSubscriptions<Compared extends Subscription> {
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
