// Renders our own Markdown (docs/, the OpenAPI document's descriptions) as HTML: headings get anchors, code is
// highlighted, tables may scroll.
import { Marked, type Tokens } from "marked";
import { codeBlock } from "./code-blocks.ts";
import { escapeHtml, type Html, trusted } from "./html.ts";

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

export interface Rendered {
  body: Html;
  headings: Heading[];
}

/** `Limits and 429` -> `limits-and-429` */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** A sentence of our own with `code` in it. */
export function renderInline(text: string): Html {
  return trusted(
    new Marked({ renderer: { html: ({ text: raw }) => escapeHtml(raw) } }).parseInline(text, { async: false }),
  );
}

/** `deeper` headings: 1 makes the text's ## an <h3>, for a text inside a section. */
export function renderMarkdown(text: string, deeper = 0): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading(
        this: { parser: { parseInline(tokens: unknown[]): string } },
        { tokens, depth, text: plain }: Tokens.Heading,
      ) {
        const id = slug(plain);
        headings.push({ id, text: plain.replace(/`/g, ""), depth: depth + deeper });
        return `<h${depth + deeper} id="${id}">${this.parser.parseInline(tokens)}</h${depth + deeper}>\n`;
      },
      code({ text: code, lang = "" }: Tokens.Code) {
        return codeBlock(code, lang, lang ? `${lang} code` : "code").text;
      },
      // our texts contain no HTML; anything that looks like it is text
      html({ text: raw }: Tokens.HTML | Tokens.Tag) {
        return escapeHtml(raw);
      },
    },
  });
  const made = marked.parse(text, { async: false });
  const tables = made
    .replaceAll("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>");
  return { body: trusted(tables), headings };
}
