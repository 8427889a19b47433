// The MCP server for one caller: the routes as tools, the OpenAPI document as a resource.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Route } from "../../rest/define-route.ts";
import { ask, type Caller } from "./ask.ts";
import { toolOf } from "./tools.ts";

const instructions = `Trades that US corporate insiders reported on SEC Forms 3, 4 and 5, and trades of members of Congress under the STOCK Act.
Answers are JSON: data, pagination on lists, meta. Unknown is null, never zero. Dates are calendar dates. meta.sample = true means that the records are invented.
Lists come newest first; ask for small pages (pageSize) and narrow by dates, symbols or people before turning pages: every page is one request of the caller's budget.
House and Senate disclosures fall under 5 U.S.C. 13107(c), as the congressional tools say. A late filing or a committee overlap is arithmetic, no legal finding. Nothing here is investment advice.`;

const contract = {
  uri: "disclosed://openapi.json",
  name: "openapi.json",
  title: "The contract",
  description: "OpenAPI document with every field of every answer",
  mimeType: "application/json",
};

/**
 * A server that is still to be connected to a transport. The SDK's lower class is used because the input schemas are JSON schemas of
 * the contract; its higher one wants them in zod.
 */
export function createMcpServer(routes: Route[], caller: Caller, version: string): Server {
  const server = new Server(
    { name: "disclosed", title: "Disclosed", version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const tools = routes.map(toolOf);
  const byName = new Map(routes.map((route) => [route.operationId, route]));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const route = byName.get(params.name);
    if (!route) throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}`);
    return await ask(caller, route, params.arguments ?? {}, signal);
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [contract] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { signal }) => {
    if (params.uri !== contract.uri) throw new McpError(ErrorCode.InvalidParams, `there is no resource ${params.uri}`);
    const response = await fetch(`${caller.url}/api/v1/openapi.json`, { signal });
    return { contents: [{ uri: contract.uri, mimeType: contract.mimeType, text: await response.text() }] };
  });
  return server;
}
