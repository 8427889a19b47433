// What stands at /: a few words on what this is, for people as HTML and for programs as JSON.
import type { RequestHandler } from "express";

export interface LandingOptions {
  version: string;
  publicUrl: () => string;
  /** whether the store holds invented records */
  sample: () => Promise<boolean>;
}

const about =
  "Insider trades (SEC Forms 3, 4 and 5) and congressional disclosures (STOCK Act) as a read-only REST API, with returns, signals, clusters and lateness.";
const statute =
  "By 5 U.S.C. 13107(c), House and Senate disclosures may not be used for commercial purposes other than by news and communications media for dissemination to the general public, nor for credit rating or solicitation. This holds for the congressional routes on every plan.";
const sampleNote = "This service holds sample data: its people, companies and trades are invented.";

export function landing(options: LandingOptions): RequestHandler {
  return async (request, response) => {
    const base = `${options.publicUrl().replace(/\/$/, "")}/api/v1`;
    const sample = await options.sample().catch(() => false);
    const description = {
      name: "Disclosed",
      version: options.version,
      description: about,
      baseUrl: base,
      documentation: `${base}/openapi.json`,
      ...(sample ? { sample: true, message: sampleNote } : {}),
      congressionalData: statute,
    };
    response.set({ "Cache-Control": "no-store", Vary: "Accept" });
    if (request.accepts(["json", "html"]) === "html") response.type("html").send(page(description));
    else response.json(description);
  };
}

function page(description: { baseUrl: string; documentation: string; version: string; message?: string }): string {
  const { baseUrl, documentation, version, message } = description;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Disclosed</title></head>
<body>
<h1>Disclosed</h1>
<p>${about}</p>
${message ? `<p><strong>${message}</strong></p>` : ""}
<p>Base URL: <code>${escapeHtml(baseUrl)}</code></p>
<pre>curl -H "Authorization: Bearer $KEY" ${escapeHtml(baseUrl)}/trades</pre>
<p><a href="${escapeHtml(documentation)}">OpenAPI document</a>, version ${escapeHtml(version)}</p>
<p>${statute}</p>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
