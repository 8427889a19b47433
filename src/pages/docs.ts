// The documentation: Markdown of docs/ and the change log in one frame, with samples and plans where the text asks for them.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../package-root.ts";
import { sampleBlocks } from "./code-blocks.ts";
import type { PlanFacts, SampleValues } from "./facts.ts";
import { type Html, trusted } from "./html.ts";
import { type Heading, renderMarkdown } from "./markdown.ts";
import { plansTable } from "./plans-table.ts";
import type { TreeItem } from "./site-frame.ts";

export interface Text {
  title: string;
  description: string;
  file: string;
}

/** path below /docs -> its text, in the order of the tree */
export const texts: Record<string, Text> = {
  quickstart: { title: "Quick start", description: "From nothing to the first answer", file: "docs/quickstart.md" },
  "guides/paging": {
    title: "Paging",
    description: "Exact totals, stable pages, a copy in step",
    file: "docs/guides/paging.md",
  },
  "guides/caching": {
    title: "Caching",
    description: "Unchanged answers free of the day, by ETag",
    file: "docs/guides/caching.md",
  },
  "guides/limits": {
    title: "Limits and 429",
    description: "What counts, what every answer tells",
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
    description: "Companies and members at a glance, with the number behind each rate",
    file: "docs/guides/directories.md",
  },
  "guides/freshness-and-coverage": {
    title: "Freshness and coverage",
    description: "No trades, or not fetched",
    file: "docs/guides/freshness-and-coverage.md",
  },
  "guides/use-of-the-data": {
    title: "Use of the data",
    description: "What the law says about congressional disclosures",
    file: "docs/guides/use-of-the-data.md",
  },
  changelog: { title: "Changelog", description: "All notable changes", file: "CHANGELOG.md" },
};

/** What a text may ask for. */
export interface Surroundings {
  /** base URL that callers see, without /api/v1 */
  origin: string;
  plans: PlanFacts[];
  samples: SampleValues;
}

export async function readText({ file }: Text): Promise<string> {
  return readFile(join(packageRoot, file), "utf8");
}

/** where the store's is not known */
const exampleVersion = "42";

/** `{{base}}` and `{{origin}}` are addresses, `{{dataVersion}}` is the store's; `{{samples PATH}}` and `{{plans}}` stand on a line of their own. */
export function renderText(
  text: string,
  { origin, plans, samples: values }: Surroundings,
): { content: Html; headings: Heading[] } {
  const base = `${origin}/api/v1`;
  const filledIn = text
    .replaceAll("{{base}}", base)
    .replaceAll("{{origin}}", origin)
    .replaceAll("{{dataVersion}}", values.dataVersion ?? exampleVersion);
  const { body, headings } = renderMarkdown(filledIn);
  let samples = 0;
  const filled = body.text
    .replace(/<p>\{\{samples (\S+)\}\}<\/p>/g, (_all, path: string) => {
      return sampleBlocks({ url: base + path.replaceAll("&amp;", "&") }, `sample-${++samples}`).text;
    })
    .replace("<p>{{plans}}</p>", () => plansTable(plans).text);
  return { content: trusted(filled), headings };
}

/** The tree beside every page; the open page shows its sections. */
export function docsTree(path: string, headings: Heading[]): TreeItem[] {
  const sections = headings.filter(({ depth }) => depth === 2).map(({ id, text }) => ({ href: `#${id}`, label: text }));
  const item = (href: string, label: string): TreeItem =>
    href === path ? { href, label, items: sections } : { href, label };
  const of = (name: string) => item(`/docs/${name}`, texts[name]?.title ?? name);
  const names = Object.keys(texts);
  return [
    of("quickstart"),
    item("/docs/reference", "Reference"),
    ...names.filter((name) => name.startsWith("guides/")).map(of),
    of("changelog"),
  ];
}
