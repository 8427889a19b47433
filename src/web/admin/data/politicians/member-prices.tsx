// The price of one of the symbols that a member traded, with the member's trades on it.
import { NativeSelect } from "@mantine/core";
import { useRead } from "../../../frame/operation.ts";
import { type MemberPricesQuery, MemberPrices as Operation } from "../../../generated/operations.ts";
import { PricesPanel, sinceOf, type Years } from "../prices-panel.tsx";
import type { PricesWithTrades } from "../prices-with-trades.ts";
import { sideOfKind } from "../side.tsx";

interface MemberPricesProps {
  id: string;
  /** symbols to choose from, most traded first */
  tickers: { ticker: string; count: number }[];
  ticker: string;
  years: Years;
  onChange(next: { ticker?: string; years?: Years }): void;
}

export function MemberPrices({ id, tickers, ticker, years, onChange }: MemberPricesProps) {
  const prices = useRead(Operation, { id, ticker, from: sinceOf(years) });
  const offered = tickers.some((one) => one.ticker === ticker) ? tickers : [{ ticker, count: 0 }, ...tickers];
  return (
    <PricesPanel
      title={`Price of ${ticker}`}
      query={prices}
      read={marked}
      years={years}
      onYears={(span) => onChange({ years: span })}
      controls={
        <NativeSelect
          size="xs"
          aria-label="Ticker"
          value={ticker}
          onChange={(event) => onChange({ ticker: event.currentTarget.value })}
          data={offered.map(({ ticker: value, count }) => ({ value, label: count ? `${value} (${count})` : value }))}
        />
      }
    />
  );
}

function marked({ priceLine, politicianTrades: { total, nodes } }: MemberPricesQuery): PricesWithTrades {
  return {
    line: priceLine,
    trades: total,
    marks: nodes.flatMap(({ tradedOn, filedOn, delayDays, tradeType, amountRange }) =>
      tradedOn
        ? {
            day: tradedOn,
            side: sideOfKind(tradeType),
            words: `${tradeType} ${amountRange ?? "of an unknown amount"}, filed ${filedOn} (+${delayDays ?? "–"} d)`,
          }
        : [],
    ),
  };
}
