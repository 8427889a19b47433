// The marks of trades: what is certain is marked, what is unknown is not.
import { expect, test } from "vitest";
import { insiderMarks, memberMarks } from "../../src/web/data/trade-marks.ts";

const insider = {
  isAmendment: false,
  supersededById: null,
  formType: "4",
  filingDelayDays: 2,
  is10b51: null,
  priceQuality: "ok",
  dateQuality: "ok",
  filedDirectionConflict: false,
  amendmentStatus: null,
};
const words = (trade: Partial<typeof insider> | object) =>
  insiderMarks({ ...insider, ...trade }).map(({ word }) => word);

test("a trade of which nothing is known has no mark", () => {
  expect(words({})).toEqual([]);
  expect(words({ filingDelayDays: null, dateQuality: null, priceQuality: null, is10b51: null })).toEqual([]);
  expect(words({ is10b51: false })).toEqual([]);
});

test("a Form 4 is late where no calendar could make it punctual, a Form 5 of the same delay is not", () => {
  // a Wednesday before two closed days and a weekend is due on the Tuesday after it, six days later
  expect(words({ filingDelayDays: 7 })).toEqual([]);
  expect(words({ filingDelayDays: 8 })).toEqual(["late"]);
  expect(words({ filingDelayDays: 8, formType: "4/A" })).toEqual(["late"]);
  expect(words({ filingDelayDays: 300, formType: "5" })).toEqual([]);
  expect(words({ filingDelayDays: 2_100, dateQuality: "implausible_lag" })).toEqual(["suspect date"]);
});

test("a row has every mark that concerns it, and a superseded one says so instead of amended", () => {
  expect(words({ isAmendment: true, priceQuality: "suspect", is10b51: true })).toEqual([
    "amended",
    "suspect price",
    "plan",
  ]);
  expect(words({ isAmendment: true, supersededById: 7 })).toEqual(["superseded"]);
  expect(words({ filedDirectionConflict: true, amendmentStatus: "undecided" })).toEqual([
    "suspect direction",
    "undecided",
  ]);
});

test("a member's trade is late by the service's own judgement, and its impossible dates are suspect", () => {
  const trade = { isAmendment: false, supersededById: null, isLate: false, dateQuality: "ok" };
  const marks = (of: object) => memberMarks({ ...trade, ...of }).map(({ word }) => word);
  expect(marks({})).toEqual([]);
  expect(marks({ isLate: true })).toEqual(["late"]);
  expect(marks({ dateQuality: "future_transaction_date" })).toEqual(["suspect date"]);
  expect(marks({ isAmendment: true, isLate: true })).toEqual(["amended", "late"]);
});
