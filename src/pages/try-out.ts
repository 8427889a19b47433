// A form that sends the request of an endpoint, for development only (GRAPHQL_DEV): otherwise a browser page must not
// have a key.
import { type Html, html } from "./html.ts";
import type { Operation } from "./openapi-shape.ts";

/** The form alone; site.ts sends it. */
export function tryOut(path: string, { operationId, parameters = [], security }: Operation): Html {
  const field = (
    name: string,
    place: string,
    required: boolean,
    example: unknown,
  ) => html`<label for="try-${operationId}-${name}">${name}</label>
<input id="try-${operationId}-${name}" name="${name}" data-place="${place}" autocomplete="off"${required && html` required`} placeholder="${example === undefined ? "" : String(example)}">`;
  return html`<details><summary>Try it (development)</summary><form class="try" data-path="/api/v1${path}">
${!security && html`<label for="try-${operationId}-key">Key</label><input id="try-${operationId}-key" class="try-key" type="password" autocomplete="off" placeholder="disc_live_...">`}
${parameters.map((parameter) => field(parameter.name, parameter.in, parameter.required, parameter.example))}
<button type="submit">Send</button><pre class="try-answer" tabindex="0" role="group" aria-live="polite" aria-label="Answer" hidden></pre></form></details>`;
}
