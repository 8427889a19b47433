// fields= reaches down to the query: a field that costs a statement or a join is read only if it is chosen. A costly
// field that is not described as such (`relations` of its shape) fails here.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import type { DetailRoute, ListRoute } from "../../rest/define-route.ts";
import type { Field, Shape } from "../../rest/fields.ts";
import { wantedOf } from "../../rest/params/list-parameters.ts";
import { relationsReader } from "../../rest/selection.ts";
import { listStatements } from "../graph/harness.ts";
import { isAboutData, onStatement, tablesIn } from "../support/database.ts";
import { insiders, members, politicianTradeId, tradeId } from "../support/seed.ts";
import { type Service, startSeededService, unlimitedKey } from "../support/service.ts";

const routes = (await loadRoutes()).filter((route): route is ListRoute | DetailRoute => "document" in route);
const paths: Record<string, string> = {
  "/trades/{id}": `/trades/${tradeId("fund")}`,
  "/politician-trades/{id}": `/politician-trades/${politicianTradeId("lateSpouse")}`,
  "/symbols": "/symbols?q=al",
  "/summary": "/summary?by=company,sector,month",
};
const pathOf = ({ path }: { path: string }) =>
  paths[path] ??
  path.replace("{cik}", insiders.hargrove).replace("{bioguideId}", members.ashcombe).replace("{cikOrTicker}", "ALDM");

/** Number of statements for the rows alone, where it is not that of a list, or 2 for the version and one row. */
const statementsForRows: Record<string, number> = {
  // the newest filing of all
  "/companies": 4,
  // the symbol's company
  "/companies/{cikOrTicker}": 3,
  // computed from rows of forms and from splits
  "/insider/{cik}/holdings": 4,
  "/companies/{cikOrTicker}/holdings": 5,
  "/symbols": 2,
  "/summary": 2,
  // computed as a whole
  "/politicians/{bioguideId}/performance": 3,
  "/signals/performance": 3,
  "/vocabulary": 3,
  "/coverage": 3,
};

/** an optional column: its variable decides only whether the response has it */
const costless = "natureOfOwnership";

let service: Service;
let key: string;
let statements: string[] = [];

beforeAll(async () => {
  service = await startSeededService({
    execute(execute, store) {
      let sent: string[] = [];
      onStatement(store, (statement) => sent.push(statement));
      return async (...given) => {
        sent = [];
        const executed = await execute(...given);
        statements = sent.filter(isAboutData);
        return executed;
      };
    },
  });
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

/** The rows with these fields, or with all, and the tables of each statement that reads them. */
async function read(route: ListRoute | DetailRoute, fields: string[] = []) {
  const path = pathOf(route);
  const query = fields.length > 0 ? `${path.includes("?") ? "&" : "?"}fields=${fields.join(",")}` : "";
  const { status, body } = await service.get(`/api/v1${path}${query}`, key);
  expect(status, fields.join()).toBe(200);
  return { rows: [body.data].flat(), cost: statements.map((statement) => tablesIn(statement).join(" ")).sort() };
}

const hasRelations = ({ fields, relations }: Shape): boolean =>
  Object.keys(relations).length > 0 || Object.values(fields).some(({ inner }) => inner && hasRelations(inner));

/** The names of a shape's fields; of the fields within one, where some of them cost more than others. */
const namesIn = (of: Shape, isWithin = false): string[] =>
  Object.entries(of.fields).flatMap(([name, { inner, optional }]) => {
    if (isWithin && optional) return [];
    return inner && hasRelations(inner) ? namesIn(inner, true).map((within) => `${name}.${within}`) : [name];
  });

const variablesOf = ({ item }: { item: Shape }, name: string): string =>
  Object.entries(relationsReader(item)({ wanted: wantedOf([name]), parts: [] }))
    .flatMap(([variable, isRead]) => (isRead ? [variable] : []))
    .join();

function valueAt(row: unknown, [name = "", ...within]: string[]): unknown {
  if (Array.isArray(row)) return row.map((entry) => valueAt(entry, [name, ...within]));
  const value = (row as Record<string, unknown>)[name];
  return within.length > 0 ? valueAt(value, within) : value;
}

describe.each(routes.map((route) => [route.path, route] as const))("%s", (path, route) => {
  const own = namesIn(route.item);
  const fieldOf = (name: string): Field | undefined => route.item.fields[name];

  it("has each field alone as in the whole response, at the cost that its description states", async () => {
    const whole = await read(route);
    // the store has no ready-made files
    if (path !== "/exports") expect(whole.rows).not.toEqual([]);
    const costs = new Map<string, string[]>();
    for (const name of own) {
      const { rows, cost } = await read(route, [name]);
      if (!fieldOf(name)?.optional)
        expect(rows.map((row) => valueAt(row, name.split(".")))).toEqual(
          whole.rows.map((row) => valueAt(row, name.split("."))),
        );
      const variables = variablesOf(route, name);
      // fields of one relation cost the same, and so do those of none
      expect(cost, name).toEqual(costs.get(variables) ?? cost);
      costs.set(variables, cost);
    }
    const min = [...costs.values()].reduce((a, b) => (a.length <= b.length ? a : b));
    expect(min).toHaveLength(statementsForRows[path] ?? ("list" in route ? listStatements : 2));
    if (costs.has("")) expect(costs.get("")).toEqual(min);
  });

  it.each(Object.keys(route.item.relations).filter((variable) => variable !== costless))(
    "what %s includes costs a statement, which is not sent without it",
    async (variable) => {
      const isIncluded = (name: string) => variablesOf(route, name).split(",").includes(variable);
      const alone = await read(route, own.filter(isIncluded));
      const rows = await read(
        route,
        own.filter((name) => variablesOf(route, name) === ""),
      );
      expect(alone.cost.length).toBeGreaterThan(rows.cost.length);
      const usual = own.filter((name) => !fieldOf(name)?.optional);
      if (!usual.some(isIncluded)) return;
      const [whole, without] = [
        await read(route),
        await read(
          route,
          usual.filter((name) => !isIncluded(name)),
        ),
      ];
      expect(whole.cost.length - without.cost.length).toBeGreaterThanOrEqual(alone.cost.length - rows.cost.length);
    },
  );
});
