// Which footnotes make the row that refers to them a plan trade. The sentences are invented; their forms are those of all distinct
// footnotes that mention a plan in the filings at hand, and relatives of them.
import { describe, expect, it } from "vitest";
import { planStatement } from "../../../src/ingest/form345/plan-footnote.ts";

describe("how the rule is written", () => {
  it.each([
    ["pursuant to a Rule 10b5-1 trading plan", "made"],
    ["under a 10b5\u20111 plan", "made"],
    ["Rule 10b5\u20131(c)", "made"],
    ["Rule 10b-5-1 plan", "made"],
    ["RULE 10B5-1", "made"],
    ["effected pursuant to a Rule 105b-1 trading plan (as filed)", "made"],
    ["under Rule 10(b)5-1 and Rule 10(b)(5)-1", "made"],
    ["under a Rule 10 b5-1 plan", "made"],
    ["a Rule 10b5-l plan (a letter for the digit, as filed)", "made"],
    ["Securities Exchange Act Rule 10b-5, 1,000 shares", null],
    ["Section 10(b) and 5 other shares; 10,500 shares", null],
    ["Rule 10b-5", null],
    ["Rule 16b-3", null],
    ["not pursuant to a Rule 10(b)5-1 plan", "denied"],
    ["other than under a Rule 10b5-1 plan", "denied"],
    ["Shares not previously reported. Sold under a 10b5-1 plan", "made"],
  ])("%j: %s", (note, expected) => {
    expect(planStatement(note)).toBe(expected);
  });
});

describe("what a footnote says of its row", () => {
  it.each<[string, "made" | "denied" | null]>([
    ["The reporting person adopted a Rule 10b5-1 trading plan on May 1, 2030.", null],
    ["On May 1, 2030, the reporting person entered into a sales plan in accordance with Rule 10b5-1.", null],
    ["The 10b5-1(c) sales plan was adopted on May 1, 2030.", null],
    ["The sales plan was adopted in accordance with Rule 10b5-1.", null],
    ["The Rule 10b5-1 trading plan was terminated on May 1, 2030.", null],
    ["On May 1, 2030 the reporting person terminated a Rule 10b5-1 plan.", null],
    ["The reporting person's Rule 10b5-1 plan expired before this sale.", null],
    ["Following these sales, the reporting person's 10b5-1 plan has ended.", null],
    ["The reporting person amended the plan pursuant to Rule 10b5-1.", null],
    ["In May the reporting person adopted a Rule 10b5-1 plan under which shares may be sold.", null],
    ["Shares were converted in connection with sales to be effected pursuant to a Rule 10b5-1 trading plan.", null],
    ["Future sales will be made pursuant to a Rule 10b5-1 plan.", null],
    ["Pursuant to Rule 10b5-1, the reporting person adopted a plan in May.", null],
    ["In accordance with Rule 10b5-1, Ms. Doe entered into a trading plan.", null],
    ["Shares sold under Rule 144, and the Rule 10b5-1 plan was terminated.", null],
    ["In May the reporting person adopted a Rule 10b5-1 plan, pursuant to which these shares were sold.", "made"],
    ["In May 2030 Mr. Doe adopted a 10b5-1 Plan. The shares were sold pursuant to the 10b5-1 Plan.", "made"],
    ["This sale was made pursuant to a Rule 10b5-1 plan. The plan has since been terminated.", "made"],
    [
      "Transaction made pursuant to Dr. Doe's company approved trading plan under Rule 10b5-1, which was entered into on 1/2/2030.",
      "made",
    ],
    ["Such sales were automatic and intended to qualify under Rule 10b5-1.", "made"],
    ["Sale of securities through the use of a plan under Rule 10b5-1.", "made"],
    ["Rule 10b5-1 trading plan adopted May 1, 2030.", "made"],
    ["10b5-1 plan", "made"],
    ["Sold in accordance with a Trading Plan that complies with SEC Rule 10b5-1 and expires in May.", "made"],
    ["None of these sales were made pursuant to a Rule 10b5-1 plan.", "denied"],
    ["The sale was a discretionary trade outside the reporting person's Rule 10b5-1 plan.", "denied"],
    ["There was no Rule 10b5-1 plan in place.", "denied"],
    ["This sale was not part of the previously announced 10b5-1 plan.", "denied"],
    ["The reporting person had no discretion under the Rule 10b5-1 plan by which the shares were sold.", "made"],
    ["The sale was not discretionary and was made pursuant to a Rule 10b5-1 plan.", "made"],
    ["Sold under a Rule 10b5-1 plan adopted outside of a blackout period.", "made"],
    ["These sales were made without a 10b5-1 plan.", "denied"],
    ["The shares were sold to cover taxes under an instruction letter intended to comply with Rule 10b5-1(c).", "made"],

    ["Shares sold pursuant to an effective 10b5-1 Plan.", "made"],
    ["Pursuant to a Rule 10b5-1 trading plan adopted in May, the Reporting Person disposed of 10 shares.", "made"],
    ["The purchase was made under a pre-arranged program adopted in May pursuant to Rule 10b5-1.", "made"],
    [
      "These sales were effected pursuant to a plan adopted on May 1, 2030, as amended on June 2, 2030, under Rule 10b5-1.",
      "made",
    ],
    ["Represents shares automatically sold pursuant to an instruction intended to satisfy Rule 10b5-1.", "made"],
    ["All option exercises were executed in accordance with a Rule 10b5-1 plan which was put in place in May.", "made"],
    ["The reporting person has adopted a Rule 10b5-1 plan for the sale of 500 shares.", null],
    ["A plan for the sale of shares was established under Rule 10b5-1.", null],
  ])("%j: %s", (note, expected) => {
    expect(planStatement(note)).toBe(expected);
  });

  it.each([
    "10".repeat(1e6),
    `${"sold under ".repeat(1e5)}10b5-1`,
    `${"not a ".repeat(1e5)}10b5-1`,
    `10${" ".repeat(1e6)}`,
    `${"shares was ".repeat(1e5)}rule 10b5-1 plan was adopted`,
  ])("reads a hostile footnote: only its beginning counts", (note) => {
    expect(planStatement(note)).toBeNull();
  });
});
