// Titles that name one security have one key, and titles that name different ones have different keys.
import { expect, it } from "vitest";
import { securityKey } from "../../src/domain/security-class.ts";

it.each([
  [
    "Common Stock",
    "COMMON STOCK, par value $0.01 per share",
    "Common Stock, $.01 par value",
    "$2.50 par value Common Stock",
  ],
  [
    "Common Stock",
    'Common Stock, par value $0.001 per share ("Common Stock")',
    "Common Stock (no par)",
    "Common Stock, no par value",
  ],
  ["Class B Common Stock", "Class B Common Stock, $.01 Par Value", "Class B common stock (par value $0.01 per share)"],
  [
    "Ordinary Shares",
    "Ordinary Shares, nominal value £0.25 per share",
    "Ordinary Shares, par value US$0.0005",
    "Ordinary shares (nominal value EUR 0.10)",
  ],
  ["Common Stock", "Common Stock - $.33 1/3 par value", "Common Stock, $2 1/2 par value"],
  ["Common Stock (RSUs)", "Common Stock, par value $0.01 (RSUs)", "Common Stock, $.01 par value (RSUs)"],
])("%s has one key in every spelling", (...titles) => {
  expect(new Set(titles.map(securityKey)).size).toBe(1);
});

it("what follows the par value is part of the key: it may name another security", () => {
  const titles = [
    "Common Stock, par value $0.01",
    "Common Stock, par value $0.01 (RSUs)",
    "Common Stock, par value $0.01 (Deferred Stock Units)",
    "Common Stock, par value $0.01, Class B",
    "Preferred Stock, par value $0.01, Series A",
    "$1 par value Preferred Stock",
  ];
  expect(new Set(titles.map(securityKey)).size).toBe(titles.length);
});
