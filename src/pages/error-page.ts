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

const advice: Record<number, string> = {
  401: "Sign in, and open the address again.",
  403: "Sign in with an account that has access, or contact the operator of this service.",
  404: "Check the address, or start from one of these pages.",
  500: "Try again. If it persists, send the request id to the operator of this service.",
  503: "Try again in a few seconds.",
};

const maxPathLength = 300;

/** The whole document, with a slot for its viewer (`forViewer`). */
export function errorPage(built: Built, version: string, failure: ShownFailure): string {
  const { status, message, path, requestId, retryAfter } = failure;
  const title = titles[status] ?? (status < 500 ? "This request was refused" : "Something went wrong on our side");
  const shown = madeVisible(shortened(path, maxPathLength));
  const content = html`<div class="failure"><p class="status-code">${status}</p><h1>${title}</h1>
<p><code class="asked"><bdi>${shown}</bdi></code></p>
<p>${message}. ${advice[status]}${retryAfter !== undefined && html` Try again in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}.`}</p>
<p class="actions">${status === 401 && html`<a class="button" href="/sign-in">Sign in</a> `}<a class="button quiet" href="/">Home</a> <a class="button quiet" href="/docs/quickstart">Docs</a></p>
<p class="caption">Request <code>${requestId}</code></p></div>`;
  return sitePage(built, { title, description: title, path: "", content, version });
}
