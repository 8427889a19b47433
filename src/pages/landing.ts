// The page at /: what the service is, on one screen. HTML for people, JSON for programs.
import type { RequestHandler } from "express";
import { bytes } from "../lib/display.ts";
import type { Built } from "./built.ts";
import { sitePage, statute } from "./document.ts";
import { exampleCall, type Facts, type PlanFacts, type ReadFacts } from "./facts.ts";
import { type Html, html } from "./html.ts";
import { codeBlock } from "./markdown.ts";
import { renderedOnce } from "./rendered.ts";
import { keyPositionSlot, type Visitors } from "./viewer.ts";

interface LandingOptions {
  version: string;
  /** base URL that callers see, without /api/v1 */
  publicUrl: () => string;
  facts: ReadFacts;
  visitors?: Visitors | undefined;
}

const about =
  "Insider trades (SEC Forms 3, 4 and 5) and congressional disclosures (STOCK Act) as a read-only REST API, with returns, signals, clusters and lateness.";
const sampleNote = "This service holds sample data: its people, companies and trades are invented.";

/** the fields that are shown, of the many in a response */
const shown = [
  "filing_date",
  "trade_date",
  "ticker",
  "company_name",
  "insider_name",
  "title",
  "trade_type",
  "shares",
  "price",
  "value",
  "signal_score",
  "signal_tier",
];

export function landing(built: Built, { version, publicUrl, facts, visitors }: LandingOptions): RequestHandler {
  const origin = () => publicUrl().replace(/\/$/, "");
  const forPeople = renderedOnce(
    async () => JSON.stringify([origin(), await facts()]),
    async () => {
      const content = page(`${origin()}/api/v1`, await facts());
      const head = { title: "Disclosed: insider and congressional trades as an API", description: about };
      return sitePage(built, { ...head, path: "/", version, content });
    },
    { visitors, cacheControl: "no-store" },
  );
  return async (request, response, next) => {
    response.vary("Accept");
    if (request.accepts(["json", "html"]) === "html") return forPeople(request, response, next);
    const sample = isSample(await facts());
    response.set("Cache-Control", "no-store");
    response.json({
      name: "Disclosed",
      version,
      description: about,
      baseUrl: `${origin()}/api/v1`,
      documentation: `${origin()}/api/v1/openapi.json`,
      guides: `${origin()}/llms.txt`,
      ...(sample ? { sample: true, message: sampleNote } : {}),
      congressionalData: statute,
    });
  };
}

function page(base: string, facts: Facts): Html {
  return html`<div class="hero"><div>
<h1>What insiders and lawmakers trade, from their own filings</h1>
<p class="lead">Trades of corporate insiders (SEC Forms 3, 4, 5) and of members of Congress (STOCK Act) as one read-only API: cleaned, with the return after each trade, an explained score, and a link to the filing behind every row.</p>
<p class="actions"><a class="button" href="${keyPositionSlot}">Create key</a> <a class="button quiet" href="/docs/quickstart">Docs</a></p>
${freshness(facts)}
${isSample(facts) && html`<p class="note">${sampleNote}</p>`}
</div><div>${call(base, facts)}</div></div>
<section aria-labelledby="plans"><h2 id="plans">Plans</h2>${plansTable(facts.plans)}</section>`;
}

function metaOf({ example }: Facts): Record<string, unknown> {
  return (example?.meta ?? {}) as Record<string, unknown>;
}

function firstRow({ example }: Facts): Record<string, unknown> | undefined {
  return (example?.data as Record<string, unknown>[] | undefined)?.[0];
}

const isSample = (facts: Facts): boolean => metaOf(facts).sample === true;

function freshness(facts: Facts): Html | false {
  const row = firstRow(facts);
  const asOf = String(metaOf(facts).as_of ?? "");
  if (!row || !asOf) return false;
  const { total } = (facts.example?.pagination ?? { total: 0 }) as { total: number };
  return html`<dl class="facts"><div><dt>Data as of</dt><dd><time datetime="${asOf}">${asOf.slice(0, 16).replace("T", " ")} UTC</time></dd></div>
<div><dt>Newest purchase filed</dt><dd>${String(row.filing_date)}</dd></div>
<div><dt>Purchases by insiders</dt><dd>${total.toLocaleString("en-US")}</dd></div></dl>`;
}

function call(base: string, facts: Facts): Html {
  const request = codeBlock(
    `curl -H "Authorization: Bearer $DISCLOSED_API_KEY" \\\n  "${base}${exampleCall.path}?${exampleCall.query}"`,
    "shell",
    "Request",
  );
  const row = firstRow(facts);
  if (!row) return html`${request}<p class="caption">No purchases are stored yet.</p>`;
  const fields = shown.map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(row[name] ?? null)}`);
  const rest = Object.keys(row).length - fields.length;
  const response = `{\n  "data": [{\n${fields.join(",\n")}\n  }],\n  "pagination": ${JSON.stringify(facts.example?.pagination)}\n}`;
  return html`${request}${codeBlock(response, "json", "Response")}
<p class="caption">Live response; ${rest} fields not shown.</p>`;
}

// The plans as a table, here and in the guide to the limits.
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
