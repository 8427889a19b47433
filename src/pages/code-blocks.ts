// Code on a page: one block, or one request in all languages. site.ts adds the choice of language and the copy button.
import { codeSample, type SampledRequest, type SampleLanguage, sampleLanguages } from "../code-samples.ts";
import { highlight } from "./highlight.ts";
import { type Html, html } from "./html.ts";

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
