// All subscriptions of one list, compared with the changes of its rows in one pass. A condition that several
// subscriptions have is evaluated once for each row. A subscription that names a symbol, company, owner, filing or member
// is compared only with rows that have it.
import type { Predicate } from "./conditions-to-predicate.ts";
import type { Directory } from "./directory.ts";
import type { AnyCondition, Facts, MatchedList } from "./lists.ts";

export type ChangeType = "created" | "changed" | "withdrawn";

/** The conditions of a subscription; `id` is any value that identifies it to the caller. */
export interface Subscribed<Id> {
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
