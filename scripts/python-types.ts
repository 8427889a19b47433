// The types of the Python client, from the OpenAPI document: a stub beside its module, and the kinds of a data frame's columns.

type Node = Record<string, unknown>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | null)[];
  "x-extensible-enum"?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  responses: { "200": { content: { "application/json": { schema: Schema } } } };
}

interface Route {
  path: string;
  isList: boolean;
  /** name of the schema of a row, or of the single thing */
  item: string;
  parameters: NonNullable<Operation["parameters"]>;
}

const header = "# Generated from rest/generated/openapi.json by `npm run generate`.\n";
const nameIn = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);
const schemasOf = (document: Node) => (document.components as { schemas: Record<string, Schema> }).schemas;

function routesOf(document: Node): Route[] {
  return Object.entries(document.paths as Record<string, { get: Operation }>).flatMap(([path, { get }]) => {
    const { data } = get.responses["200"].content["application/json"]?.schema.properties ?? {};
    const reference = data?.$ref ?? data?.items?.$ref;
    if (!reference) return [];
    // the client reads JSON, and says by the method which page
    const parameters = (get.parameters ?? []).filter(({ name }) => name !== "format" && name !== "fields");
    return [{ path, isList: data?.type === "array", item: nameIn(reference), parameters }];
  });
}

const isNullable = ({ type, anyOf }: Schema) =>
  [type].flat().includes("null") || (anyOf ?? []).some((each) => each.type === "null");
const literal = (words: readonly (string | null)[]) =>
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
  if (schema.enum) return literal(schema.enum);
  const words = schema["x-extensible-enum"];
  return words ? `${literal(words)} | str` : plainType(schema);
}

/** A shape; `partial`: of which fields were picked. */
function typedDict(name: string, { properties = {}, required = [] }: Schema, partial: boolean): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(schema, partial ? "Partial" : "");
    return `    ${field}: ${partial || required.includes(field) ? type : `NotRequired[${type}]`}`;
  });
  return `class ${partial ? `Partial${name}` : name}(TypedDict${partial ? ", total=False" : ""}):\n${fields.join("\n")}\n`;
}

/** What a parameter takes: also as Python has it. */
function parameterType({ items, ...schema }: Schema): string {
  if (items) return `${parameterType(items)} | Sequence[${parameterType(items)}]`;
  if (schema.format === "date") return "str | date";
  if (schema.format === "date-time") return "str | datetime";
  const type = typeOfValue(schema, "");
  return type === "str" ? "str | int" : type;
}

function queryType(name: string, parameters: Route["parameters"]): string {
  const fields = parameters.map(({ name: parameter, schema, required }) => {
    const type = parameterType(schema);
    return [parameter, required ? type : `NotRequired[${type} | None]`] as const;
  });
  // a word of the language can be no name in a class
  if (parameters.some((parameter) => parameter.name === "from"))
    return `${name} = TypedDict("${name}", {${fields.map(([key, type]) => `"${key}": ${type}`).join(", ")}})\n`;
  return `class ${name}(TypedDict):\n${fields.map(([key, type]) => `    ${key}: ${type}`).join("\n") || "    pass"}\n`;
}

/** The names that `fields` takes for the schema. */
function fieldNames(schemas: Record<string, Schema>, name: string): string[] {
  return Object.entries(schemas[name]?.properties ?? {}).flatMap(([field, schema]) => {
    const inner = innerOf(schema);
    return inner ? [field, ...fieldNames(schemas, inner).map((within) => `${field}.${within}`)] : [field];
  });
}

function innerOf({ $ref, anyOf, items }: Schema): string | undefined {
  const reference = $ref ?? items?.$ref ?? anyOf?.find((each) => each.$ref)?.$ref;
  return reference && nameIn(reference);
}

/** All schemas that an answer's item holds, itself included. */
function reachable(schemas: Record<string, Schema>, name: string, found = new Set<string>()): Set<string> {
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

/** Both forms of a method for each path: with picked fields, and whole. */
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

/** A list as text, by its own parameters. */
function textOverloads(method: string, lists: Route[], before: string, result: string): string {
  return lists
    .map(
      ({ path, item }) =>
        `    @overload\n    def ${method}(self, path: Literal["${path}"], ${before}*, format: Literal["csv", "ndjson"] = ..., fields: ${item}Field | Sequence[${item}Field] | None = ..., **parameters: Unpack[${queryName(path)}]) -> ${result}: ...\n`,
    )
    .join("");
}

const answerOf = ({ isList }: Route, row: string) => (isList ? `ListAnswer[${row}]` : `Answer[${row}]`);

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
from typing import Any, Generic, Iterable, Iterator, Literal, Mapping, Sequence, TypedDict, TypeVar, overload

from typing_extensions import NotRequired, Unpack

_Row = TypeVar("_Row")

class Answer(TypedDict, Generic[_Row]):
    data: _Row
    meta: NotRequired[dict[str, Any]]
    requestId: str

class ListAnswer(TypedDict, Generic[_Row]):
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

${[...dicts, ...names, ...queries].join("\n")}
class Client:
    last_headers: Message
    def __init__(
        self,
        api_key: str | None = ...,
        url: str | None = ...,
        *,
        attempts: int = ...,
        longest_wait: float = ...,
        remembered: int = ...,
        timeout: float = ...,
    ) -> None: ...
${overloads("get", routes, answerOf)}${overloads("pages", lists, (route, row) => `Iterator[${answerOf(route, row)}]`)}${overloads("rows", lists, (_route, row) => `Iterator[${row}]`)}${textOverloads("tables", lists, "", "Iterator[str]")}${textOverloads("save", lists, "to: str | PathLike[str], ", "Path")}    def download(self, file: ExportFile, to: str | PathLike[str]) -> Path: ...

def to_dataframe(rows: Iterable[Mapping[str, Any]]) -> Any: ...
`;
}

const kinds: Record<string, string> = { integer: "Int64", number: "float64", boolean: "boolean" };

function kindOf(schema: Schema): string | undefined {
  if (schema.format === "date") return "date";
  if (schema.format === "date-time") return "moment";
  return kinds[[schema.type].flat().find((type) => type !== "null") ?? ""];
}

/** Text of `disclosed/_columns.py`. @throws Error where two lists have columns of one name and of different kinds */
export function printPythonColumns(document: Node): string {
  const schemas = schemasOf(document);
  const columns = new Map<string, string>();
  const add = (name: string, path: string) => {
    for (const [field, schema] of Object.entries(schemas[name]?.properties ?? {})) {
      const inner = schema.items ? undefined : innerOf(schema);
      const kind = kindOf(schema);
      if (inner) add(inner, `${path}${field}.`);
      else if (kind) {
        if ((columns.get(path + field) ?? kind) !== kind) throw new Error(`columns ${path}${field} are of two kinds`);
        columns.set(path + field, kind);
      }
    }
  };
  for (const { isList, item } of routesOf(document)) if (isList) add(item, "");
  const entries = [...columns].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, kind]) => `    "${name}": "${kind}",`);
  return `${header}"""What the columns of lists hold; a column that is not named here holds text or lists."""\n\nCOLUMNS = {\n${entries.join("\n")}\n}\n`;
}
