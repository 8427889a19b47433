// Amounts of congressional disclosures are brackets. This module reads the bounds from the text of a bracket (contract,
// section 4): "Over X" begins at X+1 and has no upper bound; for an exact amount, low, high and middle are equal.
import { Decimal } from "decimal.js";

export interface Amount {
  amountRange: string | null;
  amountLow: string | null;
  amountHigh: string | null;
  amountMid: string | null;
}

const money = String.raw`\$?\s*(\d[\d,]*(?:\.\d+)?)`;
const bracket = new RegExp(`^${money}\\s*[-\u2010-\u2015]\\s*${money}$`);
const over = new RegExp(`^(?:[A-Za-z/ ]+ )?over\\s+${money}$`, "i");
const exact = new RegExp(`^${money}$`);

/** Bounds of an amount as filed, in US dollars as decimal text. Any other text is stored without bounds. */
export function readAmount(asFiled: string): Amount {
  const text = asFiled.replaceAll(/\s+/g, " ").trim();
  if (!text || text === "--") return { amountRange: null, amountLow: null, amountHigh: null, amountMid: null };
  const range = bracket.exec(text);
  if (range) return bounds(text, number(range[1]), number(range[2]));
  const open = over.exec(text);
  if (open) {
    const low = number(open[1]).plus(1).toString();
    return { amountRange: text, amountLow: low, amountHigh: null, amountMid: low };
  }
  const one = exact.exec(text);
  if (one) return bounds(text, number(one[1]), number(one[1]));
  return { amountRange: text, amountLow: null, amountHigh: null, amountMid: null };
}

function bounds(amountRange: string, low: Decimal, high: Decimal): Amount {
  return {
    amountRange,
    amountLow: low.toString(),
    amountHigh: high.toString(),
    amountMid: low.plus(high).div(2).toString(),
  };
}

function number(text: string | undefined): Decimal {
  return new Decimal((text ?? "").replaceAll(",", ""));
}
