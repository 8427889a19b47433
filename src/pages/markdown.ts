// Renders our own Markdown (docs/, the OpenAPI document's descriptions) as HTML: headings get anchors, tables may
// scroll, code is highlighted: one block, or one request in all languages. site.ts adds the choice of language and the
// copy button.

import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import http from "highlight.js/lib/languages/http";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import typescript from "highlight.js/lib/languages/typescript";
import { Marked, type Tokens } from "marked";
import { codeSample, type SampledRequest, type SampleLanguage, sampleLanguages } from "./code-samples.ts";
import { escapeHtml, type Html, html, trusted } from "./html.ts";

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

interface Rendered {
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

// Syntax highlighting: only CSS classes, added on the server and not in the browser.
const languages = { shell: bash, sh: bash, go, http, json, python, r, typescript };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** The inside of a <code>; an unknown language stays plain. */
function highlight(code: string, language: string): Html {
  if (!hljs.getLanguage(language)) return trusted(escapeHtml(code));
  return trusted(hljs.highlight(code, { language }).value);
}

/** `label` is what a screen reader announces for the block, which is focusable because it may scroll. */
export function codeBlock(code: string, language: string, label: string): Html {
  return html`<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${highlight(code, language)}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`;
}

/** in a JSON text: characters that are not seen, or turn the text around them; JSON escapes the other control characters */
const unseen = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A value as JSON. Texts of filers cannot change how the rest is displayed. */
export function jsonBlock(value: unknown, label: string): Html {
  const text = JSON.stringify(value, null, 2).replace(
    unseen,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return codeBlock(text, "json", label);
}

/** One request in five languages. `id` is unique on its page. */
export function sampleBlocks(request: SampledRequest, id: string): Html {
  const names = Object.keys(sampleLanguages) as SampleLanguage[];
  const tabs = names.map(
    (name) =>
      html`<button type="button" role="tab" id="${id}-tab-${name}" aria-controls="${id}-${name}" data-language="${name}">${sampleLanguages[name]}</button>`,
  );
  const panels = names.map(
    (name) =>
      html`<div role="tabpanel" id="${id}-${name}" aria-labelledby="${id}-tab-${name}" data-language="${name}">${codeBlock(codeSample(name, request), name, `${sampleLanguages[name]} sample`)}</div>`,
  );
  return html`<div class="samples"><div role="tablist" aria-label="Language">${tabs}</div>${panels}</div>`;
}
