// The live rows of the landing page: four short tables, each with a link to the whole list.
import { personName } from "../domain/person-names.ts";
import { dollars, madeVisible, shortened, unknown } from "../lib/display.ts";
import type { ListedRow, StoreRows } from "./facts.ts";
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
export const foreign = (value: unknown): Html =>
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
