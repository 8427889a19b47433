// The types of the Python client, from the OpenAPI document: a stub beside its module.
import { withNumbers } from "./parameter-numbers.ts";

type Node = Record<string, unknown>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: (string | number | null)[];
  "x-closed-enum"?: string[];
  "x-extensible-enum"?: string[];
  /** of a list with one entry for each of these numbers of days */
  "x-days"?: number[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  responses: { "200": { content: { "application/json": { schema: Schema } } } };
}

export interface Route {
  path: string;
  isList: boolean;
  /** name of the schema of a row, or of a single object */
  item: string;
  parameters: NonNullable<Operation["parameters"]>;
}

export const header = "# Generated from rest/generated/openapi.json by `npm run generate`.\n";
const nameIn = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);
export const schemasOf = (document: Node) => (document.components as { schemas: Record<string, Schema> }).schemas;

export function routesOf(document: Node): Route[] {
  return Object.entries(document.paths as Record<string, { get: Operation }>).flatMap(([path, { get }]) => {
    const { data } = get.responses["200"].content["application/json"]?.schema.properties ?? {};
    const reference = data?.$ref ?? data?.items?.$ref;
    if (!reference) return [];
    // the client reads JSON, and its methods select the page
    const parameters = (get.parameters ?? []).filter(({ name }) => name !== "format" && name !== "fields");
    return [{ path, isList: data?.type === "array", item: nameIn(reference), parameters }];
  });
}

const isNullable = ({ type, anyOf }: Schema) =>
  [type].flat().includes("null") || (anyOf ?? []).some((each) => each.type === "null");
const literal = (words: readonly (string | number | null)[]) =>
  `Literal[${words.flatMap((word) => (word === null ? [] : [JSON.stringify(word)])).join(", ")}]`;
const plain: Record<string, string> = { integer: "int", number: "float", boolean: "bool", string: "str" };
const plainType = ({ type }: Schema) => plain[[type].flat().find((each) => each !== "null") ?? ""] ?? "Any";

function typeOf(schema: Schema, prefix: string): string {
  const reference = schema.$ref ?? schema.anyOf?.find(({ $ref }) => $ref)?.$ref;
  const type = reference ? prefix + nameIn(reference) : typeOfValue(schema, prefix);
  return isNullable(schema) ? `${type} | None` : type;
}

function typeOfValue(schema: Schema, prefix: string): string {
  if (schema.items) return `list[${typeOf(schema.items, prefix)}]`;
  const closed = schema.anyOf?.find((each) => each.enum)?.enum ?? schema.enum ?? schema["x-closed-enum"];
  if (closed) return literal(closed);
  const words = schema["x-extensible-enum"];
  return words ? `${literal(words)} | str` : plainType(schema);
}

/** A shape; `partial`: only selected fields. */
function typedDict(name: string, { properties = {}, required = [] }: Schema, partial: boolean): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(schema, partial ? "Partial" : "");
    return `    ${field}: ${partial || required.includes(field) ? type : `NotRequired[${type}]`}`;
  });
  return `class ${partial ? `Partial${name}` : name}(TypedDict${partial ? ", total=False" : ""}):\n${fields.join("\n")}\n`;
}

/** The type of a parameter, also in Python's own types. */
function parameterType({ items, ...schema }: Schema): string {
  if (items) return `${parameterType(items)} | Sequence[${parameterType(items)}]`;
  if (schema.format === "date") return "str | date";
  if (schema.format === "date-time") return "str | datetime";
  const numeric = withNumbers(schema);
  const type = typeOfValue(numeric, "");
  if (type !== "str") return type;
  return numeric.type?.includes("number") ? "str | float" : "str | int";
}

function queryType(name: string, parameters: Route["parameters"]): string {
  const fields = parameters.map(({ name: parameter, schema, required }) => {
    const type = parameterType(schema);
    return [parameter, required ? type : `NotRequired[${type} | None]`] as const;
  });
  // a reserved word cannot be a name in a class
  if (parameters.some((parameter) => parameter.name === "from"))
    return `${name} = TypedDict("${name}", {${fields.map(([key, type]) => `"${key}": ${type}`).join(", ")}})\n`;
  return `class ${name}(TypedDict):\n${fields.map(([key, type]) => `    ${key}: ${type}`).join("\n") || "    pass"}\n`;
}

/** The field names that `fields` accepts for the schema. */
function fieldNames(schemas: Record<string, Schema>, name: string): string[] {
  return Object.entries(schemas[name]?.properties ?? {}).flatMap(([field, schema]) => {
    const inner = innerOf(schema);
    return inner ? [field, ...fieldNames(schemas, inner).map((within) => `${field}.${within}`)] : [field];
  });
}

export function innerOf({ $ref, anyOf, items }: Schema): string | undefined {
  const reference = $ref ?? items?.$ref ?? anyOf?.find((each) => each.$ref)?.$ref;
  return reference && nameIn(reference);
}

