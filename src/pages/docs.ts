// The documentation: Markdown of docs/ and the changelog in one frame, with samples and plans where the text requests
// them.
import { sampleBlocks } from "./code-blocks.ts";
import type { PlanFacts, SampleValues } from "./facts.ts";
import { type Html, trusted } from "./html.ts";
import { type Heading, renderMarkdown } from "./markdown.ts";
import { plansTable } from "./plans-table.ts";
import type { TreeItem } from "./site-frame.ts";
import { filledIn, texts } from "./texts.ts";

/** Values that a text may request. */
export interface Surroundings {
  /** base URL that callers see, without /api/v1 */
  origin: string;
  plans: PlanFacts[];
  samples: SampleValues;
}

/** Values in `{{}}` are filled in by `filledIn`; `{{samples PATH}}` and `{{plans}}` are on a line of their own. */
export function renderText(
  text: string,
  { origin, plans, samples: values }: Surroundings,
): { content: Html; headings: Heading[] } {
  const base = `${origin}/api/v1`;
  const { body, headings } = renderMarkdown(filledIn(text, origin, values));
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
