// Unfinished responses: in the order of their requests, whichever ends first.
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { Running } from "../../src/http/requests.ts";

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
