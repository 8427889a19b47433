// Decimal strings become JSON numbers without losing a cent.
import fc from "fast-check";
import { expect, test } from "vitest";
import { exactNumber, plainDecimal, rounded } from "../../rest/fields.ts";

/** digits to cents below ten trillion, and prices of up to fifteen significant digits */
const money = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), fc.integer({ min: 0, max: 9 }))
  .map(([negative, digits, positions]) => {
    const text = digits.toString().padStart(positions + 1, "0");
    const whole = text.slice(0, text.length - positions);
    return `${negative && digits > 0n ? "-" : ""}${whole}${positions ? `.${text.slice(-positions)}` : ""}`;
  });

test("an amount of money is the same decimal after it was JSON", () => {
  fc.assert(
    fc.property(money, (text) => {
      const json = JSON.stringify(exactNumber(text));
      expect(plainDecimal(json)).toBe(plainDecimal(text));
    }),
  );
});

test("cents are exact up to 9,999,999,999,999.99", () => {
  expect(JSON.stringify(exactNumber("9999999999999.99"))).toBe("9999999999999.99");
  expect(JSON.stringify(exactNumber("0.1"))).toBe("0.1");
  expect(JSON.stringify(exactNumber("11104.63"))).toBe("11104.63");
});

test.each([
  ["1500.000", "1500"],
  ["12.50", "12.5"],
  ["0.00000001", "0.00000001"],
  ["123456789012345678901234567890", "123456789012345678901234567890"],
  ["0", "0"],
])("the quantity %s is written as %s", (text, plain) => {
  expect(plainDecimal(text)).toBe(plain);
});

test.each([
  ["2.34125", 2.3413],
  ["-2.34125", -2.3413],
  ["2.341249999", 2.3412],
  ["0.00004", 0],
  ["-0.00004", 0],
  ["61.53846153846154", 61.5385],
  ["100", 100],
])("the percentage %s is written as %d", (text, percent) => {
  expect(rounded(text)).toBe(percent);
  expect(Object.is(rounded(text), -0)).toBe(false);
});
