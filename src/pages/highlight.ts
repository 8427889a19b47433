// Syntax highlighting: only CSS classes, added on the server and not in the browser.
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import http from "highlight.js/lib/languages/http";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import typescript from "highlight.js/lib/languages/typescript";
import { escapeHtml, type Html, trusted } from "./html.ts";

const languages = { shell: bash, sh: bash, go, http, json, python, r, typescript };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** The inside of a <code>; an unknown language stays plain. */
export function highlight(code: string, language: string): Html {
  if (!hljs.getLanguage(language)) return trusted(escapeHtml(code));
  return trusted(hljs.highlight(code, { language }).value);
}
