// Traces statements: one span for each, with its text and without its values.
import type pg from "pg";
import { inSpan } from "../spans.ts";

const longestText = 2_000;

type Query = (...given: unknown[]) => unknown;

/** Traces the statements of a connection, in both forms of pg's query(): with a callback, and with a promise. */
export function traceStatements(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as Query;
  const traced: Query = (...given) => {
    const text = textOf(given[0]);
    if (text === undefined) return plain(...given);
    const callback =
      typeof given.at(-1) === "function" ? (given.pop() as (error: unknown, result?: unknown) => void) : undefined;
    const name = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
    const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, longestText) };
    const result = inSpan({ name, kind: "client", attributes }, () => plain(...given) as Promise<unknown>);
    if (!callback) return result;
    result.then(
      (rows) => callback(null, rows),
      (error) => callback(error),
    );
    return undefined;
  };
  client.query = traced as pg.PoolClient["query"];
}

/** The SQL text; undefined for streams (COPY, cursors), which are not traced. */
function textOf(config: unknown): string | undefined {
  if (typeof config === "string") return config;
  if (typeof config !== "object" || config === null || "submit" in config) return undefined;
  return "text" in config && typeof config.text === "string" ? config.text : undefined;
}
