// The MCP server for one caller: the routes as tools, frequent questions as prompts, the contract and the guides as resources.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import type { Route } from "../../rest/define-route.ts";
import type { Vocabulary } from "../../rest/ports.ts";
import { statements } from "./knowledge.ts";
import { promptOf, prompts } from "./prompts.ts";
import { type Caller, refusalOfKey, sendRequest } from "./request.ts";
import { readResource, resources } from "./resources.ts";
import { describeTool, listedTool, toolOf } from "./tools.ts";

const instructions = `Trades that US corporate insiders reported on SEC Forms 3, 4 and 5, and trades of members of Congress under the STOCK Act.
A list is a table: columns names the values of each row, lists those of cells that are rows themselves, unknown names fields that no row has. Unknown is never zero and never "no". Dates are calendar dates. meta.sample = true means that the records are invented: say so.
Results have the fields that most questions are about; name others in fields (["*"] is all). The list of tools names rare arguments without describing them: describeTool has the meaning of every argument, word and field. Lists come newest first; narrow by dates, symbols or people before turning pages: every call is one request of the caller's limits, getUsage and describeTool are free. listSymbols finds companies, insiders and members by a part of their name.
An empty list is no proof that there were no trades: getCoverage says which days of which source are held.
${statements.join("\n")}
House and Senate disclosures fall under 5 U.S.C. 13107(c), as the congressional tools say. A late filing or a committee overlap is arithmetic, no legal finding. Nothing here is investment advice.`;

/** The data that all callers share; created once. */
export interface Catalog {
  version: string;
  /** the list of tools, in short */
  tools: Tool[];
  /** by the tool's name, all that is known of it */
  described: ReadonlyMap<string, Tool>;
  /** by the tool's name */
  routes: ReadonlyMap<string, Route>;
}

export function catalogOf(routes: Route[], vocabulary: Vocabulary, version: string): Catalog {
  return {
    version,
    tools: [...routes.map((route) => listedTool(route, vocabulary)), describeTool],
    described: new Map(routes.map((route) => [route.operationId, toolOf(route, vocabulary)])),
    routes: new Map(routes.map((route) => [route.operationId, route])),
  };
}

/**
 * A server that is not yet connected to a transport. The SDK's lower-level class is used because the input schemas are
 * JSON schemas of the contract; its higher-level class requires zod.
 */
export function createMcpServer({ version, tools, described, routes }: Catalog, caller: Caller): Server {
  const server = new Server(
    { name: "disclosed", title: "Disclosed", version },
    { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const route = routes.get(params.name);
    if (!route) {
      const refused = await refusalOfKey(caller, signal);
      if (refused) return refused;
      if (params.name === describeTool.name) return description(described, params.arguments ?? {});
      throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}`);
    }
    return await sendRequest(caller, route, params.arguments ?? {}, signal);
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const prompt = promptOf(params.name, params.arguments ?? {});
    if ("problem" in prompt) throw new McpError(ErrorCode.InvalidParams, prompt.problem);
    const { description, message } = prompt;
    return { description, messages: [{ role: "user" as const, content: { type: "text" as const, text: message } }] };
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    if (await refusalOfKey(caller, signal)) throw new McpError(ErrorCode.InvalidRequest, "unknown API key");
    const content = await readResource(uri, caller.url, signal);
    if (!content) throw new McpError(ErrorCode.InvalidParams, `there is no resource ${uri}`);
    return { contents: [{ uri, ...content }] };
  });
  return server;
}

/** All that is known of the tool that the arguments name. */
function description(described: Catalog["described"], args: Record<string, unknown>): CallToolResult {
  const tool = described.get(String(args.name));
  if (tool) return { content: [{ type: "text", text: JSON.stringify(tool) }], structuredContent: { ...tool } };
  const text = `name must be one of ${[...described.keys()].join(", ")}`;
  return { content: [{ type: "text", text }], isError: true };
}
