// Finds the line and the fields in a refused file, by the position that the parser gave.
import { describe, expect, it } from "vitest";
import { parseSubmission } from "../../../src/ingest/form345/read/parse.ts";
import { type Position, positionInFile } from "../../../src/ingest/refused/position.ts";
import { processorMs } from "../../support/processor-time.ts";
import { ownershipXml, submission } from "../form345/fixtures.ts";

const refusal = (position: Position | undefined, message = "", reason = "") => ({ position, message, reason });
const inTable = (table: "nonDerivative" | "derivative", row: number, field: string, raw: string | null): Position => ({
  kind: "element",
  element: `${table}Transaction`,
  row,
  field,
  raw,
});
const lineOf = (text: string, line: number | null) => text.split("\n")[(line ?? 0) - 1];

describe("a row of a form", () => {
  const text = ownershipXml({
    rows: [{ shares: "1" }, { shares: "2", price: "1,0x" }, { table: "derivative", code: "Q" }],
  });

  it("is found in its table, with its field", () => {
    const message = 'transactionPricePerShare is not an unsigned decimal number: "1,0x"';
    const { line, readings } = positionInFile(
      text,
      refusal(inTable("nonDerivative", 1, "transactionPricePerShare", "1,0x"), message),
    );
    expect(lineOf(text, line)).toContain("<transactionPricePerShare><value>1,0x");
    expect(readings.find(({ field }) => field === "transactionShares")).toMatchObject({ read: "2", problem: null });
    expect(readings.filter(({ problem }) => problem)).toEqual([
      { field: "transactionPricePerShare", read: "1,0x", problem: message },
    ]);
  });

  it("with an invalid code is marked at its code; a missing code is reported for the row", () => {
    const found = positionInFile(
      text,
      refusal(inTable("derivative", 0, "transactionCode", "Q"), '"Q" is not an SEC transaction code'),
    );
    expect(lineOf(text, found.line)).toContain("<transactionCode>Q");
    expect(found.readings.find(({ problem }) => problem)).toMatchObject({ field: "transactionCode", read: "Q" });
    const bare = ownershipXml({ rows: [{ code: null }] });
    const message = "the row has no transactionCode";
    const { line, readings } = positionInFile(
      bare,
      refusal(inTable("nonDerivative", 0, "transactionCode", null), message),
    );
    expect(lineOf(bare, line)).toContain("<nonDerivativeTransaction>");
    expect(readings[0]).toEqual({ field: "row", read: null, problem: message });
  });

  it("is found by the position that the parser gave", () => {
    const bytes = submission({ rows: [{}, { shares: "12 or so" }] });
    const [refused] = parseSubmission(bytes).refused;
    const { line, readings } = positionInFile(bytes.toString(), refusal(refused?.position, refused?.message));
    expect(lineOf(bytes.toString(), line)).toContain("12 or so");
    expect(readings.filter(({ problem }) => problem)).toMatchObject([{ field: "transactionShares", read: "12 or so" }]);
  });

  it("that is not in the file has no line", () => {
    expect(positionInFile(text, refusal(inTable("derivative", 7, "transactionCode", null), "gone")).line).toBeNull();
  });
});

it("XML that is not well-formed is marked where it breaks, counted from the file's first line", () => {
  const text = submission().toString().replace("</transactionPricePerShare>", "");
  const { line, readings } = positionInFile(text, refusal(undefined, "no XML", "not_xml"));
  expect(lineOf(text, line)).toContain("<transactionPricePerShare>");
  expect(readings[0]).toMatchObject({ field: `line ${line}`, problem: expect.stringContaining(`line ${line}`) });
});

it("a row of the Senate's page is found by its position, with its cells under their headings", () => {
  const text = `<table><thead>\n<tr><th>#</th><th>Transaction Date</th><th>Type</th></tr></thead><tbody>
<tr><td>1</td><td>03/04/2024</td><td>Purchase</td></tr>
<tr><td>2</td><td>31/31/2024</td><td>Sale <b>(Full)</b></td></tr></tbody></table>`;
  const message = 'Transaction date "31/31/2024" is not a date';
  const { line, readings } = positionInFile(
    text,
    refusal({ kind: "table", row: 1, field: "transaction date", raw: "31/31/2024" }, message),
  );
  expect(line).toBe(4);
  expect(readings).toEqual([
    { field: "#", read: "2", problem: null },
    { field: "Transaction Date", read: "31/31/2024", problem: message },
    { field: "Type", read: "Sale (Full)", problem: null },
  ]);
});

it("a row of price bars is found below the header, and its value by the column", () => {
  const text = "date,open,close\n2024-03-04,1,2\n2024-03-05,1,x\n";
  const { line, readings } = positionInFile(
    text,
    refusal({ kind: "columns", row: 1, field: "close", raw: "x" }, 'close is "x"'),
  );
  expect(line).toBe(3);
  expect(readings.find(({ problem }) => problem)).toEqual({ field: "close", read: "x", problem: 'close is "x"' });
});

it("a value is searched for in the text layer of a PDF; without a position there is no line", () => {
  const text = "P T R\nSP Example Corp (EXC) [ST] P 13/45/2024 $1,001 - $15,000";
  const message = 'Transaction date "13/45/2024" is not a date';
  expect(
    positionInFile(text, refusal({ kind: "text", row: 0, field: "Transaction date", raw: "13/45/2024" }, message)),
  ).toEqual({
    line: 2,
    readings: [{ field: "Transaction date", read: "13/45/2024", problem: message }],
  });
  const none = positionInFile(text, refusal(undefined, "The PDF is not a Periodic Transaction Report"));
  expect(none.line).toBeNull();
});

it("reads a large and hostile file in linear time", async () => {
  const gaps = `<nonDerivativeTransaction><a>${" ".repeat(300_000)}<b>${"<c> ".repeat(100_000)}`;
  const spent = await processorMs(() => {
    positionInFile(gaps, refusal(inTable("nonDerivative", 0, "a", null), "bad"));
    for (const text of ["<tr><td".repeat(200_000), "<".repeat(1_000_000), "<a>".repeat(300_000), '"'.repeat(1_000_000)])
      for (const kind of ["table", "columns", "text", undefined] as const)
        positionInFile(text, refusal(kind && { kind, row: 2, field: "x", raw: "x" }, "bad", "not_xml"));
  });
  // a search that starts again at each character would take minutes
  expect(spent).toBeLessThan(30_000);
});
