// Assets as members disclose them, and the companies that they name. All are invented.
import { expect, it } from "vitest";
import { namesCompany, symbolsInName } from "../../src/domain/company-names.ts";

it.each([
  ["Zebra Quartz Corp. Common Stock", "ZBQ", "ZEBRA QUARTZ CORP /DE/"],
  ["The Zebra Quartz Company (NASDAQ)", "ZBQ", "Zebra Quartz Co"],
  ["ZBQ-Zebra Quartz Inc. Rate/Coupon: 5.7 Matures: 08/15/2016", "ZBQ", "ZEBRA QUARTZ INC"],
  ["Zebra-Quartz Labs", "ZEBRA", "Zebra Quartz Labs Inc"],
  ["Q.R. Zebra, Inc.", "QRZ", "ZEBRA Q R INC"],
  ["Q. Rowena Zebra Group", "QRZ", "ZEBRA Q ROWENA GROUP INC"],
  ["Zebra &amp; Quartz", "ZBQ", "ZEBRA & QUARTZ Co"],
  ["Zébra p.l.c.", "ZBR", "ZEBRA PLC"],
  ["Zebra Rubber Inc.", "ZBR", "ZEBRA BRANDS INC."],
  ["ZQ Aerospace", "ZQ", "ZEBRA QUARTZ CO"],
  ["Ostrich Inc. (Exchanged) Zebra Quartz plc (Received)", "ZBQ", "Zebra Quartz plc"],
])("%j under %s names %j", (asset, symbol, company) => expect(namesCompany(asset, symbol, company)).toBe(true));

it.each([
  ["Sprightly Phones Inc", "S", "Sentinel Locks, Inc."],
  ["HQ Inc.", "HQE", "Heron Quartz Enterprise Co"],
  ["United Zebra Corp", "UZ", "United Ostrich Corp"],
  ["UZ", "UZ", "Universal Ostrich Corp"],
  ["Zebra Energy Partners", "ZEP", "Ostrich Energy Partners"],
])("%j under %s does not name %j", (asset, symbol, company) =>
  expect(namesCompany(asset, symbol, company)).toBe(false),
);

it.each([
  ["ZBQ - Zebra Quartz", "ZBQ"],
  ["ZBQ-Zebra Quartz", "ZBQ"],
  ["Zebra Quartz (NYSE: ZBQ) Class A", "ZBQ"],
  ["(ZBQ) Zebra Quartz", "ZBQ"],
  ["ZB/Q - Zebra Quartz", "ZB.Q"],
  ["Zebra Quartz ZBQ", "ZBQ"],
  ["Zebra Quartz", undefined],
  ["ZBQ", undefined],
])("the symbol in %j is %s", (asset, symbol) => expect(symbolsInName(asset)[0]?.symbol).toBe(symbol));
