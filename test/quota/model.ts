// A single-threaded model of the quota: callers start requests, which are later served or refused, or get no response.
// For each window the model knows the smallest and the largest number that can have been charged, and records a fault
// for each response that does not fit.
import type { LimitStatus } from "../../src/ports/access.ts";

export interface ModelOptions {
  /** each has at most one running request */
  callers: number;
  /** the largest charge of one request */
  maxCost: number;
}

/** A request, with the state of the model when it was started. */
export interface StartedRequest {
  /** certainly charged by then, by window */
  charged: Map<string, number>;
  refunded: number;
  completedRefunds: number;
  isDisturbed: boolean;
}

const windows = ["minute", "day", "month"] as const;

/** A window by its name and its end: `day 1924992000`. */
const keyOf = (name: string, resetAt: number) => `${name} ${resetAt}`;

export class QuotaModel {
  readonly faults: string[] = [];
  /** the largest number that was served above a limit, in an outage */
  maxAboveLimit = 0;
  readonly #options: ModelOptions;
  readonly #charged = new Map<string, number>();
  /** each may have charged every caller for one request that was not served, or was charged twice */
  #outages = 0;
  #allowed = 0;
  #refunded = 0;
  #completedRefunds = 0;
  #isDisturbed = false;
  #mayCharge = false;
  #running: StartedRequest[] = [];

  constructor(options: ModelOptions) {
    this.#options = options;
  }

  start(): StartedRequest {
    const request = {
      charged: new Map(this.#charged),
      refunded: this.#refunded,
      completedRefunds: this.#completedRefunds,
      isDisturbed: this.#isDisturbed,
    };
    this.#running.push(request);
    return request;
  }

  /**
   * An outage begins, or gets worse. Until `settled` a response may report too few charges, or include a request that
   * Redis counted and that is going to be refunded. An outage that `mayCharge` may charge each caller for one request
   * that was not served.
   */
  outage({ mayCharge }: { mayCharge: boolean }): void {
    if (mayCharge && !this.#mayCharge) this.#outages++;
    this.#mayCharge ||= mayCharge;
    this.#isDisturbed = true;
    for (const request of this.#running) request.isDisturbed = true;
  }

  /** All stores have exchanged their counts. */
  settled(): void {
    this.#isDisturbed = false;
    this.#mayCharge = false;
  }

  served(request: StartedRequest, limitStatus: LimitStatus, cost: number): void {
    this.#end(request);
    for (const name of windows) {
      const { limit, remaining, resetAt } = limitStatus[name];
      const window = keyOf(name, resetAt);
      const charged = (this.#charged.get(window) ?? 0) + cost;
      this.#charged.set(window, charged);
      const min = (request.charged.get(window) ?? 0) + cost - (this.#refunded - request.refunded);
      this.#checkUsed(request, window, limit - remaining, min, charged);
      if (charged > limit) this.#noteAboveLimit(request, window, charged - limit);
    }
  }

  refused(
    request: StartedRequest,
    exceeded: "minute" | "daily" | "monthly",
    limitStatus: LimitStatus,
    cost: number,
  ): void {
    this.#end(request);
    const name = exceeded === "minute" ? "minute" : exceeded === "daily" ? "day" : "month";
    const { limit, resetAt } = limitStatus[name];
    const window = keyOf(name, resetAt);
    const max = this.#maxUsed(request, this.#charged.get(window) ?? 0);
    if (max + cost <= limit) this.faults.push(`refused below the limit: ${window}, at most ${max} of ${limit} used`);
  }

  /** 503, or no response at all. */
  withoutResponse(request: StartedRequest): void {
    this.#end(request);
  }

  /** From now on a request that was served with this limit status may be refunded. */
  startRefund(limitStatus: LimitStatus, cost: number): void {
    this.#refunded += cost;
    for (const name of windows) {
      const window = keyOf(name, limitStatus[name].resetAt);
      this.#charged.set(window, (this.#charged.get(window) ?? 0) - cost);
    }
  }

  /** The refund is done, or its outcome is unknown: then it is not retried. */
  endRefund(cost: number): void {
    this.#completedRefunds += cost;
    if (this.#isDisturbed) this.#allowed += cost;
  }

  /** So many more may be charged than were served. */
  allow(more: number): void {
    this.#allowed += more;
  }

  /**
   * Compares the limit status of a store at the end, when no request is running: what was served is charged, at most
   * one more request of each caller and outage, and at most `more`. Returns the smallest and the largest charged -
   * served of the windows.
   */
  end(store: string, limitStatus: LimitStatus, more = 0): { min: number; max: number } {
    let min = 0;
    let max = 0;
    for (const name of windows) {
      const { limit, remaining, resetAt } = limitStatus[name];
      const window = keyOf(name, resetAt);
      const excess = limit - remaining - (this.#charged.get(window) ?? 0);
      [min, max] = [Math.min(min, excess), Math.max(max, excess)];
      if (excess < 0 || excess > this.#maxUnserved + more)
        this.faults.push(`${store}: ${window}: charged - served is ${excess}`);
    }
    return { min, max };
  }

  /** The largest use of the window that a request can have found since it was started, including refunds meanwhile. */
  #maxUsed = (request: StartedRequest, charged: number) =>
    charged +
    this.#maxUnserved +
    (this.#running.length + (request.isDisturbed ? this.#options.callers : 0)) * this.#options.maxCost +
    this.#refunded -
    request.completedRefunds;

  /** The largest number that can have been charged without having been served. */
  get #maxUnserved(): number {
    return this.#outages * this.#options.callers * this.#options.maxCost + this.#allowed;
  }

  #end(request: StartedRequest): void {
    this.#running = this.#running.filter((other) => other !== request);
    if (this.#isDisturbed) request.isDisturbed = true;
  }

  /** Stores that cannot exchange counts may serve more than the limit, and nothing more once they have. */
  #noteAboveLimit(request: StartedRequest, window: string, above: number): void {
    this.maxAboveLimit = Math.max(this.maxAboveLimit, above);
    if (!request.isDisturbed) this.faults.push(`${window}: ${above} served above the limit`);
  }

  #checkUsed(request: StartedRequest, window: string, used: number, min: number, charged: number): void {
    const max = this.#maxUsed(request, charged);
    if (used > max) this.faults.push(`${window}: reported ${used} used, at most ${max} were`);
    if (used < min && !request.isDisturbed) this.faults.push(`${window}: reported ${used} used, at least ${min} were`);
  }
}
