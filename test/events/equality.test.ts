// The matcher finds the same rows as the lists: random filters over random rows, before and after changes of every
// kind. EVENTS_SEED repeats a run, EVENTS_QUESTIONS sets the number of filters.
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TitledList } from "../../src/domain/row-titles.ts";
import { Directory } from "../../src/events/directory.ts";
import { type AnyCondition, matchedLists } from "../../src/events/lists.ts";
import { CompiledList, type RowChange } from "../../src/events/subscriptions.ts";
import type { Question } from "../../src/fast/index/trade-index.ts";
import { byOutcome } from "../../src/filters/outcomes.ts";
import { changeAwkward, fillAwkward } from "../fast/index/awkward-store.ts";
import { chanceOf } from "../fast/index/chance.ts";
import { anyQuestion, anyQuestionBy, everyFilter, queryStore } from "../fast/index/questions.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

const seed = Number(process.env.EVENTS_SEED ?? Date.now() % 1_000_000);
const questionCount = Number(process.env.EVENTS_QUESTIONS ?? 60);
const chance = chanceOf(seed);
const seedSetting = `EVENTS_SEED=${seed}`;

let store: TestStore;
let client: pg.Client;
beforeAll(async () => {
  store = await createTestStore();
  client = new pg.Client({ connectionString: store.databaseUrl });
  await client.connect();
  await fillAwkward(store, chance, 400);
});
afterAll(async () => {
  await client.end();
  await store.close();
});

const listNames: Record<Question["list"], TitledList> = {
  insiderTrades: "trades",
  politicianTrades: "politician-trades",
  lateFilings: "late-filings",
  clusters: "clusters",
};

/** The question without filters that subscriptions cannot have: by the time of a change, and by an outcome. */
function subscribable(question: Question): Question {
  const filter = Object.fromEntries(
    Object.entries(question.filter).filter(([name]) => name !== "updatedSince" && !(name in byOutcome)),
  );
  return { ...question, filter } as Question;
}

const idsOf = async (question: Question): Promise<Set<string>> => {
  const { ids } = await queryStore(store.prisma, question, { page: 1, pageSize: 100_000 });
  return new Set(ids.map(String));
};

const conditionsOf = (question: Question): AnyCondition[] =>
  matchedLists[listNames[question.list]].conditions(question);

async function directoryOf(conditions: AnyCondition[], changes: RowChange[]): Promise<Directory> {
  const symbols = conditions.flatMap((one) => (one.is === "oneOf" && one.field === "symbol" ? one.values : []));
  const texts = conditions.flatMap((one) => (one.is === "contains" ? [one.text] : []));
  const directory = await Directory.open(client, { symbols: new Set(symbols), texts: new Set(texts) });
  const facts = changes.flatMap(({ before, after }) => [before ?? {}, after ?? {}]);
  await directory.readNames(client, {
    companies: new Set(facts.flatMap(({ company }) => company ?? [])),
    members: new Set(facts.flatMap(({ member }) => member ?? [])),
  });
  return directory;
}

/** The changes of the newest data version. */
async function newestChanges(): Promise<RowChange[]> {
  const { rows } = await client.query<RowChange>(
    "SELECT position, kind, row_id, before, after FROM row_changes WHERE version = (SELECT version FROM data_version) ORDER BY position",
  );
  return rows;
}

/** For each question the rows that match, with the kind of their event. */
async function matched(questions: Question[], changes: RowChange[]): Promise<Map<string, string>[]> {
  const directory = await directoryOf(questions.flatMap(conditionsOf), changes);
  const found = questions.map(() => new Map<string, string>());
  for (const list of Object.keys(listNames) as Question["list"][]) {
    const subscribed = questions.flatMap((question, id) =>
      question.list === list ? [{ id, conditions: conditionsOf(question) }] : [],
    );
    const definition = matchedLists[listNames[list]];
    const compiled = new CompiledList(definition, subscribed, directory);
    for (const { kind, row_id, before, after } of changes.filter((change) => change.kind === definition.kind))
      for (const { id, change } of compiled.match(before, after)) found[id]?.set(`${kind} ${row_id}`, change);
  }
  return found;
}

function expected(question: Question, before: Set<string>, after: Set<string>, changes: RowChange[]) {
  const { kind } = matchedLists[listNames[question.list]];
  const found = new Map<string, string>();
  for (const { row_id } of changes.filter((change) => change.kind === kind)) {
    const [was, is] = [before.has(String(row_id)), after.has(String(row_id))];
    if (was || is) found.set(`${kind} ${row_id}`, is ? (was ? "changed" : "created") : "withdrawn");
  }
  return found;
}

const sorted = (found: Map<string, string>) => [...found].map(([row, change]) => `${row} ${change}`).sort();

it("every new row is a created event for exactly the filters whose lists have it", async () => {
  const changes = await newestChanges();
  const questions = [
    ...Array.from({ length: questionCount * 3 }, () => anyQuestion(chance)),
    ...everyFilter.flatMap((filter) => Array.from({ length: 4 }, () => anyQuestionBy(chance, filter))),
  ].map(subscribable);
  const found = await matched(questions, changes);
  for (const [at, question] of questions.entries()) {
    const rows = await idsOf(question);
    const created = new Map([...rows].map((id) => [`${matchedLists[listNames[question.list]].kind} ${id}`, "created"]));
    expect(sorted(found[at] ?? new Map()), `${seedSetting} ${JSON.stringify(question)}`).toEqual(sorted(created));
  }
});

// an odd round changes no names, because the current names are also used for the row before its change
it("a row that begins to match is created, one that still matches is changed, one that no longer does is withdrawn", async () => {
  const kinds = new Set<string>();
  for (const round of [1, 3, 5, 7, 9, 11]) {
    const questions = Array.from({ length: questionCount }, () => subscribable(anyQuestion(chance)));
    const before = [];
    for (const question of questions) before.push(await idsOf(question));
    await changeAwkward(store, chance, round);
    const changes = await newestChanges();
    const found = await matched(questions, changes);
    const noted = new Set(changes.map(({ kind, row_id }) => `${kind} ${row_id}`));
    for (const [at, question] of questions.entries()) {
      const [was, is] = [before[at] as Set<string>, await idsOf(question)];
      const text = `${seedSetting} ${round} ${JSON.stringify(question)}`;
      expect(sorted(found[at] ?? new Map()), text).toEqual(sorted(expected(question, was, is, changes)));
      const { kind } = matchedLists[listNames[question.list]];
      const moved = [...was, ...is].filter((id) => was.has(id) !== is.has(id));
      expect(
        moved.filter((id) => !noted.has(`${kind} ${id}`)),
        text,
      ).toEqual([]);
      for (const change of found[at]?.values() ?? []) kinds.add(change);
    }
  }
  expect([...kinds].sort()).toEqual(["changed", "created", "withdrawn"]);
});

it("filters match names and symbols as they are after the change", async () => {
  await changeAwkward(store, chance, 12);
  const changes = await newestChanges();
  const questions = Array.from({ length: questionCount * 2 }, () => subscribable(anyQuestion(chance)));
  const found = await matched(questions, changes);
  for (const [at, question] of questions.entries()) {
    const is = await idsOf(question);
    const now = [...(found[at] ?? [])].filter(([, change]) => change !== "withdrawn").map(([row]) => row);
    const { kind } = matchedLists[listNames[question.list]];
    const rows = changes.filter((change) => change.kind === kind && is.has(String(change.row_id)));
    expect(now.sort(), `${seedSetting} ${JSON.stringify(question)}`).toEqual(
      rows.map(({ row_id }) => `${kind} ${row_id}`).sort(),
    );
  }
});
