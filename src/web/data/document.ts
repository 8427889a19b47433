// What the document of a public page has for the browser: the data it was made from, and the styles of its elements.
// The content security policy allows no style attributes in a document. The server moves them into a style element with
// the nonce, a rule for each different text; the browser gives them back to the elements before React takes over, which
// changes them there.

const attribute = "data-inline";
/** stronger than the rules of style sheets, as an attribute would be */
const scope = "#root#root";

interface StyledHtml {
  html: string;
  /** the content of the style element */
  css: string;
}

const entities: Record<string, string> = { "&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** `html` is React's: a quotation mark in a text is an entity there, so that every match is an attribute. */
export function moveStyles(html: string): StyledHtml {
  const rules = new Map<string, number>();
  const moved = html.replace(/ style="([^"]*)"/g, (_all, escaped: string) => {
    const text = escaped.replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
    // the end of the rule or of the element
    if (/[{}<]/.test(text)) return "";
    const index = rules.get(text) ?? rules.size;
    rules.set(text, index);
    return ` ${attribute}="${index}"`;
  });
  const css = [...rules].map(([text, index]) => `${scope} [${attribute}="${index}"]{${text}}`).join("\n");
  return { html: moved, css };
}

/** Makes the rules of the document's style element the styles of their elements again. */
export function adoptStyles(): void {
  const element = document.getElementById("page-styles");
  if (!(element instanceof HTMLStyleElement)) return;
  for (const rule of element.sheet?.cssRules ?? []) {
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const styled of document.querySelectorAll<HTMLElement>(rule.selectorText)) {
      styled.style.cssText = rule.style.cssText;
      styled.removeAttribute(attribute);
    }
  }
  element.remove();
}

// The data that a public page was rendered from, as they stand in its document.

export type PageData = { name: string; variables: unknown; data: unknown }[];
