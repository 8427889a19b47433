// The figures of an outcome as lists compare and sort them; `o` is the trade's row of outcomes, absent where none is
// derived. Filters compare what responses show, i.e. four decimals; sorts use the stored figures, which have an index.
import { ofEachOutcome, ofEachOutcomeSort } from "../../filters/outcomes.ts";
import { Prisma } from "../store.ts";

const figure = (measure: "return" | "alpha", days: number) =>
  measure === "return" ? `o.return_${days}` : `(o.return_${days} - o.spy_return_${days})`;

/** As text a double has all its digits, as a decimal only fifteen. */
export const outcomeNumbers = ofEachOutcome((measure, days) => ({
  column: Prisma.raw(`round(${figure(measure, days)}::text::numeric, 4)`),
  type: "numeric" as const,
}));

export const outcomeOrders = ofEachOutcomeSort((measure, days) => {
  const column = Prisma.raw(figure(measure, days));
  return { column, known: Prisma.sql`${column} IS NOT NULL` };
});
