// What the landing page shows of one purchase, and other services do not have: the follower's return beside the insider's, every
// point of its score, and its document. And the chart of what the scores have been worth.
import { personName } from "../domain/person-names.ts";
import { signed, unknown } from "../lib/display.ts";
import type { ExampleTrade, ListedRow, TierRate } from "./facts.ts";
import { type Html, html } from "./html.ts";
import { foreign } from "./landing-lists.ts";

/** the fields of the row that are shown, of the many in a response */
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
  "source_url",
];
const shownOutcomes = ["status", "return_30d_pct", "return_90d_pct", "trade_date_return_90d_pct", "alpha_90d_pct"];

/** The response with the chosen fields, and the number of the others. */
export function exampleResponse(row: ListedRow): { body: object; hidden: number } {
  const outcomes = outcomesOf(row);
  const data = { ...chosen(row, shown), outcomes: chosen(outcomes, shownOutcomes) };
  const hidden = [others(row, [...shown, "outcomes"]), others(outcomes, shownOutcomes)].flat().length;
  return { body: { data }, hidden };
}

const chosen = (row: ListedRow, names: string[]) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

const others = (row: ListedRow, names: string[]) => Object.keys(row).filter((name) => !names.includes(name));

const outcomesOf = ({ outcomes }: ListedRow) => (outcomes ?? {}) as ListedRow;

export function proofs(example: ExampleTrade): Html {
  const { row } = example;
  return html`<section aria-labelledby="proofs"><h2 id="proofs">Three things to check in every row</h2>
<p>The purchase above: ${foreign(personName(String(row.insider_name)))}, ${foreign(row.title)} of ${foreign(row.company_name)}, filed on ${String(row.filing_date)}.</p>
<div class="proofs">${[returns(row), points(row), source(example)]}</div></section>`;
}

const returnDays = [7, 30, 90];

function returns(row: ListedRow): Html {
  const outcomes = outcomesOf(row);
  const cell = (name: string) => html`<td class="number">${percent(outcomes[name])}</td>`;
  const line = (label: string, prefix: string) =>
    html`<tr><th scope="row">${label}</th>${returnDays.map((days) => cell(`${prefix}${days}d_pct`))}</tr>`;
  return html`<section aria-labelledby="returns"><h3 id="returns">Your return, not only the insider's</h3>
<p>A follower can buy from the day after the filing. Each trade has both returns.</p>
<table><thead><tr><th scope="col">Return (%)</th>${returnDays.map((days) => html`<th scope="col" class="number">${days} days</th>`)}</tr></thead>
<tbody>${line("Insider", "trade_date_return_")}${line("Follower", "return_")}${line("Follower against SPY", "alpha_")}</tbody></table></section>`;
}

const percent = (value: unknown): string => (typeof value === "number" ? signed(value) : unknown);

function points(row: ListedRow): Html {
  const factors = (row.signal_factors ?? []) as { factor: string; points: number }[];
  return html`<section aria-labelledby="points"><h3 id="points">Every point of the score</h3>
<p>The score uses only what was known on the filing date, and its points add up.</p>
<table><thead><tr><th scope="col">Reason</th><th scope="col" class="number">Points</th></tr></thead>
<tbody>${factors.map(({ factor, points: added }) => html`<tr><th scope="row">${factor.replaceAll("_", " ")}</th><td class="number">${signed(added, 0)}</td></tr>`)}
<tr><th scope="row">Score: ${String(row.signal_tier)}</th><td class="number">${String(row.signal_score)}</td></tr></tbody></table></section>`;
}

function source({ row, documentUrl }: ExampleTrade): Html {
  const link = documentUrl
    ? html`<a href="${documentUrl}" rel="noreferrer">Open the filing at the SEC</a>`
    : html`<code>${foreign(row.source_url)}</code>`;
  return html`<section aria-labelledby="source"><h3 id="source">The document of every row</h3>
<p>Each row names its filing, and each filing is kept as it was published.</p>
<dl class="facts"><div><dt>Accession number</dt><dd><code>${String(row.accession_number)}</code></dd></div>
<div><dt>Form</dt><dd>${String(row.form_type)}</dd></div></dl><p>${link}</p></section>`;
}

// The chart: for each tier of bullish signals, the share of trades that rose within 90 days, with its interval.

const chart = { width: 640, row: 44, label: 170, right: 24, axis: 36 };

export function tierChart(rates: TierRate[]): Html | false {
  if (rates.length === 0) return false;
  const { width, row, label, right, axis } = chart;
  const height = rates.length * row + axis;
  const x = (share: number) => (label + (share / 100) * (width - label - right)).toFixed(1);
  const ticks = [0, 25, 50, 75, 100];
  const bars = rates.map(({ tier, rate, low, high, trades }, at) => {
    const y = at * row + row / 2;
    return html`<text x="0" y="${y + 4}">${tier}, ${trades.toLocaleString("en-US")} ${trades === 1 ? "trade" : "trades"}</text>
<line class="interval" x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}"/><circle cx="${x(rate)}" cy="${y}" r="6"/>`;
  });
  return html`<section aria-labelledby="chart"><h2 id="chart">How often the signals were right</h2>
<figure><svg viewBox="0 0 ${width} ${height}" class="chart" role="img" aria-labelledby="chart-text">
${ticks.map((tick) => html`<line class="${tick === 50 ? "middle" : "grid"}" x1="${x(tick)}" x2="${x(tick)}" y1="0" y2="${height - axis}"/><text class="tick" x="${x(tick)}" y="${height - axis + 18}">${tick} %</text>`)}
${bars}</svg>
<figcaption id="chart-text">Share of purchases whose price rose within 90 days of the filing, by signal tier, with its 95 % interval: ${rates.map(({ tier, rate, low, high, trades }) => `${tier} ${rate.toFixed(0)} % (${low.toFixed(0)} to ${high.toFixed(0)} %, ${trades} ${trades === 1 ? "trade" : "trades"})`).join("; ")}. <a href="/signal">All tiers and holding periods</a></figcaption></figure></section>`;
}
