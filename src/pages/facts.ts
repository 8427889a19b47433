// Data of the store for the public pages. The pages need no login, so the store is queried at most every few seconds.
import { bytes } from "../lib/display.ts";
import { type Html, html } from "./html.ts";

export interface PlanFacts {
  name: string;
  /** US dollars; null by arrangement */
  pricePerMonth: number | null;
  perMinute: number;
  perDay: number;
  perMonth: number;
  /** of ready-made files */
  bytesPerDay: number;
  commercialUse: boolean;
}

/** A row of a list as the API responds with it. */
export type ListedRow = Readonly<Record<string, unknown>>;

/** A purchase whose returns are known, and the request for it. */
export interface ExampleTrade {
  /** path and query below /api/v1 */
  address: string;
  row: ListedRow;
  /** of the filing at its publisher; null where the address is not one of a publisher */
  documentUrl: string | null;
}

/** How often signals of a tier were right after 90 days, in percent, with the 95 % interval. */
export interface TierRate {
  tier: string;
  rate: number;
  low: number;
  high: number;
  /** trades with a known return */
  trades: number;
}

/** What the landing page shows of the store. */
export interface StoreRows {
  /** the sources of trades; `newestFiling` is a date */
  sources: { title: string; newestFiling: string | null }[];
  purchases: ListedRow[];
  clusters: ListedRow[];
  /** first filing date of `clusters`; null where none was filed this week and they are the latest ones */
  clustersSince: string | null;
  congress: ListedRow[];
  late: ListedRow[];
  example: ExampleTrade | null;
  tiers: TierRate[];
}

export interface Facts {
  /** listed plans, cheapest first */
  plans: PlanFacts[];
  /** null where the store could not be queried */
  rows: StoreRows | null;
  isSample: boolean;
  /** values for the samples of the documentation, so that a pasted sample gets a response */
  samples: SampleValues;
}

/** Taken from stored rows. */
export interface SampleValues {
  /** template of the path -> name of the parameter -> value; a missing template has no stored row for a sample */
  parameters: Record<string, Record<string, string>>;
  dataVersion?: string | undefined;
  /** a part of an insider's name, by which /symbols finds it */
  insiderName?: string | undefined;
  /** a current symbol of a company */
  ticker?: string | undefined;
  /** a part of a member's name */
  memberName?: string | undefined;
}

const noSamples: SampleValues = { parameters: {} };

export type ReadFacts = () => Promise<Facts>;

const freshMs = 5_000;

/** Returns what was read in the last five seconds, and reads it once for all concurrent callers. */
export function remembered<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { value: Value; at: number } | undefined;
  let reading: Promise<Value> | undefined;
  const readAgain = async () => {
    try {
      const value = await read();
      last = { value, at: performance.now() };
      return value;
    } finally {
      reading = undefined;
    }
  };
  return async () => {
    if (last && performance.now() - last.at < freshMs) return last.value;
    reading ??= readAgain();
    return reading;
  };
}

/** Facts at most five seconds old; where they cannot be read, the last ones without rows. */
export function rememberedFacts(read: ReadFacts): ReadFacts {
  let last: Facts = { plans: [], rows: null, isSample: false, samples: noSamples };
  return remembered(async () => {
    last = await read().catch(() => ({ ...last, rows: null }));
    return last;
  });
}

// The plans as a table, on the landing page and in the guide to the limits.

const number = (value: number) => value.toLocaleString("en-US");

export function plansTable(plans: PlanFacts[]): Html {
  if (plans.length === 0) return html`<p>The plans are temporarily unavailable.</p>`;
  const rows = plans.map(
    (plan) => html`<tr><th scope="row">${plan.name}</th>
<td class="number" data-label="Price per month">${priceOf(plan)}</td>
<td class="number" data-label="Requests per day">${number(plan.perDay)}</td><td class="number" data-label="Per minute">${number(plan.perMinute)}</td><td class="number" data-label="Per month">${number(plan.perMonth)}</td>
<td class="number" data-label="Files per day">${bytes(plan.bytesPerDay)}</td><td data-label="Commercial use">${plan.commercialUse ? "SEC data" : "Not included"}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Plans"><table class="plans"><thead><tr><th scope="col">Plan</th>
<th scope="col" class="number">Price per month</th><th scope="col" class="number">Requests per day</th><th scope="col" class="number">Per minute</th><th scope="col" class="number">Per month</th><th scope="col" class="number">Files per day</th><th scope="col">Commercial use</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function priceOf({ pricePerMonth }: PlanFacts): string {
  if (pricePerMonth === null) return "By arrangement";
  return pricePerMonth === 0 ? "$0" : `$${number(pricePerMonth)}`;
}
