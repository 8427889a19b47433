// What is an outage (503, try again) and what is a fault of ours (500).
import { expect, test } from "vitest";
import { AppError, asAppError } from "../src/errors.ts";

const coded = (code: string) => Object.assign(new Error("x"), { code });

test.each([
  ["refused connection", coded("ECONNREFUSED")],
  ["PostgreSQL shutting down", coded("57P01")],
  ["too many connections", coded("53300")],
  ["files that are gone", coded("58P01")],
  ["a disk that fails, as Prisma quotes it", new Error("Raw query failed. Code: `58030`. Message: `could not read`")],
  ["statement timeout", coded("57014")],
  ["lost in the middle", new Error("Connection terminated unexpectedly")],
  ["no transaction in time", coded("P2028")],
  [
    "ended by its timeout, as Prisma quotes it",
    Object.assign(new Error("Raw query failed. Code: `57014`. Message: `canceling statement`"), { code: "P2010" }),
  ],
  ["several addresses", new AggregateError([coded("ECONNREFUSED")])],
  ["behind our own error", new AppError("internal", undefined, { cause: coded("ECONNRESET") })],
  ["behind Prisma's", Object.assign(new Error("x"), { code: "P2010", meta: { driverAdapterError: coded("57P03") } })],
])("%s: 503", (_name, error) => {
  expect(asAppError(error).status).toBe(503);
});

test.each([
  ["a bug", new TypeError("x is not a function")],
  ["a wrong query", coded("42601")],
  ["nothing at all", undefined],
])("%s: 500 that says nothing", (_name, error) => {
  const response = asAppError(error);
  expect(response.status).toBe(500);
  expect(response.message).toBe("Internal server error");
  expect(response.cause).toBe(error);
});

test("an error meant for the caller stays itself", () => {
  const error = new AppError("not_found");
  expect(asAppError(error)).toBe(error);
});
