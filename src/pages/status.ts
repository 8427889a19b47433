// /status: how fresh and how complete each source is, and whether the service keeps its objective. A page for people,
// JSON for programs.
import type { RequestHandler } from "express";
import { unknown } from "../lib/display.ts";
import type { Built } from "./built.ts";
import { sitePage } from "./document.ts";
import { remembered } from "./facts.ts";
import { type Html, html } from "./html.ts";
import { forViewer, type Visitors, viewerOf } from "./viewer.ts";

/** A source, with the names of the JSON. Dates are calendar dates, times RFC 3339; null is unknown. */
export interface SourceStatus {
  source: string;
  title: string;
  records: number;
  newest_record_date: string | null;
  /** the newest record should be of this day or later */
  expected_date: string;
  /** days from the newest record to `expected_date`; 0 where it is not older */
  behind_days: number | null;
  last_fetched_at: string | null;
  /** null for a source whose publisher lists no documents */
  documents: { listed: number; stored: number; quarantined: number; not_fetched: number } | null;
}

export interface ServiceStatus {
  asOf: string;
  /** the records and the listings are invented */
  isSample: boolean;
  sources: SourceStatus[];
  /** requests of this UTC month, and those that failed on our side */
  month: { month: string; requests: number; errors: number };
}

export type ReadStatus = () => Promise<ServiceStatus>;

/** the share of a month's requests that may fail on our side, in percent; docs/operations/reliability.md states it */
const objectivePct = 0.1;

interface StatusOptions {
  version: string;
  status: ReadStatus;
  visitors?: Visitors | undefined;
}

export function statusPage(built: Built, { version, status, visitors }: StatusOptions): RequestHandler {
  const read = remembered(status);
  return async (request, response) => {
    const current = await read().catch(() => null);
    response.set("Cache-Control", "no-store").vary("Accept").vary("Cookie");
    if (!current) response.status(503).set("Retry-After", "5");
    if (request.accepts(["json", "html"]) !== "html") {
      response.json(current ? asJson(current) : { error: unavailable, requestId: response.locals.requestId });
      return;
    }
    const page = {
      title: "Status",
      description: "Freshness, completeness and failed requests",
      path: "/status",
      version,
    };
    const content = current ? shown(current) : html`<h1>Status</h1><p role="alert">× ${unavailable}.</p>`;
    response.type("html").send(forViewer(sitePage(built, { ...page, content }), await viewerOf(visitors, request)));
  };
}

const sampleNote =
  "This service holds sample data: its records, and the publishers' lists that they are compared with, are invented.";
const unavailable = "The database is not reachable, so the status is unknown";

function asJson({ asOf, isSample, sources, month }: ServiceStatus) {
  const { used, failedPct } = budgetOf(month);
  return {
    as_of: asOf,
    ...(isSample ? { sample: true, message: sampleNote } : {}),
    sources,
    availability: {
      month: month.month,
      requests: month.requests,
      failed_requests: month.errors,
      failed_pct: failedPct,
      objective_pct: objectivePct,
      error_budget_used_pct: used,
    },
  };
}

/** Percentages with at most four digits after the point; null without requests. */
function budgetOf({ requests, errors }: ServiceStatus["month"]): { failedPct: number | null; used: number | null } {
  if (requests === 0) return { failedPct: null, used: null };
  const failed = (100 * errors) / requests;
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
  return { failedPct: rounded(failed), used: rounded((100 * failed) / objectivePct) };
}

function shown({ asOf, isSample, sources, month }: ServiceStatus): Html {
  return html`<h1>Status</h1>
${isSample && html`<p class="note">${sampleNote}</p>`}
<p class="lead">${summary(sources)}</p>
<p>As of <time datetime="${asOf}">${asOf.slice(0, 19).replace("T", " ")} UTC</time>. Whether the service is ready to respond: <a href="/readyz">/readyz</a>. The same as JSON: request this page with <code>Accept: application/json</code>.</p>
<h2 id="freshness">Freshness</h2>
<p>The newest stored record of each source, and the date from which one is expected. Publishers are closed on weekends and holidays, so a few days without records are normal.</p>
${table("Freshness", ["Source", "Newest record", "Expected since", "Behind by (days)", "Last fetch (UTC)"], sources.map(freshness))}
<h2 id="completeness">Completeness</h2>
<p>Documents that the publishers list, and how many of them are stored. Quarantined filings could not be read and wait for the operator. <a href="/docs/guides/freshness-and-coverage">More about coverage</a></p>
${table("Completeness", ["Source", "Listed", "Stored", "Quarantined", "Not fetched yet"], sources.filter(({ documents }) => documents).map(completeness))}
<h2 id="availability">Failed requests</h2>
<p>${availability(month)}</p>`;
}

function summary(sources: SourceStatus[]): string {
  const behind = sources.filter(({ behind_days: days }) => days !== null && days > 0).map(({ title }) => title);
  const missing = sources.filter(({ newest_record_date: newest }) => newest === null).map(({ title }) => title);
  const parts = [
    behind.length > 0 && `Behind: ${behind.join("; ")}.`,
    missing.length > 0 && `Without records: ${missing.join("; ")}.`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" ") : "All sources are up to date.";
}

type Cell = { text: string; isNumber?: boolean };

const number = (value: number): Cell => ({ text: value.toLocaleString("en-US"), isNumber: true });

const freshness = (source: SourceStatus): Cell[] => [
  { text: source.title },
  { text: source.newest_record_date ?? unknown },
  { text: source.expected_date },
  source.behind_days === null ? { text: unknown, isNumber: true } : number(source.behind_days),
  { text: source.last_fetched_at?.slice(0, 16).replace("T", " ") ?? unknown },
];

function completeness({ title, documents }: SourceStatus): Cell[] {
  const {
    listed,
    stored,
    quarantined,
    not_fetched: missing,
  } = documents ?? { listed: 0, stored: 0, quarantined: 0, not_fetched: 0 };
  return [{ text: title }, ...[listed, stored, quarantined, missing].map(number)];
}

function table(label: string, heads: string[], rows: Cell[][]): Html {
  if (rows.length === 0) return html`<p>No publisher's list has been fetched yet.</p>`;
  const numeric = (at: number) => rows[0]?.[at]?.isNumber && html` class="number"`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${heads.map((head, at) => html`<th scope="col"${numeric(at)}>${head}</th>`)}</tr></thead>
<tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first?.text}</th>${rest.map(({ text, isNumber }, at) => html`<td data-label="${heads[at + 1]}"${isNumber && html` class="number"`}>${text}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** The month's error budget in words. */
function availability(month: ServiceStatus["month"]): string {
  const { failedPct, used } = budgetOf(month);
  const objective = `The objective is at most ${objectivePct} % in a calendar month`;
  if (failedPct === null || used === null) return `No request has been counted in ${month.month}. ${objective}.`;
  const { requests, errors } = month;
  const counted = `${errors.toLocaleString("en-US")} of ${requests.toLocaleString("en-US")} ${requests === 1 ? "request" : "requests"} failed on our side in ${month.month} (${failedPct} %).`;
  return `${counted} ${objective}: ${used > 100 ? "it is missed this month" : `${Math.round(used)} % of the month's error budget is used`}.`;
}