/** All schemas that a response's item contains, itself included. */
export function reachable(schemas: Record<string, Schema>, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const schema of Object.values(schemas[name]?.properties ?? {})) {
    const inner = innerOf(schema);
    if (inner) reachable(schemas, inner, found);
  }
  return found;
}

const queryName = (path: string) =>
  `${path
    .split(/[^A-Za-z]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")}Query`;

/** Both overloads of a method for each path: with selected fields, and complete. */
function overloads(method: string, routes: Route[], result: (route: Route, row: string) => string): string {
  const one = (route: Route, fields: string, row: string) =>
    `    @overload\n    def ${method}(self, path: Literal["${route.path}"], ${fields}**parameters: Unpack[${queryName(route.path)}]) -> ${result(route, row)}: ...\n`;
  return routes
    .flatMap((route) => {
      const names = `${route.item}Field`;
      const picked = `*, fields: ${names} | Sequence[${names}], `;
      return [one(route, picked, `Partial${route.item}`), one(route, "", route.item)];
    })
    .join("");
}

/** Overloads for a list as text, by its own parameters. */
function textOverloads(method: string, lists: Route[], before: string, result: string): string {
  return lists
    .map(
      ({ path, item }) =>
        `    @overload\n    def ${method}(self, path: Literal["${path}"], ${before}*, format: Literal["csv", "ndjson"] = ..., fields: ${item}Field | Sequence[${item}Field] | None = ..., **parameters: Unpack[${queryName(path)}]) -> ${result}: ...\n`,
    )
    .join("");
}

const responseOf = ({ isList }: Route, row: string) => (isList ? `ListResponse[${row}]` : `Response[${row}]`);

/** Text of `disclosed/__init__.pyi`. */
export function printPythonStub(document: Node): string {
  const schemas = schemasOf(document);
  const routes = routesOf(document);
  const lists = routes.filter(({ isList }) => isList);
  const items = [...new Set(routes.map(({ item }) => item))];
  const shapes = [...new Set(["Pagination", ...items.flatMap((name) => [...reachable(schemas, name)])])].sort();
  const dicts = shapes.flatMap((name) => [false, true].map((partial) => typedDict(name, schemas[name] ?? {}, partial)));
  const names = items.map((name) => `${name}Field = ${literal(fieldNames(schemas, name))}\n`);
  const queries = routes.map(({ path, parameters }) => queryType(queryName(path), parameters));
  return `${header}
from datetime import date, datetime
from email.message import Message
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Generic, Iterable, Iterator, Literal, Mapping, Sequence, TypedDict, TypeVar, overload

from typing_extensions import NotRequired, Unpack

_Row = TypeVar("_Row")

class Response(TypedDict, Generic[_Row]):
    data: _Row
    meta: NotRequired[dict[str, Any]]
    requestId: str

class ListResponse(TypedDict, Generic[_Row]):
    data: list[_Row]
    pagination: Pagination
    meta: dict[str, Any]
    requestId: str

class DisclosedError(Exception):
    status: int
    body: dict[str, Any]
    request_id: str | None
    retry_after: int | None
    def __init__(self, status: int, body: dict[str, Any], retry_after: int | None) -> None: ...

class SignatureError(Exception): ...

class EventStream(Iterator[Event]):
    def __next__(self) -> Event: ...
    def __enter__(self) -> EventStream: ...
    def __exit__(self, *_exception: Any) -> None: ...
    def close(self) -> None: ...

class Event(TypedDict):
    id: str
    type: str
    data_version: str
    occurred_at: str
    data: dict[str, Any]

def verify(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = ...,
    now: float | None = ...,
) -> list[Event]: ...

${[...dicts, ...names, ...queries].join("\n")}
class Client:
    last_headers: Message
    def __init__(
        self,
        api_key: str | None = ...,
        url: str | None = ...,
        *,
        attempts: int = ...,
        max_wait: float = ...,
        cached_responses: int = ...,
        timeout: float = ...,
    ) -> None: ...
${overloads("get", routes, responseOf)}${overloads("pages", lists, (route, row) => `Iterator[${responseOf(route, row)}]`)}${overloads("rows", lists, (_route, row) => `Iterator[${row}]`)}${textOverloads("tables", lists, "", "Iterator[str]")}${textOverloads("save", lists, "to: str | PathLike[str], ", "Path")}    def events(
        self,
        path: Literal["/trades", "/politician-trades", "/clusters", "/late-filings"],
        *,
        last_event_id: str | None = ...,
        on_position: Callable[[str], object] | None = ...,
        **parameters: Any,
    ) -> EventStream: ...
    def download(self, file: ExportFile, to: str | PathLike[str]) -> Path: ...

def to_dataframe(rows: Iterable[Mapping[str, Any]], *, decimals: bool = False) -> Any: ...
`;
}
