// The pages with forms that need no session and no script: sign in, create an account, set a password, forgot password
// (src/http/sign-in-forms.ts carries these out), and what a link in mail opens: a question with a button, then what was
// done.
import type { MailLinkAction } from "../ports/mail-links.ts";
import type { SignInPage, Viewer } from "../ports/requests.ts";
import type { Built } from "./built.ts";
import { sitePage } from "./document.ts";
import { type Html, html } from "./html.ts";
import { forViewer } from "./viewer.ts";

interface Rendered {
  title: string;
  content: Html;
}

const forms: Record<SignInPage["form"], (page: SignInPage) => Rendered> = {
  "sign-in": signIn,
  "sign-in-code": signInCode,
  "sign-up": signUp,
  reset,
  "forgot-password": forgotPassword,
};

/** The whole document. It is rendered for each request: it may hold what the visitor has typed. */
export function signInPage(built: Built, version: string, page: SignInPage, viewer: Viewer | null): string {
  const { title, content } = forms[page.form](page);
  const shown = html`<div class="entry"><h1>${title}</h1>${failureOf(page)}${content}</div>`;
  // the title tells a screen reader that the form was refused
  const head = { title: page.failure ? `Error: ${title}` : title, description: title };
  return forViewer(sitePage(built, { ...head, path: "", content: shown, version }), viewer);
}

function failureOf({ failure }: SignInPage): Html | false {
  if (!failure) return false;
  const { message, retryAfter } = failure;
  const wait = retryAfter !== undefined && ` Try again in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}.`;
  return html`<p class="refused" role="alert">× ${message}.${wait}</p>`;
}

function signIn(page: SignInPage): Rendered {
  const content = html`${form(page, html`${emailField(page)}${passwordField()}`, "Sign in")}
<p>${page.rules.signUp !== "closed" && html`New here? <a href="${withNext("/sign-up", page)}">Create an account</a>. `}<a href="/forgot-password">Forgot your password?</a></p>`;
  return { title: "Sign in", content };
}

/** The second step of a sign-in with a second factor. */
function signInCode(page: SignInPage): Rendered {
  const field = html`<div class="field"><label for="code">Code</label><small id="code-help">Six digits from your authenticator app, or a backup code</small>
<input id="code" name="code" required autofocus autocomplete="one-time-code" maxlength="20" aria-describedby="code-help"></div>`;
  const content = html`${form(page, field, "Sign in")}
<p><a href="${withNext("/sign-in", page)}">Start again</a>. Lost the app and the backup codes? The operator can turn the second factor off.</p>`;
  return { title: "Enter your code", content };
}

function signUp(page: SignInPage): Rendered {
  const title = "Create an account";
  const { signUp: mode } = page.rules;
  if (page.done === "waiting")
    return {
      title,
      content: html`<p role="status">✓ Your account is waiting for the operator's approval. You can sign in once it is approved.</p>`,
    };
  const instead = html`<p>Already have an account? <a href="${withNext("/sign-in", page)}">Sign in</a>.</p>`;
  if (mode === "closed")
    return {
      title,
      content: html`<p>Accounts are created by the operator of this service. Contact the operator to get one.</p>${instead}`,
    };
  const fields = html`${emailField(page)}${newPasswordField(page, "Password")}`;
  const note = mode === "approval" && html`<p>The operator approves each new account before its first sign-in.</p>`;
  return {
    title,
    content: html`<p>Free, without a credit card. The next step is your first API key.</p>${note}${form(page, fields, "Create account")}${instead}
<p class="caption">By creating an account you accept the <a href="/terms">terms</a>.</p>`,
  };
}

/**
 * A reset link has its token in the fragment, which a browser sends to no server: site.ts fills in the field and hides
 * it; without scripts the link is pasted.
 */
function reset(page: SignInPage): Rendered {
  const title = "Set a new password";
  if (page.done === "password_changed")
    return {
      title,
      content: html`<p role="status">✓ Password changed. You were signed out everywhere. <a href="/sign-in">Sign in</a> again.</p>`,
    };
  const fields = html`<div class="field reset-link"><label for="link">Reset link</label><small id="link-help">Paste the whole link that you received. It works once. <a href="/forgot-password">Get a link</a></small>
<input id="link" name="link" required autocomplete="off" aria-describedby="link-help" value="${page.given?.link ?? ""}"></div>${newPasswordField(page, "New password")}`;
  return { title, content: form(page, fields, "Set password") };
}

/** Requests a reset link by mail. Where the service sends none, the operator issues it. */
function forgotPassword(page: SignInPage): Rendered {
  return {
    title: "Forgot your password?",
    content: html`${page.rules.mail ? resetRequest(page) : html`<p>Ask the operator of this service for a reset link. It is valid for 24 hours and works once; open it to <a href="/reset">set a new password</a>.</p>`}
<p>Your API keys keep working in the meantime.</p><p><a href="/sign-in">Back to sign-in</a></p>`,
  };
}

/** What follows does not say whether the e-mail has an account. */
const resetRequest = (page: SignInPage): Html =>
  page.done === "link_sent"
    ? html`<p role="status">✓ If an account exists for this address, a link was sent to it. It is valid for 24 hours and works once.</p>`
    : html`<p>You get a link that sets a new password.</p>${form(page, emailField(page), "Send a reset link")}`;

function form({ form: name, next }: SignInPage, fields: Html, action: string): Html {
  return html`<form method="post" action="/${name}">${fields}${next !== undefined && html`<input type="hidden" name="next" value="${next}">`}
<button type="submit" class="button">${action}</button></form>`;
}

function emailField({ given }: SignInPage): Html {
  return html`<div class="field"><label for="email">E-mail</label>
<input id="email" name="email" type="email" required autofocus autocomplete="username" value="${given?.email ?? ""}"></div>`;
}

function passwordField(): Html {
  return html`<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" required autocomplete="current-password"></div>`;
}

function newPasswordField({ rules }: SignInPage, label: string): Html {
  const { min, max } = rules.passwordLength;
  return html`<div class="field"><label for="password">${label}</label><small id="password-help">${min} to ${max} characters</small>
<input id="password" name="password" type="password" required minlength="${min}" autocomplete="new-password" aria-describedby="password-help"></div>`;
}

const withNext = (path: string, { next }: SignInPage): string =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;

// The page that a link in mail opens.

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
