// The hours in which a source is fetched more often than by its schedule.
import { expect, it } from "vitest";
import { secondsBetweenFetches } from "../../../src/ingest/sync/schedules.ts";

const seconds = (source: "form345" | "house" | "senate" | "prices", at: string) =>
  secondsBetweenFetches(source, {}, new Date(at));

it("EDGAR's feed is requested every 15 seconds while EDGAR accepts filings, in New York's summer and winter time", () => {
  // Friday, 6:00 to 22:00: 10:00 to 2:00 UTC in summer, 11:00 to 3:00 in winter
  expect(seconds("form345", "2026-07-10T09:59:59Z")).toBe(null);
  expect(seconds("form345", "2026-07-10T10:00:00Z")).toBe(15);
  expect(seconds("form345", "2026-07-11T01:59:59Z")).toBe(15);
  expect(seconds("form345", "2026-07-11T02:30:00Z")).toBe(null);
  expect(seconds("form345", "2026-12-04T10:59:59Z")).toBe(null);
  expect(seconds("form345", "2026-12-04T11:00:00Z")).toBe(15);
  expect(seconds("form345", "2026-12-05T02:59:59Z")).toBe(15);
  expect(seconds("form345", "2026-12-05T15:00:00Z")).toBe(null);
});

it("the chambers are requested every ten minutes by day, and other sources only by their schedule", () => {
  const noon = "2026-12-04T17:00:00Z";
  expect([seconds("house", noon), seconds("senate", noon), seconds("prices", noon)]).toEqual([600, 600, null]);
  expect(seconds("house", "2026-12-04T06:00:00Z")).toBe(null);
});

it("a schedule of the operator's own replaces the hours", () => {
  const noon = new Date("2026-12-04T17:00:00Z");
  expect(secondsBetweenFetches("house", { house: "0 * * * *" }, noon)).toBe(null);
  expect(secondsBetweenFetches("house", { senate: "off" }, noon)).toBe(600);
});
