// What is an outage (503, try again) and what is a fault of ours (500).
import { expect, test } from "vitest";
import { AppError, asAppError } from "../src/errors.ts";

const coded = (code: string) => Object.assign(new Error("x"), { code });

test.each([
  ["a refused connection", coded("ECONNREFUSED")],
  ["a PostgreSQL that shuts down", coded("57P01")],
  ["too many connections", coded("53300")],
  ["files that are gone", coded("58P01")],
  ["a disk that fails, as Prisma quotes it", new Error("Raw query failed. Code: `58030`. Message: `could not read`")],
  ["a statement timeout", coded("57014")],
  ["a lost connection", new Error("Connection terminated unexpectedly")],
  ["no connection for a transaction in time", coded("P2028")],
  [
    "a statement timeout, as Prisma quotes it",
    Object.assign(new Error("Raw query failed. Code: `57014`. Message: `canceling statement`"), { code: "P2010" }),
  ],
  ["a refused connection to several addresses", new AggregateError([coded("ECONNREFUSED")])],
  ["the cause of our own error", new AppError("internal", undefined, { cause: coded("ECONNRESET") })],
  [
    "the cause of an error of Prisma",
    Object.assign(new Error("x"), { code: "P2010", meta: { driverAdapterError: coded("57P03") } }),
  ],
])("%s gets 503", (_name, error) => {
  expect(asAppError(error).status).toBe(503);
});

test.each([
  ["a bug", new TypeError("x is not a function")],
  ["a wrong query", coded("42601")],
  ["undefined", undefined],
])("%s gets 500, and the message reveals nothing", (_name, error) => {
  const response = asAppError(error);
  expect(response.status).toBe(500);
  expect(response.message).toBe("Internal server error");
  expect(response.cause).toBe(error);
});

test("an error that is meant for the caller is returned unchanged", () => {
  const error = new AppError("not_found");
  expect(asAppError(error)).toBe(error);
});
