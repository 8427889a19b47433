// The routes as MCP tools: name, texts, input and output schema follow from a route's record, so that a new route
// becomes a tool automatically. A model pays for the list of tools before its first question, so the list describes
// what most questions need, and the tool `describeTool` gives the whole of one tool. The field names of a response
// determine what a model is told about repeating it correctly.
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { pathParameters, type Route } from "../../rest/define-route.ts";
import { isList } from "../../rest/envelope.ts";
import type { Shape } from "../../rest/fields.ts";
import { tags } from "../../rest/openapi/text.ts";
import type { JsonSchema, Parameter } from "../../rest/params/parameter.ts";
import type { Vocabulary } from "../../rest/ports.ts";
import { everyField, fieldsOf, isDescribed, pageSizeOf } from "./brief.ts";
import { parametersOf } from "./request.ts";
import { resultSchema } from "./results.ts";

// What people ask, by the tool that knows: the title of each tool, and the beginning of its description in the list of
// tools, because a model chooses by the words of the question.

export const questions: Readonly<Record<string, string>> = {
  listTrades: "Which insiders bought or sold shares of a company?",
  getTrade: "What exactly does this insider trade say, and where is the filing?",
  listClusters: "Where do several insiders buy or sell at the same time?",
  getInsider: "Who is this insider, and what do they trade?",
  listInsiders: "Which insiders trade most, or have the best results?",
  getTrackRecord: "Did the stocks that this insider bought rise afterwards?",
  listInsiderHoldings: "What does this insider own?",
  getCompany: "What are the insiders of this company doing?",
  listCompanies: "Which companies do insiders buy or sell most?",
  listSummary: "In which sectors, companies or months was most bought or sold?",
  listCompanyHoldings: "How much of a company do its insiders own?",
  listPoliticianTrades: "Which stocks did members of Congress buy or sell?",
  getPoliticianTrade: "What exactly does this trade of a member of Congress say?",
  getPolitician: "What does this senator or representative trade?",
  listPoliticians: "Which members of Congress trade most, or are often late?",
  getPoliticianPerformance: "Did the stocks that this member of Congress bought rise afterwards?",
  listPoliticianHoldings: "What does this member of Congress hold, as far as reports prove it?",
  listLateFilings: "Which members of Congress reported their trades too late?",
  listCommittees: "Who is on which committee of Congress?",
  getSignalPerformance: "How well do the signals predict prices?",
  listSymbols: "What is the ticker, the CIK or the bioguide id of this name?",
  getVocabulary: "Which sectors, transaction codes and other values are there?",
  getCoverage: "How recent and how complete are the data?",
  listExports: "Where can all rows be downloaded?",
  getUsage: "How many requests are left today?",
};

// What a model must know of a response to repeat it correctly, stated by every tool that it concerns. The field names
// of the response determine which tools these are.

const statementsOf: readonly [fields: RegExp, statement: string][] = [
  [/(^|_)(value|price|volume|amount|pnl)(_|$)/, "Money is in US dollars; shares are decimal text."],
  [
    /amount_low|volume_low/,
    "Members report brackets: amount_low and amount_high are the ends of a range and amount_high null is open. Give the range; a middle or a sum of middles is an estimate.",
  ],
  [
    /alpha/,
    "_pct is percent (2.5 is 2.5 %). alpha is an excess return, the return minus SPY's between the same two dates, not a regression's. Returns count from the first close after the filing date, what a reader of the filing could have had; trade_date ones from the trade date.",
  ],
  [
    /_rate_|sample_sufficient/,
    "State the number of trades with a rate; if sample_sufficient is false there are too few.",
  ],
  [/committee_data/, "is_committee_trade false means no overlap only if committee_data is known or inferred."],
  [/price_quality/, "Exclude rows with price_quality suspect from sums."],
  [/amendment_status/, "Exclude rows with amendment_status undecided from sums."],
  [
    /^sha256$/,
    "No tool sends a file. A program fetches url from the service's address over HTTP with the caller's own key (Authorization: Bearer), whole or in ranges, and compares sha256; the limit of bytes per day is charged, not that of requests. Files hold months of rows: for a question call the tool of the list.",
  ],
  [/gap_count/, "A holding is what a form states, as of stated_date, not what is owned today."],
];

/** All statements, for the server's instructions: a model reads them once, with the list of tools. */
export const statements: readonly string[] = statementsOf.map(([, statement]) => statement);

const rowsAreHeld =
  "No rows, or a count of 0, does not prove that there were no trades: getCoverage says which days of which source are stored and what is missing.";
const countsOfTrades = /^(total_trades|buy_count|resolved_trades|gap_count)$/;

/** The statements that apply to the route's response. */
function knowledgeOf(route: Route): string[] {
  const names = [...namesOf(route.item)];
  const concerning = statementsOf.filter(([fields]) => names.some((name) => fields.test(name)));
  const isOfTrades = (isList(route) && names.includes("trade_type")) || names.some((name) => countsOfTrades.test(name));
  return [...concerning.map(([, statement]) => statement), ...(isOfTrades ? [rowsAreHeld] : [])];
}

function* namesOf({ fields }: Shape): Generator<string> {
  for (const [name, { inner }] of Object.entries(fields)) {
    yield name;
    if (inner) yield* namesOf(inner);
  }
}

