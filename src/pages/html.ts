// HTML by template: everything that is put in is escaped, unless it is HTML of ours already.

/** A piece of HTML that needs no escaping any more. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | null | undefined | false | Piece[];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text made harmless between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function textOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return "";
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(textOf).join("");
  return escapeHtml(String(piece));
}

/** `html\`<p>${text}</p>\``: strings and numbers are escaped, `null`, `undefined` and `false` are left out, lists are joined. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.reduce((all, part, index) => all + textOf(pieces[index - 1]) + part));
}

/** HTML that a library made of text of ours (Markdown, coloured code). */
export function trusted(text: string): Html {
  return new Html(text);
}
