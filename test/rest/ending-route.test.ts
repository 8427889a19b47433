// A route that is going to end says so on every response.
import type { Response } from "express";
import { expect, test } from "vitest";
import { announceEnd } from "../../rest/pipeline/express.ts";

function headersOf(ends: Parameters<typeof announceEnd>[1]): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = { set: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
  announceEnd(response as unknown as Response, ends);
  return headers;
}

test("Deprecation is a structured date (RFC 9745), Sunset an HTTP date (RFC 8594)", () => {
  expect(headersOf({ announcedOn: "2026-01-01", endsOn: "2027-01-01" })).toEqual({
    Deprecation: "@1767225600",
    Sunset: "Fri, 01 Jan 2027 00:00:00 GMT",
  });
});

test("other routes have neither header", () => {
  expect(headersOf(undefined)).toEqual({});
});
