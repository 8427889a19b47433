// Undecided rows of amendments through GraphQL: listed with their candidates, decided and reopened by administrators only. A decision
// survives re-ingestion and the loss of all filings. Filings are invented.
import { execute, parse } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll } from "../../src/derive/derive.ts";
import { createContext, type GraphPrincipal } from "../../src/graph/context.ts";
import { schema } from "../../src/graph/schema.ts";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../src/ingest/form345/read/parse.ts";
import { explain } from "../../src/provenance/explain.ts";
import { amendmentsPort } from "../../src/start/amendments-port.ts";
import { type FilingOptions, submission } from "../ingest/form345/fixtures.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

const today = () => "2024-06-01";
const documents = new Map([
  [
    "lists",
    `{ undecidedTrades { total nodes { trade { id amendmentStatus } candidates { id shares } } }
       notRestatedTrades { total nodes { id notRestated } }
       amendmentDecisions { total nodes { trade { id } restatesAccession decidedBy } }
       waitingAmendments { total nodes { accessionNumber namedBy originalSubmittedOn trades } } }`,
  ],
  ["decide", "mutation ($id: RowId!, $restates: RowId) { decideAmendment(tradeId: $id, restates: $restates) }"],
  ["reopen", "mutation ($id: RowId!) { reopenAmendment(tradeId: $id) }"],
]);
const admin: GraphPrincipal = { role: "admin", actor: "user:7" };

let store: TestStore;
const accession = (n: number) => `0009999999-24-0000${n}`;
const filings: FilingOptions[] = [
  { accession: accession(10), rows: [{ shares: "100" }, { shares: "200" }] },
  {
    accession: accession(11),
    form: "4/A",
    filed: "2024-03-20",
    originalSubmitted: "2024-03-06",
    rows: [{ shares: "300", price: "12" }],
  },
  {
    accession: accession(12),
    form: "4/A",
    filed: "2024-03-21",
    originalSubmitted: "2024-02-01",
    rows: [{ shares: "70" }],
  },
];
const load = () =>
  loadFilings(
    store,
    filings.map((options) => ({ filing: parseSubmission(submission(options)) })),
  );

beforeAll(async () => {
  store = await createTestStore();
  await load();
  await deriveAll(store, { today: today() });
});
afterAll(() => store.close());

async function run(
  name: string,
  variableValues: Record<string, unknown> = {},
  principal: GraphPrincipal | null = admin,
) {
  const contextValue = createContext(store.prisma, principal, today(), {
    amendments: amendmentsPort(store, { today }),
  });
  const document = parse(documents.get(name) ?? "");
  const result = await execute({ schema, document, variableValues, contextValue });
  // biome-ignore lint/suspicious/noExplicitAny: the shapes that the documents above select
  return JSON.parse(JSON.stringify(result)) as any;
}
const states = async () =>
  (
    await store.pool.query<{ state: string }>(
      `SELECT concat_ws(' ', right(t.accession_number, 2) || '#' || t.row_index, t.amendment_status, CASE WHEN t.not_restated THEN 'left out' END,
         '-> ' || right(b.accession_number, 2)) AS state
       FROM insider_trades t LEFT JOIN insider_trades b ON b.id = t.superseded_by_id ORDER BY t.accession_number, t.row_index`,
    )
  ).rows.map(({ state }) => state);
const undecided = ["10#0 undecided", "10#1 undecided", "11#0 undecided", "12#0"];
const decided = ["10#0 left out", "10#1 -> 11", "11#0 restates", "12#0"];

it("lists an undecided row with the rows that it may restate, and an amendment that waits", async () => {
  expect(await states()).toEqual(undecided);
  const { data } = await run("lists");
  expect(data.undecidedTrades).toMatchObject({
    total: 1,
    nodes: [{ trade: { amendmentStatus: "undecided" }, candidates: [{ shares: "100" }, { shares: "200" }] }],
  });
  expect(data.waitingAmendments).toEqual({
    total: 1,
    nodes: [{ accessionNumber: accession(12), namedBy: "original_date", originalSubmittedOn: "2024-02-01", trades: 1 }],
  });
});

it("an administrator's decision survives another ingestion and the loss of all filings", async () => {
  const { data } = await run("lists");
  const [{ trade, candidates }] = data.undecidedTrades.nodes;
  const [, second] = candidates;
  expect((await run("decide", { id: trade.id, restates: second.id }, null)).errors).toHaveLength(1);
  expect((await run("decide", { id: second.id, restates: null })).errors).toHaveLength(1);
  expect((await run("decide", { id: trade.id, restates: trade.id })).errors).toHaveLength(1);
  expect(await run("decide", { id: trade.id, restates: second.id })).toEqual({ data: { decideAmendment: true } });
  expect(await states()).toEqual(decided);
  const actions = await store.pool.query(
    "SELECT actor, action, object_id FROM audit_log WHERE action = 'amendment.decide'",
  );
  expect(actions.rows).toEqual([{ actor: "user:7", action: "amendment.decide", object_id: String(trade.id) }]);
  const scores = await store.pool.query("SELECT signal_score > 5 AS scored FROM insider_trades WHERE id = $1", [
    trade.id,
  ]);
  expect(scores.rows).toEqual([{ scored: true }]);

  await load();
  expect(await states()).toEqual(decided);
  await store.pool.query("TRUNCATE filings, companies, insiders, row_history CASCADE");
  await load();
  expect(await states()).toEqual(decided);
  const explained = await explain(store, "/nonexistent", String(trade.id));
  expect(explained?.derived).toContainEqual({
    name: "amendment_status",
    value: "restates",
    from: "an operator decided it",
  });
  expect((await run("lists")).data).toMatchObject({
    undecidedTrades: { total: 0 },
    notRestatedTrades: { total: 1, nodes: [{ notRestated: true }] },
    amendmentDecisions: { total: 1, nodes: [{ restatesAccession: accession(10) }] },
  });
});

it("the rules apply again after a decision is reopened", async () => {
  const [{ trade }] = (await run("lists")).data.amendmentDecisions.nodes;
  expect(await run("reopen", { id: trade.id })).toEqual({ data: { reopenAmendment: true } });
  expect(await states()).toEqual(undecided);
  expect((await run("reopen", { id: trade.id })).errors).toHaveLength(1);
});
