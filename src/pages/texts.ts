// The texts of the documentation: Markdown of docs/ and the changelog.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../lib/package-root.ts";
import type { SampleValues } from "./facts.ts";

export interface Text {
  title: string;
  description: string;
  file: string;
}

/** path below /docs -> its text, in the order of the tree */
export const texts: Record<string, Text> = {
  quickstart: { title: "Quick start", description: "Your first request", file: "docs/quickstart.md" },
  "guides/clients": {
    title: "Clients",
    description: "Clients for Python and TypeScript, Postman requests, and tools for language models",
    file: "docs/guides/clients.md",
  },
  "guides/mcp": {
    title: "Language models (MCP)",
    description: "Every endpoint as a tool of the Model Context Protocol",
    file: "docs/mcp.md",
  },
  "guides/go": {
    title: "A client in Go",
    description: "Generated from the OpenAPI document, and what to expect of it",
    file: "docs/guides/go.md",
  },
  "guides/questions": {
    title: "Questions and their requests",
    description: "Common questions, each with the request that answers it",
    file: "docs/guides/questions.md",
  },
  "guides/one-insider": {
    title: "All trades of one insider",
    description: "From a name to every trade and its returns",
    file: "docs/guides/one-insider.md",
  },
  "guides/cluster-buys": {
    title: "Find cluster buys",
    description: "Companies where several insiders buy within 30 days",
    file: "docs/guides/cluster-buys.md",
  },
  "guides/data-frame": {
    title: "Load a list into pandas",
    description: "Lists in pandas, with the contract's types",
    file: "docs/guides/data-frame.md",
  },
  "guides/copy-in-step": {
    title: "Keep a copy up to date",
    description: "Fetch only what changed, corrections included",
    file: "docs/guides/copy-in-step.md",
  },
  "guides/paging": {
    title: "Paging",
    description: "Exact totals and stable pages",
    file: "docs/guides/paging.md",
  },
  "guides/tables": {
    title: "Tables: CSV and NDJSON",
    description: "Lists for spreadsheets and notebooks, up to 10,000 rows a page",
    file: "docs/guides/tables.md",
  },
  "guides/spreadsheets": {
    title: "Google Sheets and Excel",
    description: "A sheet that updates itself, from a feed or with a key",
    file: "docs/guides/spreadsheets.md",
  },
  "guides/caching": {
    title: "Caching",
    description: "Use ETags for free polling",
    file: "docs/guides/caching.md",
  },
  "guides/limits": {
    title: "Limits and 429",
    description: "What counts, and the headers of every response",
    file: "docs/guides/limits.md",
  },
  "guides/outcomes-and-signal": {
    title: "Outcomes and signal",
    description: "Returns, rates and scores with their formulas",
    file: "docs/guides/outcomes-and-signal.md",
  },
  "guides/holdings": {
    title: "Holdings",
    description: "What insiders own, and the ledger behind it",
    file: "docs/guides/holdings.md",
  },
  "guides/directories": {
    title: "Directories",
    description: "Companies, insiders and members, each rate with its number of trades",
    file: "docs/guides/directories.md",
  },
  "guides/bulk": {
    title: "Bulk files and DuckDB",
    description: "Each month of a list as a file that can be read in parts",
    file: "docs/guides/bulk.md",
  },
  "guides/alerts": {
    title: "Alerts",
    description: "New trades in Discord, Slack, Telegram, n8n, Zapier or a script",
    file: "docs/guides/alerts.md",
  },
  "guides/webhooks": {
    title: "Webhooks and streams",
    description: "Changes of a list sent to your address, or over a connection that you open",
    file: "docs/guides/webhooks.md",
  },
  "guides/mail": {
    title: "Mail",
    description: "Changes of a list by mail, at once or once a day",
    file: "docs/guides/mail.md",
  },
  "guides/freshness-and-coverage": {
    title: "Freshness and coverage",
    description: "Is an empty list complete?",
    file: "docs/guides/freshness-and-coverage.md",
  },
  "guides/use-of-the-data": {
    title: "Permitted use of the data",
    description: "What the law says about the use of congressional disclosures",
    file: "docs/guides/use-of-the-data.md",
  },
  changelog: { title: "Changelog", description: "All notable changes", file: "CHANGELOG.md" },
};

export async function readText({ file }: Text): Promise<string> {
  return readFile(join(packageRoot, file), "utf8");
}

/**
 * The text as Markdown for readers outside of the pages: placeholders filled in, links absolute. `origin`: without
 * /api/v1.
 */
export function plainMarkdown(text: string, origin: string): string {
  return filledIn(text, origin)
    .replace(
      /\{\{samples (\S+)\}\}/g,
      (_all, path: string) => `    curl -H "Authorization: Bearer $DISCLOSED_API_KEY" "${origin}/api/v1${path}"`,
    )
    .replace("{{plans}}", `The plans with their limits: ${origin}/docs/guides/limits`)
    .replace(/\]\(\//g, `](${origin}/`);
}

/** The text with its placeholders replaced by addresses and by values of the store. */
export function filledIn(
  text: string,
  origin: string,
  { parameters, ...stored }: SampleValues = { parameters: {} },
): string {
  return text
    .replaceAll("{{base}}", `${origin}/api/v1`)
    .replaceAll("{{origin}}", origin)
    .replaceAll("{{dataVersion}}", stored.dataVersion ?? exampleVersion)
    .replaceAll("{{exportFile}}", parameters["/exports/{name}"]?.name ?? exampleFile)
    .replaceAll("{{insiderCik}}", parameters["/insider/{cik}"]?.cik ?? exampleCik)
    .replaceAll("{{insiderName}}", stored.insiderName ?? exampleName)
    .replaceAll("{{ticker}}", stored.ticker ?? exampleTicker)
    .replaceAll("{{bioguideId}}", parameters["/politicians/{bioguideId}"]?.bioguideId ?? exampleMember)
    .replaceAll("{{memberName}}", stored.memberName ?? exampleName);
}

/** data version in examples, where the store's is unknown */
export const exampleVersion = "42";
/** ready-made file in examples, where the store has none */
export const exampleFile = "trades-2024-01-1f0c2f9e5b7a9d3c.parquet";
/** insider in examples, where the store has none */
const exampleCik = "0001214156";
const exampleName = "smith";
/** company and member in examples, where the store has none */
const exampleTicker = "AAPL";
const exampleMember = "P000197";
