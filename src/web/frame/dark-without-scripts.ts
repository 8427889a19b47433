// The dark scheme of a page that runs no scripts: nothing reads the scheme that the system asks for, so that the page stays
// in the light one, which the server names. Each rule of the dark scheme therefore gets a copy for that case: those of
// the style sheets when they are built (vite.config.ts), and those that Mantine writes into a document here.

/** The media query of the copies. */
export const darkOfSystem = "(scripting: none) and (prefers-color-scheme: dark)";

/** A selector of the dark scheme. */
export const darkSelector = /color-scheme=["']?dark/;

/** The selector of the copy. */
export const lightSelectorOf = (selector: string): string =>
  selector.replaceAll(/(color-scheme=["']?)dark/g, "$1light");

const darkVariables = ':root[data-mantine-color-scheme="dark"]';

/** `html` with a copy of Mantine's variables of the dark scheme, behind those of the light one. */
export function withDarkVariables(html: string): string {
  const start = html.indexOf(darkVariables);
  const end = html.indexOf("}", start) + 1;
  const close = html.indexOf("</style>", end);
  if (start === -1 || end === 0 || close === -1) return html;
  const copy = lightSelectorOf(html.slice(start, end));
  return `${html.slice(0, close)}@media ${darkOfSystem}{${copy}}${html.slice(close)}`;
}
