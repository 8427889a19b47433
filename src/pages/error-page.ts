// A refusal or failure as a page, for browsers: the error, the requested address, what to do, and the request id for
// the operator.

import { madeVisible, shortened } from "../lib/display.ts";
import type { ShownFailure } from "../ports/requests.ts";
import type { Built } from "./built.ts";
import { sitePage } from "./document.ts";
import { html } from "./html.ts";

const titles: Record<number, string> = {
  400: "This address is not valid",
  401: "Sign in to see this",
  403: "You do not have access to this page",
  404: "Page not found",
  405: "This address is read-only",
  413: "The request is too large",
  429: "Too many requests",
  500: "Something went wrong on our side",
  503: "Temporarily unavailable",
};

/** In place of the service's own sentence, which says no more than the title. */
const advice: Record<number, string> = {
  401: "Sign in, and you get back to this address.",
  404: "Check the address, search the documentation, or start from one of these pages.",
  405: "Only GET and HEAD are allowed.",
  500: "If it persists, send the request ID to the operator.",
  503: "Your request is not at fault.",
};

const maxPathLength = 300;

/** The whole document, with a slot for its viewer (`forViewer`). */
export function errorPage(built: Built, version: string, failure: ShownFailure): string {
  const { status, message, path, requestId, retryAfter } = failure;
  const title = titles[status] ?? (status < 500 ? "This request was refused" : "Something went wrong on our side");
  const shown = madeVisible(shortened(path, maxPathLength));
  const content = html`<div class="failure"><p class="status-code">${status}</p><h1>${title}</h1>
<p><code class="asked"><bdi>${shown}</bdi></code></p>
<p>${advice[status] ?? `${message}.`}${retryAfter !== undefined && html` Try again in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}.`}</p>
<p class="actions">${mayRetry(status) && html`<a class="button" href="">Try again</a> `}${signsIn(status) && html`<a class="button" href="/sign-in?next=${encodeURIComponent(path)}">Sign in</a> `}<a class="button quiet" href="/">Home</a> <a class="button quiet" href="/docs/quickstart">Docs</a> <a class="button quiet" href="/docs/search">Search</a> <a class="button quiet" href="/status">Status</a></p>
<p class="caption">Request ID <code>${requestId}</code></p></div>`;
  return sitePage(built, { title, description: title, path: "", content, version });
}

const signsIn = (status: number) => status === 401 || status === 403;

/** Only what may succeed the next time: a missing page stays missing. The link is empty: it opens the same address. */
const mayRetry = (status: number) => status === 429 || status >= 500;
