// The range of a file that a request wants (RFC 9110, section 14). One range is sent as a part; of several, those that
// join to one. A header that is not understood, and ranges that leave gaps, mean the whole file, as the RFC allows.
import type { IncomingMessage } from "node:http";
import { withinBound } from "../../src/lib/request-headers.ts";

export interface Part {
  /** bytes from 0 */
  start: number;
  /** inclusive; -1 for an empty file */
  end: number;
  isWhole: boolean;
}

type Span = [start: number, end: number];

/**
 * `beyond`: every range begins behind the end. HEAD gets the status of the GET, though the RFC defines ranges for GET
 * alone: DuckDB and other readers of Parquet learn by a HEAD with a range whether there are parts. The whole file for any
 * other method, for an If-Range with another tag or a date (files have no Last-Modified), and for an empty file, of which
 * no range can be named.
 */
export function partOf({ method, headers }: IncomingMessage, size: number, tag: string): Part | "beyond" {
  const whole = { start: 0, end: size - 1, isWhole: true };
  const header = withinBound(headers.range);
  if (header === undefined || !/^(GET|HEAD)$/.test(method ?? "") || size === 0 || (headers["if-range"] ?? tag) !== tag)
    return whole;
  const spans = spansIn(header, size);
  if (!spans) return whole;
  const joined = join(spans);
  if (joined === undefined) return "beyond";
  return joined === "apart" ? whole : { start: joined[0], end: joined[1], isWhole: false };
}

/** The ranges that the file has, cut at its end; undefined where any of them is malformed, or the unit is not bytes. */
function spansIn(header: string, size: number): Span[] | undefined {
  const [unit = "", ...rest] = header.split("=");
  if (unit.toLowerCase() !== "bytes" || rest.length !== 1) return undefined;
  const wanted = (rest[0] ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  if (wanted.length === 0) return undefined;
  const spans: Span[] = [];
  for (const text of wanted) {
    const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(text) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first + last === "" || (first !== "" && last !== "" && to < from)) return undefined;
    // a suffix longer than the file is the whole of it, and one of no bytes is no range of it
    const start = first === "" ? Math.max(0, size - to) : from;
    const end = first === "" || last === "" ? size - 1 : Math.min(to, size - 1);
    if (start < size) spans.push([start, end]);
  }
  return spans;
}

/** The one range that they are together; undefined for none. */
function join(spans: Span[]): Span | "apart" | undefined {
  const [first, ...rest] = spans.toSorted(([a], [b]) => a - b);
  if (!first) return undefined;
  const [start] = first;
  let [, end] = first;
  for (const [from, to] of rest) {
    if (from > end + 1) return "apart";
    end = Math.max(end, to);
  }
  return [start, end];
}
