// Resources that a model may read: the contract, and the guides for callers.
import type { Resource } from "@modelcontextprotocol/sdk/types.js";
import { plainMarkdown, readText, texts } from "../pages/texts.ts";

const scheme = "disclosed://";
const contract = `${scheme}openapi.json`;

/** The guides among the pages of the documentation; the changelog is not one. */
const guides = Object.entries(texts).filter(([, { file }]) => file.startsWith("docs/"));

/** The result of resources/list. */
export const resources: Resource[] = [
  {
    uri: contract,
    name: "openapi.json",
    title: "The contract",
    description: "OpenAPI document with every field of every answer",
    mimeType: "application/json",
  },
  ...guides.map(([name, { title, description }]) => ({
    uri: `${scheme}${name}`,
    name,
    title,
    description,
    mimeType: "text/markdown",
  })),
];

/** The text of a resource; undefined where there is none. `url`: base URL of the service, without /api/v1. */
export async function readResource(
  uri: string,
  url: string,
  signal: AbortSignal,
): Promise<{ mimeType: string; text: string } | undefined> {
  if (uri === contract) {
    const response = await fetch(`${url}/api/v1/openapi.json`, { signal });
    return { mimeType: "application/json", text: await response.text() };
  }
  const guide = guides.find(([name]) => uri === scheme + name);
  return guide && { mimeType: "text/markdown", text: plainMarkdown(await readText(guide[1]), url) };
}
