// Amounts as pages show them: prices with the decimals that were filed, only long amounts abbreviated, unknown never as zero.
import { describe, expect, test } from "vitest";
import { dollars, perShare } from "../../src/web/frame/format.ts";

describe("a price of one share", () => {
  test.each([
    ["55.49", "55.49"],
    ["55.5", "55.50"],
    ["7", "7.00"],
    ["0", "0.00"],
    ["12.345", "12.345"],
    ["12.34567", "12.3457"],
    ["0.0125", "0.0125"],
    ["0.00001", "0.00001"],
    ["1234567.8", "1,234,567.80"],
    [null, "–"],
    [undefined, "–"],
  ])("%s is shown as %s", (filed, shown) => expect(perShare(filed)).toBe(shown));
});

describe("an amount", () => {
  test.each([
    ["55.49", "$55.49"],
    ["950", "$950"],
    ["999.99", "$999.99"],
    ["0", "$0"],
    ["-12.5", "-$12.50"],
    ["1200000", "$1.2M"],
    ["22600000", "$22.6M"],
    [null, "–"],
  ])("%s is shown as %s", (filed, shown) => expect(dollars(filed)).toBe(shown));
});
