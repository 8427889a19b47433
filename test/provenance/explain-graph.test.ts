// The same explanation through GraphQL, for administrators alone.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { graphql } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createContext, type GraphPrincipal } from "../../src/graph/context.ts";
import type { Ports } from "../../src/graph/ports.ts";
import { schema } from "../../src/graph/schema.ts";
import { explain } from "../../src/provenance/explain.ts";
import { documentOf } from "../support/operations.ts";
import { type Corpus, houseDocId, ingestCorpus } from "./corpus.ts";

let folder: string;
let corpus: Corpus;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-explain-"));
  corpus = await ingestCorpus(folder);
});
afterAll(async () => {
  await corpus.store.close();
  await rm(folder, { recursive: true, force: true });
});

type Explain = NonNullable<Ports["rawRows"]>["explain"];

async function run(operation: string, id: number, role: GraphPrincipal["role"]) {
  const { store, home } = corpus;
  const ports = { rawRows: { explain: (...row: Parameters<Explain>) => explain(store, home, ...row) } };
  return await graphql({
    schema,
    source: documentOf(operation),
    variableValues: { id },
    contextValue: createContext(store.prisma, { role, actor: "tests" }, "2026-07-31", ports),
  });
}

const firstId = async (table: string, where: string) =>
  Number(
    (await corpus.store.pool.query<{ id: string }>(`SELECT id FROM ${table} WHERE ${where} ORDER BY id`)).rows[0]?.id,
  );

it.each([
  ["ExplainTrade", "explainTrade", "insider_trades", "NOT is_derivative AND shares = 1500", "form345"],
  [
    "ExplainPoliticianTrade",
    "explainPoliticianTrade",
    "politician_trades",
    `report_id = 'house:${houseDocId}'`,
    "house",
  ],
])("%s returns what the command prints", async (operation, field, table, where, source) => {
  const id = await firstId(table, where);
  const { data, errors } = await run(operation, id, "admin");
  expect(errors).toBeUndefined();
  const {
    kind: _,
    id: __,
    ...shown
  } = JSON.parse(JSON.stringify(await explain(corpus.store, corpus.home, String(id))));
  expect(JSON.parse(JSON.stringify(data))).toEqual({ [field]: shown });
  expect(shown).toMatchObject({ source, problem: null, file: { state: "intact" } });
});

it("an explanation is for administrators alone", async () => {
  for (const role of ["reader", "account"] as const) {
    const { data, errors } = await run("ExplainTrade", 1, role);
    expect(data?.explainTrade ?? null).toBeNull();
    expect(errors).toHaveLength(1);
  }
});

it("an unknown id is null", async () => {
  expect((await run("ExplainTrade", 1, "admin")).data).toEqual({ explainTrade: null });
});
