// Calendar dates, and the SEC's acceptance time, which is New York's, as an instant.
import { describe, expect, it } from "vitest";
import { parseHeader } from "../../src/ingest/form345/read/submission.ts";
import { isCalendarDate, newYorkInstant } from "../../src/lib/calendar-date.ts";

it("a date is one that the calendar has, in leap years of every kind too", () => {
  const two = (number: number) => String(number).padStart(2, "0");
  for (const year of [1, 1896, 1900, 1999, 2000, 2023, 2024, 2100, 9999])
    for (let month = 0; month <= 13; month++)
      for (let day = 0; day <= 32; day++) {
        const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
        const time = Date.parse(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
        expect([text, isCalendarDate(text)]).toEqual([text, exists]);
      }
  for (const text of ["0000-01-01", "2024-2-01", "2024-02-01 ", "02024-02-01", "٢٠٢٤-02-01"])
    expect(isCalendarDate(text)).toBe(false);
});

describe("newYorkInstant", () => {
  it.each([
    ["daylight saving time", "20230629161530", "2023-06-29T20:15:30.000Z"],
    ["standard time", "20230131161530", "2023-01-31T21:15:30.000Z"],
    ["an evening that is the next day in UTC", "20231229213000", "2023-12-30T02:30:00.000Z"],
    ["the hour before the clocks go forward", "20240310015959", "2024-03-10T06:59:59.000Z"],
    ["the hour that the clocks skip", "20240310023000", null],
    ["the first of the hour that occurs twice", "20231105013000", "2023-11-05T05:30:00.000Z"],
    ["a day that does not exist", "20230231120000", null],
    ["an hour that does not exist", "20230629241530", null],
    ["a text that is too short", "20230629", null],
  ])("converts, or refuses, %s", (_, stamp, instant) => {
    expect(newYorkInstant(stamp)).toBe(instant);
  });
});

it("either form of header states when the filing was accepted; without it that is unknown", () => {
  const labelled = "<SEC-HEADER>x\n<ACCEPTANCE-DATETIME>20230629161530\nACCESSION NUMBER:\t\t0000000001-23-000001\n";
  const tagged = "<SUBMISSION>\n<ACCESSION-NUMBER>0000000001-23-000001\n<ACCEPTANCE-DATETIME>20230629161530\n";
  for (const header of [labelled, tagged]) expect(parseHeader(header).acceptedAt).toBe("2023-06-29T20:15:30.000Z");
  for (const header of ["<SEC-HEADER>x\n", "<SEC-HEADER>x\n<ACCEPTANCE-DATETIME>soon\n"])
    expect(parseHeader(header).acceptedAt).toBeNull();
});
