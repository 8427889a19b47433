// The page at /: what the service is, on one screen, with rows of the store. HTML for people, JSON for programs.
import type { RequestHandler } from "express";
import type { Built } from "./built.ts";
import { sharedLink, sitePage } from "./document.ts";
import { type Facts, plansTable, type ReadFacts } from "./facts.ts";
import { type Html, html } from "./html.ts";
import { exampleResponse, liveLists, proofs, tierChart } from "./landing-rows.ts";
import { codeBlock, jsonBlock } from "./markdown.ts";
import { renderedOnce } from "./rendered.ts";
import { statute } from "./site-texts.ts";
import { keyPathSlot, type Visitors } from "./viewer.ts";

interface LandingOptions {
  version: string;
  /** base URL that callers see, without /api/v1 */
  publicUrl: () => string;
  facts: ReadFacts;
  visitors?: Visitors | undefined;
}

const about =
  "Insider trades (SEC Forms 3, 4 and 5) and congressional disclosures (STOCK Act) as a read-only REST API, with returns, signals, clusters and lateness.";
const sampleNote = "This service holds sample data: its people, companies and trades are invented.";

export function landing(built: Built, { version, publicUrl, facts, visitors }: LandingOptions): RequestHandler {
  const origin = () => publicUrl().replace(/\/$/, "");
  const forPeople = renderedOnce(
    async () => JSON.stringify([origin(), await facts()]),
    async () => {
      const content = page(`${origin()}/api/v1`, await facts());
      const head = { title: "Disclosed: insider and congressional trades as an API", description: about };
      const more = sharedLink(built, { ...head, address: `${origin()}/`, origin: origin(), picture: "site" });
      return sitePage(built, { ...head, path: "/", version, content, more });
    },
    { visitors, cacheControl: "no-store" },
  );
  return async (request, response, next) => {
    response.vary("Accept");
    if (request.accepts(["json", "html"]) === "html") return forPeople(request, response, next);
    const { isSample } = await facts();
    response.set("Cache-Control", "no-store");
    response.json({
      name: "Disclosed",
      version,
      description: about,
      baseUrl: `${origin()}/api/v1`,
      documentation: `${origin()}/api/v1/openapi.json`,
      guides: `${origin()}/llms.txt`,
      status: `${origin()}/status`,
      ...(isSample ? { sample: true, message: sampleNote } : {}),
      congressionalData: statute,
    });
  };
}

function page(base: string, { rows, plans, isSample }: Facts): Html {
  return html`<div class="hero"><div>
<h1>What insiders and lawmakers trade, from their own filings</h1>
<p class="lead">Trades of corporate insiders (SEC Forms 3, 4, 5) and of members of Congress (STOCK Act) as one read-only API: cleaned, with the return after each trade, an explained score, and a link to the filing behind every row.</p>
<p class="actions"><a class="button" href="${keyPathSlot}">Create key</a> <a class="button quiet" href="/docs/quickstart">Docs</a></p>
${rows && newestFilings(rows.sources)}
${isSample && html`<p class="note">${sampleNote}</p>`}
</div><div>${call(base, rows?.example ?? null)}</div></div>
${rows && liveLists(rows)}
${rows && tierChart(rows.tiers)}
${rows?.example && proofs(rows.example)}
<section aria-labelledby="plans"><h2 id="plans">Plans</h2>${plansTable(plans)}</section>`;
}

type Rows = NonNullable<Facts["rows"]>;

/** Data are as fresh as the newest filing of each source, whenever the page was loaded. */
function newestFilings(sources: Rows["sources"]): Html | false {
  const dated = sources.filter(({ newestFiling }) => newestFiling !== null);
  if (dated.length === 0) return false;
  return html`<dl class="facts">${dated.map(({ title, newestFiling }) => html`<div><dt>${title}: data as of</dt><dd><time datetime="${newestFiling}">${newestFiling}</time></dd></div>\n`)}</dl>
<p class="caption">The newest filing of each source. <a href="/status">Status of all sources</a></p>`;
}

function call(base: string, example: Rows["example"]): Html {
  if (!example) return html`<p class="caption">No purchase with a return after 90 days is stored yet.</p>`;
  const request = codeBlock(
    `curl -H "Authorization: Bearer $DISCLOSED_API_KEY" \\\n  "${base}${example.address}"`,
    "shell",
    "Request",
  );
  const { body, hidden } = exampleResponse(example.row);
  return html`${request}${jsonBlock(body, "Response")}<p class="caption">Live response; ${hidden} fields not shown.</p>`;
}
