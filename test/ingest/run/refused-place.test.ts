// Where the trouble is in a refused file: the line and the fields, from the words of the parsers that refused it.
import { describe, expect, it } from "vitest";
import { placeOfRefusal } from "../../../src/ingest/refused-place.ts";
import { processorMs } from "../../support/processor-time.ts";
import { ownershipXml, submission } from "../form345/fixtures.ts";

const words = (more: object) => ({ source: "form345", recordRef: "", reason: "", message: "", ...more });
const lineOf = (text: string, line: number | null) => text.split("\n")[(line ?? 0) - 1];

describe("a row of a form", () => {
  const text = ownershipXml({
    rows: [{ shares: "1" }, { shares: "2", price: "1,0x" }, { table: "derivative", code: "Q" }],
  });

  it("is found in its table, with the field that the message names", () => {
    const message = 'transactionPricePerShare is not an unsigned decimal number: "1,0x"';
    const { line, readings } = placeOfRefusal(
      text,
      words({ recordRef: "0009999999-24-000001 nonDerivative[1]", message }),
    );
    expect(lineOf(text, line)).toContain("<transactionPricePerShare><value>1,0x");
    expect(readings.find(({ field }) => field === "transactionShares")).toMatchObject({ read: "2", problem: null });
    expect(readings.filter(({ problem }) => problem)).toEqual([
      { field: "transactionPricePerShare", read: "1,0x", problem: message },
    ]);
  });

  it("whose code is none is marked at its code; a code that is not there is said of the row", () => {
    const found = placeOfRefusal(
      text,
      words({ recordRef: "derivative[0]", message: '"Q" is no SEC transaction code' }),
    );
    expect(lineOf(text, found.line)).toContain("<transactionCode>Q");
    expect(found.readings.find(({ problem }) => problem)).toMatchObject({ field: "transactionCode", read: "Q" });
    const bare = ownershipXml({ rows: [{ code: null }] });
    const message = "the row has no transactionCode";
    const { line, readings } = placeOfRefusal(bare, words({ recordRef: "nonDerivative[0]", message }));
    expect(lineOf(bare, line)).toContain("<nonDerivativeTransaction>");
    expect(readings[0]).toEqual({ field: "row", read: null, problem: message });
  });

  it("that is not in the file has no line", () => {
    expect(placeOfRefusal(text, words({ recordRef: "derivative[7]", message: "gone" })).line).toBeNull();
  });
});

it("XML that is not well-formed is marked where it breaks, counted from the file's first line", () => {
  const text = submission().toString().replace("</transactionPricePerShare>", "");
  const { line, readings } = placeOfRefusal(text, words({ reason: "not_xml", message: "no XML" }));
  expect(lineOf(text, line)).toContain("<transactionPricePerShare>");
  expect(readings[0]).toMatchObject({ field: `line ${line}`, problem: expect.stringContaining(`line ${line}`) });
});

it("a row of the Senate's page is found by its place, its cells under their heads", () => {
  const text = `<table><thead>\n<tr><th>#</th><th>Transaction Date</th><th>Type</th></tr></thead><tbody>
<tr><td>1</td><td>03/04/2024</td><td>Purchase</td></tr>
<tr><td>2</td><td>31/31/2024</td><td>Sale <b>(Full)</b></td></tr></tbody></table>`;
  const message = 'Transaction date "31/31/2024" is no date';
  const { line, readings } = placeOfRefusal(text, words({ source: "senate", recordRef: "row 2", message }));
  expect(line).toBe(4);
  expect(readings).toEqual([
    { field: "#", read: "2", problem: null },
    { field: "Transaction Date", read: "31/31/2024", problem: message },
    { field: "Type", read: "Sale (Full)", problem: null },
  ]);
});

it("a row of bars is found behind the head, by the column that the message names", () => {
  const text = "date,open,close\n2024-03-04,1,2\n2024-03-05,1,x\n";
  const { line, readings } = placeOfRefusal(
    text,
    words({ source: "prices", recordRef: "row 2", message: 'close is "x"' }),
  );
  expect(line).toBe(3);
  expect(readings.find(({ problem }) => problem)).toEqual({ field: "close", read: "x", problem: 'close is "x"' });
});

it("a quoted value is looked for in the text layer of a PDF; without one no line is made up", () => {
  const text = "P T R\nSP Example Corp (EXC) [ST] P 13/45/2024 $1,001 - $15,000";
  const message = 'Transaction date "13/45/2024" is no date';
  expect(placeOfRefusal(text, words({ source: "house", recordRef: "row 1", message }))).toEqual({
    line: 2,
    readings: [{ field: "Transaction date", read: "13/45/2024", problem: message }],
  });
  const none = placeOfRefusal(text, words({ source: "house", message: "The PDF is no Periodic Transaction Report" }));
  expect(none.line).toBeNull();
});

it("reads a large and hostile file in linear time", async () => {
  const gaps = `<nonDerivativeTransaction><a>${" ".repeat(300_000)}<b>${"<c> ".repeat(100_000)}`;
  const spent = await processorMs(() => {
    placeOfRefusal(gaps, words({ recordRef: "nonDerivative[0]", message: "bad" }));
    for (const text of ["<tr><td".repeat(200_000), "<".repeat(1_000_000), "<a>".repeat(300_000), '"'.repeat(1_000_000)])
      for (const source of ["senate", "prices", "form345"])
        placeOfRefusal(text, words({ source, recordRef: "row 3", message: '"x" is none', reason: "not_xml" }));
  });
  // a search that begins again at each character would take minutes
  expect(spent).toBeLessThan(30_000);
});
