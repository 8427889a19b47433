// What the landing page shows of the store: four short tables of live rows, each with a link to the whole list; one
// purchase with what other services do not have (the follower's return beside the insider's, every point of its score,
// and its document); and the chart of what the scores have been worth.
import type { HoldingPeriod } from "../domain/holding-periods.ts";
import { personName } from "../domain/shown-names.ts";
import { dollars, madeVisible, shortened, signed, unknown } from "../lib/display.ts";
import type { ExampleTrade, ListedRow, StoreRows, TierRate } from "./facts.ts";
import { type Html, html } from "./html.ts";

interface Column {
  head: string;
  cell: (row: ListedRow) => Html | string;
  isNumber?: boolean;
}

interface List {
  title: string;
  rows: ListedRow[];
  columns: Column[];
  /** address and text of the link to all rows */
  all: [href: string, text: string];
  empty: string;
}

export function liveLists({ purchases, clusters, congress, late, clustersSince }: StoreRows): Html {
  const lists: List[] = [
    {
      title: "Latest purchases of officers and directors above $100,000",
      rows: purchases,
      columns: [filed, company, insider, value("value", "Value")],
      all: ["/trades?tradeTypes=P&role=officer,director&minValue=100000", "All purchases"],
      empty: "No such purchase is stored yet.",
    },
    {
      title: clustersSince === null ? "Latest clusters of purchases" : "Clusters of this week",
      rows: clusters,
      columns: [
        { head: "Latest filing", cell: ({ latest_filing_date: date }) => text(date) },
        company,
        { head: "Insiders", cell: ({ cluster_size: size }) => text(size), isNumber: true },
        value("total_value", "Value"),
      ],
      all: ["/clusters", "All clusters"],
      empty: "No cluster is stored yet.",
    },
    {
      title: "Latest congressional purchases",
      rows: congress,
      columns: [
        filed,
        member,
        asset,
        { head: "Amount", cell: ({ amount_range: range }) => html`<span class="whole">${text(range)}</span>` },
      ],
      all: ["/congress?tradeType=Purchase", "All congressional trades"],
      empty: "No congressional purchase is stored yet.",
    },
    {
      title: "Slowest disclosures of Congress",
      rows: late,
      columns: [
        filed,
        member,
        asset,
        { head: "Delay (days)", cell: ({ delay_days: days }) => text(days), isNumber: true },
      ],
      all: ["/late", "All late disclosures"],
      empty: "No late disclosure is stored yet.",
    },
  ];
  return html`<section aria-labelledby="live"><h2 id="live">Filed most recently</h2><div class="lists">${lists.map(table)}</div></section>`;
}

function table({ title, rows, columns, all: [href, more], empty }: List, at: number): Html {
  const id = `list-${at + 1}`;
  if (rows.length === 0)
    return html`<section aria-labelledby="${id}"><h3 id="${id}">${title}</h3><p>${empty}</p></section>`;
  const numeric = ({ isNumber }: Column) => isNumber && html` class="number"`;
  return html`<section aria-labelledby="${id}"><h3 id="${id}">${title}</h3>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}"><table class="rows"><thead><tr>${columns.map((column) => html`<th scope="col"${numeric(column)}>${column.head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td data-label="${column.head}"${numeric(column)}><span>${column.cell(row)}</span></td>`)}</tr>\n`)}</tbody></table></div>
<p><a href="${href}">${more}</a></p></section>`;
}

const maxName = 48;

/** A name or text of a filer: its invisible characters are written out, and it cannot turn the text around it. */
const foreign = (value: unknown): Html =>
  html`<bdi>${typeof value === "string" ? shortened(madeVisible(value), maxName) : unknown}</bdi>`;

const text = (value: unknown): string => (value === null || value === undefined ? unknown : String(value));

const filed: Column = { head: "Filed", cell: ({ filing_date: date }) => text(date) };

const company: Column = {
  head: "Company",
  cell: ({ company_name: name, company_cik: cik, ticker }) =>
    html`<a href="/companies/${encodeURIComponent(text(ticker ?? cik))}">${foreign(name)}</a>${typeof ticker === "string" && html` <span class="dim">${foreign(ticker)}</span>`}`,
};

const insider: Column = {
  head: "Insider",
  cell: ({ insider_name: name, insider_cik: cik, title }) =>
    html`<a href="/insiders/${encodeURIComponent(text(cik))}">${foreign(personName(text(name)))}</a>${typeof title === "string" && html` <span class="dim long">${foreign(title)}</span>`}`,
};

const member: Column = {
  head: "Member",
  cell: ({ politician_name: name, politician_id: id, party, state }) => {
    const seat = [typeof party === "string" && party.slice(0, 1), state].filter(Boolean).join("-");
    return html`<a href="/politicians/${encodeURIComponent(text(id))}">${foreign(name)}</a>${seat && html` <span class="dim">(${seat})</span>`}`;
  },
};

const asset: Column = {
  head: "Asset",
  cell: ({ ticker, asset_name: name }) =>
    typeof ticker === "string" ? html`<span class="whole">${foreign(ticker)}</span>` : foreign(name),
};

const value = (field: string, head: string): Column => ({
  head,
  cell: (row) => {
    const amount = row[field];
    return typeof amount === "number"
      ? html`<span title="${amount.toLocaleString("en-US")}">${dollars(amount)}</span>`
      : unknown;
  },
  isNumber: true,
});

// What the landing page shows of one purchase, and other services do not have: the follower's return beside the insider's, every
// point of its score, and its document. And the chart of what the scores have been worth.

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

const shownPeriods = [7, 30, 90] as const satisfies readonly HoldingPeriod[];

function returns(row: ListedRow): Html {
  const outcomes = outcomesOf(row);
  const cell = (name: string) => html`<td class="number">${percent(outcomes[name])}</td>`;
  const line = (label: string, prefix: string) =>
    html`<tr><th scope="row">${label}</th>${shownPeriods.map((days) => cell(`${prefix}${days}d_pct`))}</tr>`;
  return html`<section aria-labelledby="returns"><h3 id="returns">Your return, not only the insider's</h3>
<p>A follower can buy from the day after the filing. Each trade has both returns.</p>
<table><thead><tr><th scope="col">Return (%)</th>${shownPeriods.map((days) => html`<th scope="col" class="number">${days} days</th>`)}</tr></thead>
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
