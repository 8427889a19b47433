// The plans as a table, on the landing page and in the guide to the limits.
import { bytes } from "../lib/display.ts";
import type { PlanFacts } from "./facts.ts";
import { type Html, html } from "./html.ts";

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
