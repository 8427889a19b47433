// HTML by template: every inserted value is escaped, unless it is already HTML created here.

/** A piece of HTML that must not be escaped again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | null | undefined | false | Piece[];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for use between tags and in quoted attributes. */
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

/** HTML that a library generated from our own text (Markdown, highlighted code). */
export function trusted(text: string): Html {
  return new Html(text);
}