/** The tool that describes another one. */
export const describeTool: Tool = {
  name: "describeTool",
  description: "All arguments of a tool with their meanings and allowed words, and all fields of its result. Free.",
  inputSchema: {
    type: "object",
    properties: { name: { type: "string", description: "the tool's name, e.g. listTrades" } },
    required: ["name"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};

/**
 * The entry of a tool in the list of tools: without the output schema, and with descriptions of the arguments that most
 * questions need. The others are named.
 */
export function listedTool(route: Route, vocabulary: Vocabulary): Tool {
  const { name, inputSchema } = toolOf(route, vocabulary);
  const properties = Object.entries(inputSchema.properties ?? {}).map(([argument, schema]) => [
    argument,
    isDescribed(route, argument)
      ? listedArgument(schema as JsonSchema, parametersOf(route)[argument]?.example)
      : typeAlone(schema as JsonSchema),
  ]);
  return {
    name,
    description: [questions[name], `${route.summary}.`, firstSentence(route.description ?? "")].join(" ").trim(),
    // the API refuses other arguments itself
    inputSchema: { ...inputSchema, properties: Object.fromEntries(properties), additionalProperties: undefined },
    annotations: { readOnlyHint: true },
  };
}

/** words of a closed set that the list of tools enumerates; `describeTool` enumerates longer sets */
const maxListedWords = 8;

/** Type, short description, and few words or an example; bounds are left out, because the API names them. */
function listedArgument(schema: JsonSchema, example: string | undefined): JsonSchema {
  const words = (((schema.items as JsonSchema | undefined)?.enum ?? schema.enum) as string[] | undefined) ?? [];
  // the rest is in the complete description
  const [about = ""] = String(schema.description ?? "").split(/[;:]| \(`/);
  const isFew = words.length > 0 && words.length <= maxListedWords;
  const needsExample = schema.type === "string" || schema.type === "array";
  const values = isFew ? words.join(", ") : needsExample && example && `e.g. ${example}`;
  return {
    ...typeAlone(schema),
    ...(schema.default !== undefined && { default: schema.default }),
    description: [about.trim(), values].filter(Boolean).join(": "),
  };
}

/** Clients want the type of every argument. */
const typeAlone = ({ type }: JsonSchema): JsonSchema =>
  type === "array" ? { type, items: { type: "string" } } : { type: type ?? "string" };

const firstSentence = (text: string): string => text.split(/(?<=\.) /)[0] ?? "";

/** A route as a tool with all that is known of it; its name is the route's operationId. */
export function toolOf(route: Route, vocabulary: Vocabulary): Tool {
  const inPath = pathParameters(route.path);
  const entries = Object.entries(parametersOf(route));
  const required = entries.flatMap(([name, { required: must }]) => (must || inPath.includes(name) ? [name] : []));
  const properties = Object.fromEntries(
    entries.map(([name, parameter]) => [name, argumentOf(name, parameter, route, vocabulary)]),
  );
  return {
    name: route.operationId,
    title: questions[route.operationId] ?? route.summary,
    description: descriptionOf(route),
    inputSchema: {
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    outputSchema: resultSchema(route),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/**
 * The route's description, what a model has to know of its response, and the terms of its data: a model may read only
 * one tool.
 */
function descriptionOf(route: Route): string {
  const cost = "account" in route ? "Not charged." : "Charged as one request.";
  const terms = route.tag === "Congress" ? [tags.find(({ name }) => name === "Congress")?.description] : [];
  return [`GET ${route.path}: ${route.summary}.`, route.description, ...knowledgeOf(route), cost, ...terms]
    .filter(Boolean)
    .join(" ");
}

function argumentOf(name: string, parameter: Parameter<unknown>, route: Route, vocabulary: Vocabulary): JsonSchema {
  if (name === "fields") return fieldsArgument(route);
  const { description, example } = parameter;
  // the API refuses a value that is too long
  const { maxLength: _, description: hint, ...schema } = enumerated(parameter, vocabulary);
  const words = [description, hint].filter(Boolean).join("; ");
  const pageSize = name === "pageSize" ? pageSizeOf(route) : undefined;
  return {
    ...schema,
    ...(pageSize !== undefined && { default: pageSize }),
    description: example === undefined || showsItself(schema) ? words : `${words}; e.g. ${example}`,
  };
}

/** Lists every word of a closed set, where the API accepts other forms of it too. */
function enumerated({ schema, choices, valuesOf }: Parameter<unknown>, vocabulary: Vocabulary): JsonSchema {
  const words = valuesOf?.(vocabulary) ?? choices;
  if (!words || schema.type === "boolean") return schema;
  if (schema.type === "array") return { ...schema, items: { type: "string", enum: words } };
  return { type: "string", enum: words };
}

/** Whether no example is needed: the words are listed, or the type has only one form. */
function showsItself({ type, format, enum: own, items }: JsonSchema): boolean {
  const words = own ?? (items as JsonSchema | undefined)?.enum;
  return words !== undefined || type === "boolean" || type === "integer" || format === "date";
}

function fieldsArgument(route: Route): JsonSchema {
  const chosen = fieldsOf(route);
  const absent = chosen ? "those that most questions are about" : "all";
  return {
    type: "array",
    items: { type: "string" },
    description: `fields of the response, named as in its columns; absent = ${absent}, ["${everyField}"] = all${chosen ? ` (also ${others(route, chosen)})` : ""}`,
  };
}

/** Fields that a call has to request explicitly, without their nested fields. */
function others({ item }: Route, chosen: readonly string[]): string {
  const shown = new Set(chosen.map((name) => name.split(".")[0]));
  return Object.keys(item.fields)
    .filter((name) => !shown.has(name))
    .join(", ");
}
