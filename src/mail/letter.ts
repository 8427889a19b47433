// A mail as one description of which the plain text and the HTML are made. Every text in it may be a stranger's: the HTML
// escapes it, and a subject has no line breaks.
import { oneLine, trimEndOf } from "../lib/text.ts";
import { type Html, html } from "../pages/html.ts";
import type { MailLinkAction } from "../ports/mail-links.ts";

export interface Letter {
  subject: string;
  paragraphs: readonly string[];
  /** each with a link */
  items?: readonly LetterLink[];
  /** what to open: a button in HTML */
  action?: LetterLink;
  /** in small print, below */
  notes?: readonly string[];
  /** in small print, below the notes */
  footer?: LetterLink;
}

interface LetterLink {
  text: string;
  /** http or https */
  href: string;
}

export interface Rendered {
  subject: string;
  text: string;
  html: string;
}

export function rendered(letter: Letter): Rendered {
  return { subject: oneLine(letter.subject), text: plainText(letter), html: htmlText(letter).text };
}

function plainText({ paragraphs, items = [], action, notes = [], footer }: Letter): string {
  const lines = ({ text, href }: LetterLink) => `${text}\n${href}`;
  const small = [...notes, ...(footer ? [lines(footer)] : [])];
  return [
    ...paragraphs,
    ...items.map((item) => `- ${lines(item).replace("\n", "\n  ")}`),
    ...(action ? [lines(action)] : []),
    ...(small.length > 0 ? ["--", ...small] : []),
    "",
  ].join("\n\n");
}

const styles = {
  page: "font:15px/1.5 system-ui,sans-serif;max-width:640px;margin:0 auto;padding:16px;color:#1b1f24",
  button:
    "display:inline-block;padding:8px 16px;background:#1558b0;color:#ffffff;text-decoration:none;border-radius:4px",
  small: "font-size:13px;color:#5b6270",
};

function htmlText({ subject, paragraphs, items = [], action, notes = [], footer }: Letter): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${styles.page}">
${paragraphs.map((text) => html`<p>${text}</p>\n`)}
${items.length > 0 && html`<ul>${items.map(({ text, href }) => html`<li><a href="${href}"><bdi>${text}</bdi></a></li>\n`)}</ul>`}
${action && html`<p><a style="${styles.button}" href="${action.href}">${action.text}</a></p>`}
${notes.map((text) => html`<p style="${styles.small}">${text}</p>\n`)}
${footer && html`<p style="${styles.small}"><a href="${footer.href}">${footer.text}</a></p>`}
</body></html>
`;
}

// The links in mail that work without signing in. Each has a token of its own, which only the mail contains.

export const linkTo = (publicUrl: string, action: MailLinkAction, token: string): string =>
  `${trimEndOf(publicUrl, "/")}/mail/${action}/${token}`;
