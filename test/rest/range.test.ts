// What a Range header means for a file of 1,000 bytes (RFC 9110, section 14). downloads.test.ts has the responses.
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { partOf } from "../../rest/pipeline/download.ts";

const tag = '"tag"';
const whole = [0, 999, true];

function part(headers: Record<string, string>, method = "GET", size = 1000) {
  const found = partOf({ method, headers } as unknown as IncomingMessage, size, tag);
  return found === "beyond" ? found : [found.start, found.end, found.isWhole];
}

test.each([
  ["bytes=0-", [0, 999, false]],
  ["bytes=-1000", [0, 999, false]],
  // a suffix longer than the file is the whole of it
  ["bytes=-1001", [0, 999, false]],
  ["bytes=-99999999999999999999", [0, 999, false]],
  ["bytes=5-99999999999999999999", [5, 999, false]],
  ["Bytes=5-9", [5, 9, false]],
  ["bytes= 5-9 ,\t,", [5, 9, false]],
  ["bytes=5-7,6-9", [5, 9, false]],
  ["bytes=8-9,5-7", [5, 9, false]],
  ["bytes=5-9,6-7", [5, 9, false]],
  ["bytes=5-9,1000-2000", [5, 9, false]],
  ["bytes=5-9,-0", [5, 9, false]],
  ["bytes=1000-", "beyond"],
  ["bytes=-0", "beyond"],
  ["bytes=1000-,2000-3000", "beyond"],
  // several parts
  ["bytes=0-1,5-6", whole],
  // malformed, or of another unit: ignored
  ["bytes=9-5", whole],
  ["bytes=2000-1000", whole],
  ["bytes=5 - 9", whole],
  ["bytes=1x-2y", whole],
  ["bytes=5-9,x", whole],
  ["bytes=--5", whole],
  ["bytes=-", whole],
  ["bytes=", whole],
  ["bytes=,", whole],
  ["bytes=0-1=", whole],
  ["bytes", whole],
  ["bytes =5-9", whole],
  ["lines=1-2", whole],
  ["", whole],
  // beyond the bound of headers that are negotiated
  [`bytes=5-9${",5-9".repeat(250)}`, whole],
])("the range %s is read as the bytes that it means", (range, expected) => {
  expect(part({ range })).toEqual(expected);
});

test("If-Range accepts the tag alone", () => {
  expect(part({ range: "bytes=5-9", "if-range": tag })).toEqual([5, 9, false]);
  for (const other of ['"other"', `W/${tag}`, "Thu, 01 Jan 2099 00:00:00 GMT", "*", ""])
    expect(part({ range: "bytes=5-9", "if-range": other })).toEqual(whole);
});

test("HEAD has the ranges of GET, other methods have none, and an empty file has none", () => {
  expect(part({ range: "bytes=5-9" }, "HEAD")).toEqual([5, 9, false]);
  expect(part({ range: "bytes=5-9" }, "POST")).toEqual(whole);
  expect(part({ range: "bytes=0-" }, "GET", 0)).toEqual([0, -1, true]);
  expect(part({ range: "bytes=-5" }, "GET", 0)).toEqual([0, -1, true]);
});
