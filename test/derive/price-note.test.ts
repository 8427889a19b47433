// Which footnotes state that a price is that of a depositary share or of a unit; the row has shares, at a price of 10.
import { expect, it } from "vitest";
import { pricesOtherSecurity } from "../../src/derive/price-note.ts";

it.each([
  "Per-ADR price.",
  "Price per GDS.",
  "This is the sale price per unit.",
  "Price per unit, where a unit is one share and half a warrant.",
  "Shows the price for one ADS, which stands for four shares.",
  "The price is stated on an ADS basis.",
  "The price was $10.00 per American Depositary Share.",
  "Each ADS was sold at $9.50 to $10.50.",
])("the price is of another security by the footnote %j", (note) => {
  expect(pricesOtherSecurity(note, "10")).toBe(true);
});

it.each([
  "Price per share.",
  "The price per ADS was $40.00; an ADS stands for four shares.",
  "The price per unit of $10.00 was allocated to the shares.",
  "The price per performance stock unit is not stated.",
  "The price per ADS was divided by four.",
])("the price is of a share, or not stated to be of another security, by the footnote %j", (note) => {
  expect(pricesOtherSecurity(note, "10")).toBe(false);
});
