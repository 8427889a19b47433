// References to a filing, and the stages of its trace: one case of each kind.
import { describe, expect, it } from "vitest";
import { readFilingRef } from "../../src/sources/sources.ts";
import { stagesOf, type TraceFacts } from "../../src/store/filing-trace.ts";

const id = "0001234567-24-000012";
const uuid = "b1a0c1f2-1111-4222-8333-444455556666";

it.each([
  [id, { source: "form345", documentId: id }],
  [" 000123456724000012 ", { source: "form345", documentId: id }],
  [
    `https://www.sec.gov/Archives/edgar/data/1/000123456724000012/${id}-index.htm`,
    { source: "form345", documentId: id },
  ],
  [`${id}.txt`, { source: "form345", documentId: id }],
  ["20024242", { source: "house", documentId: "20024242" }],
  ["house:8214885", { source: "house", documentId: "8214885" }],
  [
    "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2024/20024242.pdf",
    { source: "house", documentId: "20024242" },
  ],
  ["20024242.pdf", { source: "house", documentId: "20024242" }],
  [uuid.toUpperCase(), { source: "senate", documentId: uuid }],
  [`https://efdsearch.senate.gov/search/view/ptr/${uuid}/`, { source: "senate", documentId: uuid }],
  ["Example Ada B", { name: "Example Ada B" }],
  ["320193", { name: "320193" }],
  ["00012345672400001200", { name: "00012345672400001200" }],
])("the reference %j is read as %o", (text, expected) => expect(readFilingRef(text)).toEqual(expected));

describe("the stages", () => {
  const day = new Date("2024-03-06T00:00:00Z");
  const nothing: TraceFacts = { listed: null, held: null, refusals: [], rows: [], rowCount: 0, relatives: [] };
  const listed = { on: day, kind: "4", url: "", attempts: 0, lastError: null, retryAt: null };
  const held = {
    kind: "4",
    filedOn: day,
    url: "",
    status: "parsed",
    ingestedAt: day,
    sha256: null,
    fetchedAt: day,
    fromCopyOf: null,
    waiting: 0,
  };
  const refusal = { id: 1, reason: "not_xml", message: "no XML", status: "open", recordRef: "", createdAt: day };

  it.each([
    ["unknown", nothing, "broken unknown unknown unknown unknown"],
    ["listed", { ...nothing, listed }, "done waiting unknown unknown unknown"],
    [
      "listed and could not be fetched",
      { ...nothing, listed: { ...listed, attempts: 3, lastError: "HTTP 503" } },
      "done broken unknown unknown unknown",
    ],
    ["refused", { ...nothing, listed, refusals: [refusal] }, "done done broken unknown unknown"],
    ["ingested by hand and refused", { ...nothing, refusals: [refusal] }, "unknown done broken unknown unknown"],
    ["a scan", { ...nothing, listed, held: { ...held, status: "unreadable" } }, "done done broken unknown unknown"],
    ["stored", { ...nothing, listed, held, rowCount: 2 }, "done done done done done"],
    [
      "stored after it was refused",
      { ...nothing, listed, held, refusals: [{ ...refusal, status: "resolved" }] },
      "done done done done done",
    ],
    ["stored without one refused row", { ...nothing, listed, held, refusals: [refusal] }, "done done broken done done"],
    ["stored, not derived", { ...nothing, listed, held: { ...held, waiting: 1 } }, "done done done done waiting"],
  ] as [string, TraceFacts, string][])("of a document that is %s are as expected", (_, facts, states) => {
    expect(
      stagesOf(facts)
        .map(({ state }) => state)
        .join(" "),
    ).toBe(states);
  });
});
