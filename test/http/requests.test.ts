// Unfinished responses: in the order of their requests, whichever ends first. And the route by which a request outside of
// the API is counted.
import { readFileSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownPaths } from "../../src/http/app.ts";
import { Running, watchRequests } from "../../src/http/requests.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import type { Ended } from "../../src/ports/requests.ts";

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

test("unfinished responses are in the order in which they were added", () => {
  const running = new Running();
  const all = Array.from({ length: 5 }, response);
  const removals = all.map((one) => running.add(one));
  const order = () => [...running].map((one) => all.indexOf(one));
  expect(order()).toEqual([0, 1, 2, 3, 4]);
  for (const position of [0, 2, 4]) removals[position]?.();
  expect(order()).toEqual([1, 3]);
  running.add(all[0] as ServerResponse);
  expect(order()).toEqual([1, 3, 0]);
});

test("the list is empty before the first response and after the last has ended", () => {
  const running = new Running();
  expect([...running]).toEqual([]);
  running.add(response())();
  expect([...running]).toEqual([]);
});

test("everything that the app serves outside of the API is counted by its first segment", () => {
  const app = readFileSync(join(packageRoot, "src/http/app.ts"), "utf8");
  const mounted = [...app.matchAll(/app\s*\.(?:use|get|route)\(\s*"(\/[\w-]*)/g)].map(([, path]) => path);
  expect(mounted).toContain("/healthz");
  // by its route or as the playground
  const facades = ["/api", "/feeds"];
  expect(mounted.filter((path) => ![...ownPaths, ...facades].includes(path ?? ""))).toEqual([]);
});

test("a request is counted by the first segment of a path that is served, any other as `other`", () => {
  const log = { info: () => {}, error: () => {} };
  const counted: string[] = [];
  const paths = ["/", "/status", "/docs/guides/:name", "/admin/*rest"];
  const watch = watchRequests({ addressOf: () => "", isSecure: () => false, paths }, log, ({ route }) => {
    counted.push(route);
  });
  const ended: Omit<Ended, "url" | "route"> = {
    ...{ method: "GET", status: 200, isWritten: true, started: 0 },
    ...{ requestId: undefined, address: undefined, accountId: undefined },
  };
  const requests: [url: string, route?: string][] = [
    ["/"],
    ["/?q=x"],
    ["/status"],
    ["/docs/none?q=x"],
    ["/admin/none"],
    ["/none"],
    ["none"],
    ["/api/v1/trades/7", "/trades/{id}"],
    ["/api/v1/none", "unknown"],
    ["/playground/api/v1/trades"],
  ];
  for (const [url, route] of requests) watch.end({ ...ended, url, route });
  expect(counted).toEqual([
    ...["/", "/", "/status", "/docs", "/admin", "other", "other"],
    ...["/api/v1/trades/{id}", "other", "/playground"],
  ]);
});
