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
  type Prompt,
  ReadResourceRequestSchema,
  type Resource,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import type { Route } from "../../rest/define-route.ts";
import type { Vocabulary } from "../../rest/ports.ts";
import { plainMarkdown, readText, texts } from "../pages/texts.ts";
import { type Caller, refusalOfKey, sendRequest } from "./request.ts";
import { describeTool, listedTool, statements, toolOf } from "./tools.ts";

// The most frequent questions as prompts: which tools answer them, and what the response has to mention.
interface Question {
  title: string;
  description: string;
  /** its arguments; `required` unless there is a default */
  takes: Record<string, { description: string; absent?: string }>;
  /** the message, with placeholders in braces */
  message: string;
}

const questions: Record<string, Question> = {
  insider_purchases: {
    title: "What did a company's insiders buy lately, and how did it do?",
    description: "Open-market purchases at one company, with the returns since",
    takes: {
      ticker: { description: "the company's symbol" },
      since: { description: "earliest filing date, YYYY-MM-DD", absent: "a year ago" },
    },
    message: `What did insiders of {ticker} buy since {since}, and how did it do?
Call listTrades with ticker {ticker}, tradeTypes ["P - Purchase"], filedFrom and include ["outcomes"].
Name each person, role, date, shares and value. Give the return and the alpha (return minus SPY's) of 30, 90 and 180 days where they are known; say "still open" where outcomes.status is pending. Leave out rows whose price_quality is suspect, and say how many.`,
  },
  largest_buyers: {
    title: "Who bought most in a sector?",
    description: "The largest purchases by insiders of one sector's companies",
    takes: {
      sector: { description: "a sector as listTrades names it, such as Technology" },
      days: { description: "how many days back", absent: "30" },
    },
    message: `Which insiders bought most in the sector {sector} in the last {days} days?
Call listTrades with sectors ["{sector}"], tradeTypes ["P - Purchase"], filedFrom, priceQuality ["ok"], dateQuality ["ok"], sort "value" and pageSize 100: rows whose price or dates cannot be right, or could not be compared, are left out then. Add up the values by insider_cik; where there are further pages say that smaller purchases are not in the sums.
Name the person, company, sum and number of purchases, and say from which filing date on you counted.`,
  },
  committee_trades: {
    title: "Which members traded what their committee oversees?",
    description: "Trades of members of Congress in industries under their committees' jurisdiction",
    takes: {
      kind: { description: "purchase, sale or exchange", absent: "sale" },
      days: { description: "how many days back, by filing date", absent: "90" },
    },
    message: `Which members of Congress reported a {kind} of what one of their committees oversees, in the last {days} days?
Call listPoliticianTrades with isCommitteeTrade true, tradeType "{kind}" and days {days}.
Name the member, the asset, the committee (committee_matches), the dates, and the amount as its range. Say that the overlap is arithmetic from rosters and jurisdictions, no finding of wrongdoing, and that trades whose committee_data is unknown or issuer_unknown cannot be judged.`,
  },
  cluster_buys: {
    title: "Where do several insiders buy at once?",
    description: "Companies where two or more insiders bought within 30 days",
    takes: {
      people: { description: "min number of distinct buyers", absent: "3" },
      since: { description: "earliest first day of a cluster, YYYY-MM-DD", absent: "90 days ago" },
    },
    message: `At which companies did at least {people} insiders buy within 30 days, since {since}?
Call listClusters with minSize {people}, startedFrom and sort "signalScore".
Name the company, the people with their roles, the sum, the average price, the dates and max_signal_score (0 to 100, from facts known at the filing date; a score is not a forecast).`,
  },
  member_record: {
    title: "How does a member of Congress trade, and with what result?",
    description: "A member's trades, lateness and performance against SPY",
    takes: { name: { description: "the member's name, or a part of it" } },
    message: `How does {name} trade, and with what result?
Call listPoliticians with q "{name}": it gives the bioguide id, the statistics and the 90-day performance. Call getPoliticianPerformance for 30 and 180 days, and for sales.
Give volumes as their range from est_volume_low to est_volume_high, rates with their number of trades and their bounds, and alpha as the return minus SPY's. Where sample_sufficient is false say that there are too few trades. Late is more than 45 days and no legal finding.`,
  },
};

/** The result of prompts/list. */
const prompts: Prompt[] = Object.entries(questions).map(([name, { title, description, takes }]) => ({
  name,
  title,
  description,
  arguments: Object.entries(takes).map(([argument, { description: about, absent }]) => ({
    name: argument,
    description: absent === undefined ? about : `${about}; absent = ${absent}`,
    required: absent === undefined,
  })),
}));

/** Most characters of a value. */
const maxArgumentLength = 100;

/** The prompt's message, or what is wrong with the given values. */
function promptOf(
  name: string,
  given: Record<string, string>,
): { description: string; message: string } | { problem: string } {
  const question = Object.hasOwn(questions, name) ? questions[name] : undefined;
  if (!question) return { problem: `there is no prompt ${name}` };
  const values = new Map<string, string>();
  for (const [argument, { absent }] of Object.entries(question.takes)) {
    const value = given[argument]?.trim() || absent;
    if (value === undefined) return { problem: `${argument} is required` };
    if (value.length > maxArgumentLength)
      return { problem: `${argument} has more than ${maxArgumentLength} characters` };
    values.set(argument, value);
  }
  const message = question.message.replace(/\{(\w+)\}/g, (_all, argument: string) => values.get(argument) ?? "");
  return { description: question.description, message };
}

// Resources that a model may read: the contract, and the guides for callers.
const scheme = "disclosed://";
const contract = `${scheme}openapi.json`;

/** The guides among the pages of the documentation; the changelog is not one. */
const guides = Object.entries(texts).filter(([, { file }]) => file.startsWith("docs/"));

/** The result of resources/list. */
const resources: Resource[] = [
  {
    uri: contract,
    name: "openapi.json",
    title: "The contract",
    description: "OpenAPI document with every field of every response",
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

/** The text of a resource; undefined if there is none. `url`: base URL of the service, without /api/v1. */
async function readResource(
  uri: string,
  url: string,
  signal: AbortSignal,
): Promise<{ mimeType: string; text: string } | undefined> {
  if (uri === contract) {
    const response = await fetch(`${url}/api/v1/openapi.json`, { signal });
    if (!response.ok) throw new Error(`the contract could not be read (HTTP ${response.status})`);
    return { mimeType: "application/json", text: await response.text() };
  }
  const guide = guides.find(([name]) => uri === scheme + name);
  return guide && { mimeType: "text/markdown", text: plainMarkdown(await readText(guide[1]), url) };
}

const instructions = `Trades that US corporate insiders reported on SEC Forms 3, 4 and 5, and trades of members of Congress under the STOCK Act.
A list is a table: columns names the values of each row, lists those of cells that are rows themselves, unknown names fields that no row has. Unknown is never zero and never "no". Dates are calendar dates. meta.sample = true means that the records are invented: say so.
Results have the fields that most questions are about; name others in fields (["*"] is all). The list of tools names rare arguments without describing them: describeTool has the meaning of every argument, word and field. Lists come newest first; narrow by dates, symbols or people before turning pages: every call is one request of the caller's limits, getUsage and describeTool are free. listSymbols finds companies, insiders and members by a part of their name.
An empty list does not prove that there were no trades: getCoverage says which days of which source are held.
${statements.join("\n")}
House and Senate disclosures fall under 5 U.S.C. 13107(c), as the congressional tools say. A late filing or a committee overlap is arithmetic, not a legal finding. Nothing here is investment advice.`;

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
