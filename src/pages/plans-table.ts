// The plans as a table, for the landing page and the guide to the limits.
import { bytes } from "../lib/byte-size.ts";
import type { PlanFacts } from "./facts.ts";
import { type Html, html } from "./html.ts";

const number = (value: number) => value.toLocaleString("en-US");

export function plansTable(plans: PlanFacts[]): Html {
  if (plans.length === 0) return html`<p>The plans cannot be read just now.</p>`;
  const rows = plans.map(
    (plan) => html`<tr><th scope="row">${plan.name}</th>
<td class="number" data-label="price a month">${priceOf(plan)}</td>
<td class="number" data-label="requests a day">${number(plan.perDay)}</td><td class="number" data-label="a minute">${number(plan.perMinute)}</td><td class="number" data-label="a month">${number(plan.perMonth)}</td>
<td class="number" data-label="files a day">${bytes(plan.bytesPerDay)}</td><td data-label="commercial use">${plan.commercialUse ? "SEC data" : "no"}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Plans"><table class="plans"><thead><tr><th scope="col">Plan</th>
<th scope="col" class="number">price a month</th><th scope="col" class="number">requests a day</th><th scope="col" class="number">a minute</th><th scope="col" class="number">a month</th><th scope="col" class="number">files a day</th><th scope="col">commercial use</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function priceOf({ pricePerMonth }: PlanFacts): string {
  if (pricePerMonth === null) return "by arrangement";
  return pricePerMonth === 0 ? "free" : `$${number(pricePerMonth)}`;
}
