// Every route's document fits schema.graphql and is persisted; the service does not start if one is not.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";
import { collectPersisted, documentHash, loadRoutes, readPersisted } from "../../rest/all-routes.ts";
import { createFacade } from "../../rest/facade.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { createFairShare } from "../../src/queue/fair-share.ts";
import { vocabulary } from "./vocabulary.ts";

const schema = buildSchema(await readFile(join(packageRoot, "schema.graphql"), "utf8"));
const routes = await loadRoutes();

test("the routes include the eleven endpoints of the specification", () => {
  expect(routes.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/trades",
      "/trades/{id}",
      "/politician-trades",
      "/politician-trades/{id}",
      "/insider/{cik}",
      "/insider/{cik}/track-record",
      "/clusters",
      "/politicians/{bioguideId}",
      "/politicians/{bioguideId}/performance",
      "/committees",
      "/late-filings",
    ]),
  );
});

const documents = routes.flatMap((route) => ("document" in route ? [[route.path, route.document] as const] : []));

test.each(documents)("the document of %s fits the schema", (_path, document) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
});

test("persisted.json holds exactly the routes' documents", async () => {
  const persisted = await readPersisted(packageRoot);
  expect(persisted).toEqual(await collectPersisted());
  for (const [hash, document] of Object.entries(persisted)) expect(documentHash(document)).toBe(hash);
});

test("the service does not start when a document is not persisted", async () => {
  const persisted = await readPersisted(packageRoot);
  const [, ...others] = Object.entries(persisted);
  const unused = () => Promise.reject(new Error("not called"));
  const access = {
    authenticate: unused,
    keyNameIn: () => undefined,
    remembered: () => undefined,
    countFailure: unused,
    take: unused,
    refund: unused,
    peek: unused,
    upgrade: unused,
    usage: unused,
    recordUse: () => {},
  };
  const options = {
    access,
    execute: unused,
    share: createFairShare({ slots: 5, maxWaitMs: 10_000 }),
    dataVersion: { current: () => undefined },
    downloads: { find: unused, open: unused, charge: unused, noteSent: () => {} },
    cacheBytes: 0,
    vocabulary,
    openApi: {},
    now: () => new Date(),
    publicUrl: "",
    log: { error: () => {} },
  };
  await expect(createFacade({ ...options, persisted })).resolves.toHaveProperty("router");
  await expect(createFacade({ ...options, persisted: Object.fromEntries(others) })).rejects.toThrow("persisted.json");
});
