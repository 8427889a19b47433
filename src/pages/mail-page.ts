// The page that a link in mail opens: a question with a button, then what was done. It needs no script and no session.
import type { MailLinkAction } from "../ports/mail-links.ts";
import type { Built } from "./built.ts";
import { sitePage } from "./document.ts";
import { html } from "./html.ts";
import { forViewer } from "./viewer.ts";

const texts: Readonly<Record<MailLinkAction, { title: string; button: string; done: string }>> = {
  confirm: { title: "Confirm this address", button: "Confirm", done: "Confirmed. Changes are sent to your address." },
  unsubscribe: { title: "Unsubscribe", button: "Unsubscribe", done: "Unsubscribed. You get no more of this mail." },
  verify: { title: "Verify your e-mail", button: "Verify", done: "Verified. You get notices at your address." },
};

/** The whole document; `question`: null once it was done. */
export function mailPage(
  built: Built,
  version: string,
  { action, question }: { action: MailLinkAction; question: string | null },
): string {
  const { title, button, done } = texts[action];
  const content = html`<div class="failure"><h1>${title}</h1>
${question === null ? html`<p role="status">✓ ${done}</p>` : html`<p><bdi>${question}</bdi></p><form method="post"><p class="actions"><button type="submit" class="button">${button}</button></p></form>`}
<p class="actions"><a class="button quiet" href="/">Home</a></p></div>`;
  return forViewer(sitePage(built, { title, description: title, path: "", content, version }), null);
}
