// The routes as MCP tools: name, words and input schema follow from a route's record, so that endpoint 12 is a tool by itself.
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { pathParameters, type Route } from "../../rest/define-route.ts";
import { tags } from "../../rest/openapi-text.ts";
import type { JsonSchema, Parameter } from "../../rest/params/parameter.ts";

/** A route as a tool; its name is the route's operationId. */
export function toolOf(route: Route): Tool {
  const inPath = pathParameters(route.path);
  const entries = Object.entries(route.params);
  const required = entries.flatMap(([name, { required: must }]) => (must || inPath.includes(name) ? [name] : []));
  return {
    name: route.operationId,
    title: route.summary,
    description: descriptionOf(route),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, parameter]) => [name, schemaOf(parameter)])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** The route's words, and the terms of its data where there are any: a model that reads one tool reads them too. */
function descriptionOf(route: Route): string {
  const cost = "account" in route ? "Costs nothing of the budget." : "Counts as one request of the caller's budget.";
  const terms = route.tag === "Congress" ? [tags.find(({ name }) => name === "Congress")?.description] : [];
  return [`GET ${route.path}: ${route.summary}.`, route.description, cost, ...terms].filter(Boolean).join(" ");
}

function schemaOf({ schema, description, example }: Parameter<unknown>): JsonSchema {
  const words = [description, schema.description].filter(Boolean).join("; ");
  return { ...schema, description: example === undefined ? words : `${words}; e.g. ${example}` };
}
