// The columns of the Python client's data frames, from the OpenAPI document.
import { header, innerOf, reachable, routesOf, type Schema, schemasOf } from "./python-types.ts";

const kinds: Record<string, string> = { integer: "Int64", number: "float64", boolean: "boolean" };

function kindOf(schema: Schema): string | undefined {
  if (schema.format === "date") return "date";
  if (schema.format === "date-time") return "moment";
  if (schema.format === "decimal") return "quantity";
  return kinds[[schema.type].flat().find((type) => type !== "null") ?? ""];
}

interface Column {
  name: string;
  /** undefined: text or a list */
  kind: string | undefined;
  /** of entries that differ in a number of days: those numbers, or none that is known; undefined: of no such entries */
  days: readonly number[] | undefined;
  /** only where it was requested */
  optional: boolean;
}

/**
 * The columns of a shape: a part's fields by their paths; of entries that differ only in a number of days, those of
 * one.
 */
function columnsOf(schemas: Record<string, Schema>, shape: string, path = ""): Column[] {
  const { properties = {}, required = [] } = schemas[shape] ?? {};
  return Object.entries(properties).flatMap(([field, schema]) => {
    const inner = innerOf(schema);
    const byDays = schema.items !== undefined && inner !== undefined && "days" in (schemas[inner]?.properties ?? {});
    const optional = !required.includes(field);
    if (!inner || (schema.items && !byDays))
      return [{ name: path + field, kind: kindOf(schema), days: undefined, optional }];
    return columnsOf(schemas, inner, `${path}${field}.`).map((column) => ({
      ...column,
      days: byDays ? (schema["x-days"] ?? []) : column.days,
      optional: optional || column.optional,
    }));
  });
}

/** A column for each number of days, named as in a frame with rows: `windows.30.insiders.net_value`. */
function byEachDay(column: Column): Column[] {
  const [part = "", ...path] = column.name.split(".");
  if (!column.days) return [column];
  if (path.join(".") === "days") return [];
  return column.days.map((days) => ({ ...column, name: [part, days, ...path].join(".") }));
}

/** The kinds of the lists and of the objects in responses; the lists' own kind comes first. */
function kindsOf(schemas: Record<string, Schema>, lists: string[], items: string[]): Map<string, string> {
  const found = new Map<string, string>();
  const shapes = new Set([...lists, ...items.flatMap((item) => [...reachable(schemas, item)])]);
  for (const { name, kind } of [...shapes].flatMap((shape) => columnsOf(schemas, shape)))
    if (kind && !found.has(name)) found.set(name, kind);
  return found;
}

const sorted = <T>(entries: Iterable<[string, T]>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
const texts = (names: string[]) => names.map((name) => `        "${name}",`).join("\n");

/** Text of `disclosed/_columns.py`. */
export function printPythonColumns(document: Record<string, unknown>): string {
  const schemas = schemasOf(document);
  const routes = routesOf(document);
  const lists = routes.filter(({ isList }) => isList);
  const kindsByName = kindsOf(
    schemas,
    lists.map(({ item }) => item),
    routes.map(({ item }) => item),
  );
  const columns = lists.map(({ path, item }): [string, Column[]] => [
    path,
    columnsOf(schemas, item).flatMap(byEachDay),
  ]);
  const optional = columns.flatMap(([, all]) => all.filter((column) => column.optional).map(({ name }) => name));
  const parts = [...new Set(optional.map((name) => name.split(".")[0]))].sort();
  return `${header}"""What the columns of data frames hold; a column that is not named in COLUMNS holds text or lists."""

COLUMNS = {
${sorted(kindsByName)
  .map(([name, kind]) => `    "${name}": "${kind}",`)
  .join("\n")}
}

# the columns of each list
LISTS = {
${sorted(columns)
  .map(([path, all]) => `    "${path}": [\n${texts(all.map(({ name }) => name))}\n    ],`)
  .join("\n")}
}

# what a row has only where it was requested
PARTS = {${parts.map((name) => `"${name}"`).join(", ")}}
`;
}
