// The routes as MCP tools: name, texts, input and output schema follow from a route's record, so that a new route
// becomes a tool automatically. A model pays for the list of tools before its first question, so the list describes
// what most questions need, and the tool `describeTool` gives the whole of one tool.
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { pathParameters, type Route } from "../../rest/define-route.ts";
import { tags } from "../../rest/openapi/text.ts";
import type { JsonSchema, Parameter } from "../../rest/params/parameter.ts";
import type { Vocabulary } from "../../rest/ports.ts";
import { everyField, fieldsOf, isDescribed, pageSizeOf } from "./brief.ts";
import { knowledgeOf } from "./knowledge.ts";
import { questions } from "./questions.ts";
import { parametersOf } from "./request.ts";
import { resultSchema } from "./results.ts";

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
function enumerated({ schema, choices, wordsOf }: Parameter<unknown>, vocabulary: Vocabulary): JsonSchema {
  const words = wordsOf?.(vocabulary) ?? choices;
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
