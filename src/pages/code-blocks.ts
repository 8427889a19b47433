// Code on a page: one block, or one request in all languages. site.ts adds the choice of language and the copy button.
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import http from "highlight.js/lib/languages/http";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import typescript from "highlight.js/lib/languages/typescript";
import { codeSample, type SampledRequest, type SampleLanguage, sampleLanguages } from "./code-samples.ts";
import { escapeHtml, type Html, html, trusted } from "./html.ts";

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
