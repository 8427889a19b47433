// No cell of an export begins like a formula, however the names in it were written and by whatever separator it is read.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvCell } from "../../rest/forms/table.ts";
import { runCommand } from "../support/run-command.ts";
import { type Service, startSeededService } from "../support/service.ts";

const isNumber = (cell: string) => /^-\d+(\.\d+)?(e[+-]?\d+)?$/.test(cell);
/** a sign that begins a formula, wide ones too, after characters that an importer may strip */
const hasSign = (cell: string) => !isNumber(cell) && /^[\s"\p{Z}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell);
const isFormula = (cell: string) => hasSign(cell) || /^[\t\r\n]/.test(cell);

/** How a spreadsheet reads a file if it assumes another separator: quotes count only at the beginning of a cell. */
function cellsBy(separator: string, text: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator).map((cell) => cell.replace(/^"|"$/g, "")));
}

const begin = fc.constantFrom(
  "",
  " ",
  "\t",
  "\r",
  "\n",
  "\u00a0",
  "\u200b",
  "\ufeff",
  '"',
  "'",
  "’",
  ";",
  "x;",
  "x; ",
  "a\n",
  "7;\t",
);
const sign = fc.constantFrom("=", "+", "-", "@", "＝", "＋", "－", "＠", "-5", "-5.25", "", "'=");
const rest = fc.constantFrom(
  "cmd|'/C calc'!A0",
  'HYPERLINK("http://x.example","a")',
  "1+1;=2",
  "SUM(1,2)",
  "SMITH JOHN",
  "",
);
const hostile = fc
  .tuple(fc.array(begin, { maxLength: 3 }), sign, rest)
  .map(([before, one, after]) => before.join("") + one + after);
const text = fc.oneof(hostile, fc.string(), fc.string({ unit: "binary" }));

const readCell = (csv: string) => (parse(`h,${csv}\n`) as string[][])[0]?.[1] ?? "";

const written = (value: string) => readCell(csvCell(value));

describe("a cell", () => {
  it.each([
    ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
    ["+1 555 0100", "'+1 555 0100"],
    ["-A", "'-A"],
    ["- 5", "'- 5"],
    ["-5", "-5"],
    ["-0.25", "-0.25"],
    ["-5+cmd", "'-5+cmd"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "'\tx"],
    ["\rx", "'\rx"],
    ["\nx", "'\nx"],
    ["  =1", "'  =1"],
    ['"=1', `'"=1`],
    ["＝1", "'＝1"],
    ["x;=1", "x;'=1"],
    ["x\n=1", "x\n'=1"],
    ["O'BRIEN MARY-ANN", "O'BRIEN MARY-ANN"],
    ["A; B - C", "A; B - C"],
    ["a=b", "a=b"],
    ["", ""],
  ])("%j is written %j", (given, cell) => {
    expect(written(given)).toBe(cell);
  });

  it.each([
    [-5, "-5"],
    [-1e-9, "-1e-9"],
    [1e21, "1e+21"],
    [null, ""],
    [true, "true"],
    [["=1", "-2"], '["=1","-2"]'],
  ])("%j, which is no text, stays as it is", (given, cell) => {
    expect(readCell(csvCell(given))).toBe(cell);
  });

  it("never begins like a formula, and no two texts become one", () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(text, (given) => {
        const cell = csvCell(given);
        expect(isFormula(readCell(cell)), JSON.stringify(given)).toBe(false);
        for (const separator of [";", "\t"])
          for (const part of cellsBy(separator, `x${separator}${cell}`))
            expect(hasSign(part), JSON.stringify(given)).toBe(false);
        expect(seen.get(readCell(cell)) ?? given).toBe(given);
        seen.set(readCell(cell), given);
      }),
      { numRuns: 20_000, seed: 27 },
    );
  });

  it("is written in linear time", () => {
    const long = 1_000_000;
    for (const part of ["\t", "'", ";", " ", "; ", "\n'"])
      expect(csvCell(part.repeat(long)).length).toBeGreaterThanOrEqual(long);
  });
});

describe("disclosed export --format csv", () => {
  let service: Service;
  let home: string;
  beforeAll(async () => {
    service = await startSeededService({ today: new Date().toISOString().slice(0, 10) });
    home = await mkdtemp(join(tmpdir(), "disclosed-formulas-"));
  });
  afterAll(async () => {
    await service.stop();
    await rm(home, { recursive: true, force: true });
  });

  async function exported(noun: string, format: string): Promise<string> {
    const file = join(home, `${noun}.${format}`);
    const env = { DATABASE_URL: service.store.databaseUrl, DISCLOSED_HOME: join(home, "home") };
    const { code, stderr } = await runCommand(["export", noun, "--format", format, "--out", file], env);
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
    return await readFile(file, "utf8");
  }

  const tables = [
    ["insiders", "cik", ["name"]],
    ["companies", "cik", ["name"]],
    ["insider_trades", "id", ["title", "security_title", "ticker_as_filed", "nature_of_ownership"]],
    ["politicians", "bioguide_id", ["full_name"]],
    ["politician_trades", "id", ["asset_description", "comment"]],
  ] as const;

  it("has no cell that begins like a formula, and the values of the NDJSON", async () => {
    const { pool } = service.store;
    let cells = 0;
    let formulas = 0;
    for (const [seed, values] of [1, 2, 3].map((n) => [n, fc.sample(hostile, { seed: n, numRuns: 200 })] as const)) {
      for (const [table, key, columns] of tables) {
        const { rows } = await pool.query(`SELECT ${key} AS key FROM ${table} ORDER BY 1`);
        const known = await pool.query(
          "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1",
          [table],
        );
        const names = known.rows.map(({ name }) => name);
        for (const [n, row] of rows.entries())
          for (const [m, column] of columns.entries())
            if (names.includes(column))
              await pool.query(`UPDATE ${table} SET ${column} = $1 WHERE ${key} = $2`, [
                values[(n * 7 + m + seed) % values.length],
                row.key,
              ]);
      }
      for (const noun of ["trades", "politician-trades", "insiders", "politicians"]) {
        const csv = await exported(noun, "csv");
        const plain = (await exported(noun, "ndjson"))
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Record<string, unknown>);
        const table = parse(csv, { columns: true }) as Record<string, string>[];
        expect(table).toHaveLength(plain.length);
        for (const [n, row] of table.entries())
          for (const [name, cell] of Object.entries(row)) {
            const given = plain[n]?.[name];
            cells++;
            expect(isFormula(cell), `${noun}.${name} ${JSON.stringify(cell)}`).toBe(false);
            if (typeof given === "number") expect(cell).toBe(String(given));
            if (typeof given !== "string") continue;
            if (isFormula(given)) formulas++;
            expect(written(given)).toBe(cell);
            if (cell !== given) expect(cell.replaceAll("'", "")).toBe(given.replaceAll("'", ""));
          }
        for (const separator of [";", "\t"])
          for (const cell of cellsBy(separator, csv)) expect(hasSign(cell), JSON.stringify(cell)).toBe(false);
      }
    }
    expect(formulas).toBeGreaterThan(100);
    console.info(`${cells} cells of exports, ${formulas} of them filed like a formula, 0 begin like one`);
  });
});
