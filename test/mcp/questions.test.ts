// A model needs one or two calls for what people ask: twenty questions over the sample data, through the SDK's own client.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Ajv, type ValidateFunction } from "ajv";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { loadSampleData } from "../../src/ingest/sample/load.ts";
import { serveMcp } from "../../src/mcp/http.ts";
import { catalogOf } from "../../src/mcp/server.ts";
import { type Service, startService, unlimitedKey } from "../support/service.ts";
import { type CallTool, questions, type Row, type Sql, type Subjects, today } from "./questions.ts";

let service: Service;
let mcp: Awaited<ReturnType<typeof serveMcp>>;
let client: Client;
let key: string;
let about: Subjects;
/** by the tool's name */
const validators = new Map<string, ValidateFunction>();
let calls = 0;
/** of the results of one question */
let characters = 0;

beforeAll(async () => {
  const vocabulary = await readVocabulary();
  service = await startService({ today, vocabulary });
  await loadSampleData(service.store, { today });
  const catalog = catalogOf(await loadRoutes(), vocabulary, "0.0.0");
  mcp = await serveMcp(catalog, { host: "127.0.0.1", port: 0, allowedHosts: undefined, url: service.base });
  client = new Client({ name: "test", version: "0" });
  key = await unlimitedKey(service);
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit: { headers } }));
  about = await subjects();
});
afterAll(async () => {
  await client.close();
  await mcp.close();
  await service.stop();
});

const sql: Sql = async (text, values = []) => (await service.store.pool.query(text, values)).rows;

async function first(text: string): Promise<Record<string, string>> {
  const [row] = await sql(text);
  return row as Record<string, string>;
}

async function subjects(): Promise<Subjects> {
  const bought = "NOT t.is_derivative AND t.superseded_by_id IS NULL AND t.transaction_code = 'P'";
  const max = (what: string, from: string, where: string) =>
    first(
      `SELECT ${what} FROM ${from} WHERE ${where} GROUP BY ${what.replaceAll(/ AS \w+/g, "")} ORDER BY count(*) DESC, 1 LIMIT 1`,
    );
  const company = "insider_trades t JOIN companies c ON c.cik = t.company_cik";
  const { ticker = "" } = await max("c.ticker", company, `${bought} AND c.ticker IS NOT NULL`);
  const { sector = "" } = await max("c.sector", company, `${bought} AND t.filed_on >= DATE '${today}' - 30`);
  const insider = await max(
    "i.cik, i.name",
    "insider_trades t JOIN insiders i ON i.cik = t.insider_cik JOIN insider_outcomes o ON o.trade_id = t.id",
    `${bought} AND o.return_180 IS NOT NULL`,
  );
  const member = await max(
    "t.bioguide_id AS id, p.name",
    "politician_trades t JOIN politicians p USING (bioguide_id)",
    "true",
  );
  const { ticker: congressTicker = "" } = await max("t.ticker", "politician_trades t", "t.ticker IS NOT NULL");
  return {
    ...{ ticker, sector, congressTicker },
    insider: { cik: insider.cik ?? "", name: insider.name ?? "" },
    member: { id: member.id ?? "", name: member.name ?? "" },
  };
}

const call: CallTool = async (name, args) => {
  calls++;
  const result = await client.callTool({ name, arguments: args });
  expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
  const isValid = await validatorOf(name);
  expect(isValid(result.structuredContent), JSON.stringify(isValid.errors)).toBe(true);
  characters += JSON.stringify(result.structuredContent).length;
  return withRecords(result.structuredContent) as Awaited<ReturnType<CallTool>>;
};

/** Checks a result against the output schema that describeTool gives. */
async function validatorOf(name: string): Promise<ValidateFunction> {
  const known = validators.get(name);
  if (known) return known;
  const { structuredContent } = await client.callTool({ name: "describeTool", arguments: { name } });
  const { outputSchema } = structuredContent as { outputSchema: object };
  const validator = new Ajv({ strict: false, validateFormats: false }).compile(outputSchema);
  validators.set(name, validator);
  return validator;
}

interface ReadTable {
  columns: string[];
  rows: unknown[][];
  lists?: Record<string, string[]>;
}

/** Tables whose rows are records by column, and so are those of a cell that is a list. */
function withRecords(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { columns, rows, lists = {}, ...rest } = value as Partial<ReadTable>;
  const known = Object.entries(rest).map(([name, inner]): [string, unknown] => [name, withRecords(inner)]);
  return { ...Object.fromEntries(known), ...(columns && rows && { rows: recordsOf({ columns, rows, lists }) }) };
}

function recordsOf({ columns, rows, lists = {} }: ReadTable, path = ""): Row[] {
  const cell = (name: string, value: unknown) => {
    const within = lists[path + name];
    if (!within || !Array.isArray(value)) return value ?? null;
    return recordsOf({ columns: within, rows: value, lists }, `${path}${name}.`);
  };
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, cell(name, row[index])])));
}

it.each(questions)("one or two calls find the answer: $question", async ({ find, expected }) => {
  calls = 0;
  characters = 0;
  const found = await find(call, about);
  const wanted = await expected(sql, about);
  expect(wanted).toBeTruthy();
  expect(wanted).not.toEqual([]);
  expect(found).toEqual(wanted);
  expect(calls).toBeLessThanOrEqual(2);
  // small enough for the context of a model
  expect(characters).toBeLessThan(40_000);
});

it.each([
  ["listClusters", { fields: ["*"] }, "/clusters", 0.65],
  ["listCompanies", { fields: ["*"], pageSize: 25 }, "/companies", 0.4],
  ["getSignalPerformance", {}, "/signals/performance", 0.5],
  ["getCoverage", { from: "2026-03-01", to: "2026-05-31" }, "/coverage?from=2026-03-01&to=2026-05-31", 0.5],
])("%s names the columns of lists within rows once", async (name, args, path, maxRatio) => {
  const { structuredContent } = await client.callTool({ name, arguments: args });
  expect(JSON.stringify(structuredContent)).toContain('"lists":{');
  const { text } = await service.get(`/api/v1${path}`, key);
  expect(JSON.stringify(structuredContent).length / text.length, String(text.length)).toBeLessThan(maxRatio);
});

it("there are at least twenty questions", () => {
  expect(questions.length).toBeGreaterThanOrEqual(20);
});
