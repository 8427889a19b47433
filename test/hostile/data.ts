// JSON, YAML and CSV that attack their readers.
import type { Damage } from "./damage.ts";

const made = (name: string, expects: Damage["expects"], make: (bytes: Buffer) => string): Damage => ({
  name,
  expects,
  apply: (bytes) => Buffer.from(make(bytes)),
});
const million = 1_000_000;

export const jsonBombs: Damage[] = [
  made("JSON nested a million deep", "refused", () => "[".repeat(million)),
  made("JSON nested a million deep and back", "refused", () => "[".repeat(million) + "]".repeat(million)),
  made("JSON objects nested 100,000 deep", "refused", () => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  made("a JSON array of ten million numbers", "refused", () => `[${"1,".repeat(10 * million)}1]`),
  made(
    "a JSON object of a million members",
    "refused",
    () => `{${Array.from({ length: million }, (_, n) => `"${n}":1`).join()}}`,
  ),
  made("JSON with hostile properties", "either", (bytes) =>
    bytes
      .toString()
      .replace(
        /^\[?\{/,
        (start) => `${start}"__proto__":{"polluted":1,"tickers":["EVIL"]},"constructor":{"prototype":{"polluted":1}},`,
      ),
  ),
  made("a JSON number that overflows", "either", (bytes) => bytes.toString().replace(/\d{7}/, "1e400")),
  made("JSON that is one long string", "refused", () => `"${"x".repeat(5 * million)}"`),
  made("JSON with two documents", "refused", (bytes) => `${bytes}${bytes}`),
  made("JSON null", "refused", () => "null"),
  made("a JSON list of nothing", "refused", () => "[]"),
];

export const yamlBombs: Damage[] = [
  made(
    "YAML aliases of aliases",
    "refused",
    () =>
      `a0: &a0 [x]\n${Array.from({ length: 20 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(10)}]`).join("\n")}\n`,
  ),
  made("a YAML anchor that contains itself", "refused", () => "- &a\n  id: *a\n  terms: [*a]\n"),
  made("YAML nested 100,000 deep", "refused", () => "[".repeat(100_000)),
  made("YAML nested by a thousand columns", "refused", () =>
    Array.from({ length: 3000 }, (_, n) => `${" ".repeat(n)}- `).join("\n"),
  ),
  made("YAML keys in keys", "refused", () => "? ".repeat(50_000)),
  made("YAML of a million documents", "refused", () => "---\n- a\n".repeat(200_000)),
  made("a YAML list of a million words", "refused", () => "- a\n".repeat(million)),
  made("YAML with hostile keys", "either", (bytes) =>
    bytes
      .toString()
      .replace("  name:", "  __proto__:\n    polluted: 1\n  constructor: {prototype: {polluted: 1}}\n  name:"),
  ),
  made("YAML with tags of code", "either", (bytes) =>
    bytes.toString().replace("first: Ada", 'first: !!js/function "function(){process.exit(1)}"'),
  ),
  made("YAML with a directive and tags", "either", (bytes) => `%YAML 1.1\n%TAG ! tag:example.com,2000:\n---\n${bytes}`),
  made("YAML merged with itself", "either", (bytes) => `${bytes}  <<: [{a: 1}, {b: 2}]\n`),
  made("YAML with the same key again", "either", (bytes) => `${bytes}  terms: []\n`),
  made("YAML with a tab", "either", (bytes) => bytes.toString().replace("  name:", "\tname:")),
  made("a YAML scalar without end", "refused", (bytes) => `${bytes.toString().slice(0, 40)}"${"x\n".repeat(100_000)}`),
];

export const csvBombs: Damage[] = [
  made("CSV with a quote that never ends", "refused", (bytes) =>
    bytes.toString().replace(/\n/, `\n"${"x".repeat(3 * million)}`),
  ),
  made("CSV of ten million columns", "refused", (bytes) => `${bytes}${",".repeat(10 * million)}\n`),
  made("CSV of four million short rows", "refused", (bytes) => `${bytes}${"1\n".repeat(4 * million)}`),
  made("CSV of a header alone", "refused", (bytes) => `${bytes.toString().split("\n")[0]}\n`),
  made("CSV with a header of a million names", "refused", (bytes) => `${"a,".repeat(million)}${bytes}`),
  made("CSV with old line ends", "either", (bytes) => bytes.toString().replaceAll("\n", "\r")),
  made("CSV with formulas", "either", (bytes) => bytes.toString().replace("2024-03-05", "=cmd|' /C calc'!A0")),
  made("CSV with the same header again", "either", (bytes) => `${bytes}${bytes}`),
  made("CSV with semicolons", "either", (bytes) => bytes.toString().replaceAll(",", ";")),
];
