// Explains why a panel has no price chart: there are no prices, or none from the time of the trades.
import { Button } from "@mantine/core";
import { count } from "../../frame/format.ts";
import { areApart, type PricesWithTrades, spanOf } from "./prices-with-trades.ts";

const reasons: Record<string, string> = {
  no_ticker: "The company has no symbol, so no prices are known.",
  symbol_reused: "Another company bears the symbol now, so its prices are not this company's.",
  not_adjusted: "There are raw closes only. Ingest adjusted ones, so that splits do not look like losses.",
  no_series:
    "No prices of this symbol were ingested. They come with disclosed ingest prices, or disclosed sync prices.",
};

export function NoChart({ prices, onShow }: { prices: PricesWithTrades; onShow(): void }) {
  const { reason } = prices.line;
  if (areApart(prices)) return <Apart prices={prices} onShow={onShow} />;
  return <>{reason ? (reasons[reason] ?? reason) : "No price is known of these years. Choose a longer time."}</>;
}

function Apart({ prices: { line, marks, trades }, onShow }: { prices: PricesWithTrades; onShow(): void }) {
  const [from, to] = spanOf(line.points);
  const [first, last] = spanOf(marks);
  const which = trades > marks.length ? `the newest ${count(marks.length)} trades are` : "the trades are";
  return (
    <>
      No trade is in the time of the prices, which reach from {from} to {to}; {which} of{" "}
      {first === last ? first : `${first} to ${last}`}.{" "}
      <Button size="compact-sm" variant="default" onClick={onShow}>
        Show the prices
      </Button>
    </>
  );
}
