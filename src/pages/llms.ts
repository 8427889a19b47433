// /llms.txt: the documentation for language models, as one text with links (llmstxt.org).
import type { OpenApi } from "./openapi-shape.ts";
import { statute } from "./site-frame.ts";
import { plainMarkdown, readText, texts } from "./texts.ts";

/** @param origin base URL that callers see, without /api/v1 */
export async function llmsText(openApi: OpenApi, origin: string): Promise<string> {
  const links = Object.entries(texts).map(
    ([name, { title, description }]) => `- [${title}](${origin}/docs/${name}): ${description}`,
  );
  const endpoints = Object.entries(openApi.paths).map(([path, { get }]) => {
    const names = (get.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name);
    return `- GET ${path}: ${get.summary}${names.length > 0 ? `. Parameters: ${names.join(", ")}` : ""}`;
  });
  const quickstart = await readText({ file: "docs/quickstart.md", title: "", description: "" });
  return `# Disclosed

> Insider trades (SEC Forms 3, 4 and 5) and congressional disclosures (STOCK Act) as a read-only REST API. Base URL: ${origin}/api/v1

${statute}

## Documentation

${links.join("\n")}
- [Reference](${origin}/docs/reference): every endpoint with parameters, answer and errors
- [OpenAPI document](${origin}/api/v1/openapi.json): the contract, machine-readable

## Endpoints

All need the header \`Authorization: Bearer disc_live_...\`, except for /openapi.json.

${endpoints.join("\n")}

${plainMarkdown(quickstart, origin).replace(/^# /m, "## ")}`;
}
