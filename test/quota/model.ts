// A single-threaded model of the quota: callers begin requests, and are later served or refused, or get no response. For each
// window the model knows the least and the most that can have been charged, and finds fault with a response that does not fit.
import type { LimitStatus } from "../../src/ports/access.ts";

export interface ModelOptions {
  /** of whom each has one request under way at most */
  callers: number;
  /** what one request may be charged at most */
  dearest: number;
}

/** A request that was begun. */
export interface Begun {
  /** charged for certain when it was begun, by window */
  charged: Map<string, number>;
  givenBack: number;
  endedGivingBack: number;
  isDisturbed: boolean;
}

const windows = [
  ["minute", 60, "perMinute"],
  ["day", 86_400, "perDay"],
  ["month", 0, "perMonth"],
] as const;

/** A window by its name and its end: `day 1924992000`. */
const nameOf = (name: string, resetAt: number) => `${name} ${resetAt}`;

export class QuotaModel {
  readonly faults: string[] = [];
  /** the most that was served above a limit, in an outage */
  over = 0;
  readonly #options: ModelOptions;
  readonly #charged = new Map<string, number>();
  /** each may have cost every caller the charge of one request that was not served, or was charged twice */
  #outages = 0;
  #allowed = 0;
  #givenBack = 0;
  #endedGivingBack = 0;
  #isDisturbed = false;
  #costs = false;
  /** what is under way */
  #begun: Begun[] = [];

  constructor(options: ModelOptions) {
    this.#options = options;
  }

  begin(): Begun {
    const begun = {
      charged: new Map(this.#charged),
      givenBack: this.#givenBack,
      endedGivingBack: this.#endedGivingBack,
      isDisturbed: this.#isDisturbed,
    };
    this.#begun.push(begun);
    return begun;
  }

  /**
   * Something is lost from now on, or something more of the same outage; every response until `settled` may know of too little, or of a request
   * that Redis counted and that is going to be undone. An outage that `costs` may charge each caller for one request that was not served.
   */
  outage({ costs }: { costs: boolean }): void {
    if (costs && !this.#costs) this.#outages++;
    this.#costs ||= costs;
    this.#isDisturbed = true;
    for (const begun of this.#begun) begun.isDisturbed = true;
  }

  /** All stores have exchanged their counts. */
  settled(): void {
    this.#isDisturbed = false;
    this.#costs = false;
  }

  served(begun: Begun, limitStatus: LimitStatus, cost: number): void {
    this.#end(begun);
    for (const [name] of windows) {
      const { limit, remaining, resetAt } = limitStatus[name];
      const window = nameOf(name, resetAt);
      const charged = (this.#charged.get(window) ?? 0) + cost;
      this.#charged.set(window, charged);
      const min = (begun.charged.get(window) ?? 0) + cost - (this.#givenBack - begun.givenBack);
      this.#fits(begun, window, limit - remaining, min, charged);
      const over = charged - limit;
      if (over > 0) this.#isOver(begun, window, over);
    }
  }

  refused(begun: Begun, exceeded: "minute" | "daily" | "monthly", limitStatus: LimitStatus, cost: number): void {
    this.#end(begun);
    const name = exceeded === "minute" ? "minute" : exceeded === "daily" ? "day" : "month";
    const { limit, resetAt } = limitStatus[name];
    const max = this.#most(begun, this.#charged.get(nameOf(name, resetAt)) ?? 0);
    if (max + cost <= limit)
      this.faults.push(`refused with room: ${nameOf(name, resetAt)}, ${max} of ${limit} at most`);
  }

  /** 503, or no response at all. */
  withoutResponse(begun: Begun): void {
    this.#end(begun);
  }

  /** A served request with these reported figures is refunded from now on. */
  givenBack(limitStatus: LimitStatus, cost: number): void {
    this.#givenBack += cost;
    for (const [name] of windows) {
      const window = nameOf(name, limitStatus[name].resetAt);
      this.#charged.set(window, (this.#charged.get(window) ?? 0) - cost);
    }
  }

  /** It was refunded, or the outcome is unknown: then it is not retried. */
  endGivingBack(cost: number): void {
    this.#endedGivingBack += cost;
    if (this.#isDisturbed) this.#allowed += cost;
  }

  /** So many more may be charged than were served. */
  allow(more: number): void {
    this.#allowed += more;
  }

  /**
   * What a store says at the end, when nothing is under way: charged for what was served, for one request of each caller and outage at most,
   * and for `more` at most. Returns charged - served, the lowest and highest of the windows.
   */
  end(store: string, limitStatus: LimitStatus, more = 0): { min: number; max: number } {
    let min = 0;
    let max = 0;
    for (const [name] of windows) {
      const { limit, remaining, resetAt } = limitStatus[name];
      const window = nameOf(name, resetAt);
      const apart = limit - remaining - (this.#charged.get(window) ?? 0);
      [min, max] = [Math.min(min, apart), Math.max(max, apart)];
      if (apart < 0 || apart > this.#unknown + more)
        this.faults.push(`${store}: ${window}: charged - served is ${apart}`);
    }
    return { min, max };
  }

  /** The most that the window can have held for a request since it was begun, including refunds meanwhile. */
  #most = (begun: Begun, charged: number) =>
    charged +
    this.#unknown +
    (this.#begun.length + (begun.isDisturbed ? this.#options.callers : 0)) * this.#options.dearest +
    this.#givenBack -
    begun.endedGivingBack;

  /** charged without having been served */
  get #unknown(): number {
    return this.#outages * this.#options.callers * this.#options.dearest + this.#allowed;
  }

  #end(begun: Begun): void {
    this.#begun = this.#begun.filter((other) => other !== begun);
    if (this.#isDisturbed) begun.isDisturbed = true;
  }

  /** Stores that cannot exchange counts may serve more than the limit, and nothing more once they have. */
  #isOver(begun: Begun, window: string, over: number): void {
    this.over = Math.max(this.over, over);
    if (!begun.isDisturbed) this.faults.push(`${window}: ${over} served above the limit`);
  }

  #fits(begun: Begun, window: string, used: number, min: number, charged: number): void {
    const max = this.#most(begun, charged);
    if (used > max) this.faults.push(`${window}: told ${used} used, ${max} at most`);
    if (used < min && !begun.isDisturbed) this.faults.push(`${window}: told ${used} used, ${min} at least`);
  }
}
