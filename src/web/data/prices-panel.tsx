// The price of one company's shares with trades on it: a chart, the number of trades in its range, and a table.
import { Button, SegmentedControl } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { dateOf } from "../../lib/calendar-date.ts";
import { PriceChart, type TradeMark } from "../frame/chart/price-chart.tsx";
import { AsTable } from "../frame/chart/readable-chart.tsx";
import { count, perShare } from "../frame/format.ts";
import { Panel } from "../frame/panel.tsx";
import { DataTable } from "../frame/table/data-table.tsx";
import { ForeignText } from "../frame/text.tsx";
import classes from "./prices-panel.module.css";

// Explains why a panel has no price chart: there are no prices, or none from the time of the trades.
const reasons: Record<string, string> = {
  no_ticker: "The company has no ticker, so there are no prices.",
  symbol_reused: "This ticker now belongs to another company, so its prices are not shown.",
  not_adjusted: "Only unadjusted closes are stored. Ingest adjusted closes so that splits do not look like losses.",
  no_series:
    "No prices are stored for this ticker. Run disclosed sync prices, or load them with disclosed ingest prices.",
};

function NoChart({ prices, onShow }: { prices: PricesWithTrades; onShow(): void }) {
  const { reason } = prices.line;
  if (areApart(prices)) return <Apart prices={prices} onShow={onShow} />;
  return <>{reason ? (reasons[reason] ?? reason) : "No prices in these years. Choose a longer range."}</>;
}

function Apart({ prices: { line, marks, trades }, onShow }: { prices: PricesWithTrades; onShow(): void }) {
  const [from, to] = spanOf(line.points);
  const [first, last] = spanOf(marks);
  const which = trades > marks.length ? `the newest ${count(marks.length)} trades are` : "the trades are";
  return (
    <>
      No trades fall in the range of the prices, from {from} to {to}; {which} of{" "}
      {first === last ? first : `${first} to ${last}`}.{" "}
      <Button size="compact-sm" variant="default" onClick={onShow}>
        Show the prices
      </Button>
    </>
  );
}

interface PricesPanelProps<Data> {
  title: string;
  query: UseQueryResult<Data, Error>;
  read: (data: Data) => PricesWithTrades;
  years: Years;
  onYears(years: Years): void;
  controls?: ReactNode;
}

const spans = ["1", "3", "all"] as const;
export type Years = (typeof spans)[number];

/** The years in a URL; `all` by default, the only span that surely includes the trades. */
export const yearsOf = (text: string | undefined): Years => spans.find((span) => span === text) ?? "all";

/** The first day to fetch. */
export function sinceOf(years: Years): string | undefined {
  if (years === "all") return undefined;
  const today = new Date();
  return dateOf(Date.UTC(today.getUTCFullYear() - Number(years), today.getUTCMonth(), today.getUTCDate()));
}

export function PricesPanel<Data>({ title, query, read, years, onYears, controls }: PricesPanelProps<Data>) {
  /** symbol whose chart was requested although none of its trades is in the chart's range */
  const [shown, setShown] = useState<string | null>(null);
  const prices = query.data && read(query.data);
  return (
    <Panel
      title={title}
      query={query}
      height={330}
      actions={
        <div className={classes.controls}>
          {controls}
          <SegmentedControl
            size="xs"
            aria-label="Years"
            value={years}
            onChange={(span) => onYears(yearsOf(span))}
            data={spans.map((span) => ({ value: span, label: span === "all" ? "all" : `${span} y` }))}
          />
        </div>
      }
      empty={{
        when: () => !prices || prices.line.points.length === 0 || (areApart(prices) && prices.line.symbol !== shown),
        say: prices && <NoChart prices={prices} onShow={() => setShown(prices.line.symbol)} />,
      }}
    >
      {() => prices && <Prices {...prices} />}
    </Panel>
  );
}

function Prices(prices: PricesWithTrades) {
  const { line, marks, trades } = prices;
  const { symbol, provider, dividends, step, points } = line;
  const [first, last] = spanOf(points);
  return (
    <>
      <PriceChart
        label={`Price of ${symbol}`}
        points={points}
        trades={marks}
        summary={`${first} to ${last}, last close of each ${step}: $${perShare(points.at(-1)?.close)} at the end`}
        height={230}
      />
      <div className={classes.note}>
        {count(markedWithin(prices))} of {count(trades)} trades are in this range. Adjusted closes of{" "}
        <ForeignText>{symbol ?? ""}</ForeignText> from <ForeignText>{provider ?? ""}</ForeignText>
        {dividends === false && ", without dividends"}.
      </div>
      <AsTable>
        {() => (
          <DataTable
            label="Prices"
            rows={points.toReversed()}
            keyOf={({ day }) => day}
            columns={[
              { id: "day", head: `Last day of the ${step}`, narrow: "first", cell: ({ day }) => day },
              {
                id: "close",
                head: "Adjusted close ($)",
                number: true,
                narrow: "second",
                cell: ({ close }) => perShare(close),
              },
            ]}
          />
        )}
      </AsTable>
    </>
  );
}

interface Line {
  symbol: string | null;
  provider: string | null;
  dividends: boolean | null;
  step: string | null;
  reason: string | null;
  points: { day: string; close: number }[];
}

export interface PricesWithTrades {
  line: Line;
  marks: TradeMark[];
  /** number of all trades, of which `marks` are the newest */
  trades: number;
}

/** The first and the last day; empty strings if there are none. */
function spanOf(days: { day: string }[]): [first: string, last: string] {
  const sorted = days.map(({ day }) => day).sort();
  return [sorted[0] ?? "", sorted.at(-1) ?? ""];
}

/** The number of marked trades within the days of the prices. */
function markedWithin({ line: { points }, marks }: PricesWithTrades): number {
  const [first, last] = spanOf(points);
  return marks.filter(({ day }) => day >= first && day <= last).length;
}

/** True if there are prices and trades, but no trade is within the days of the prices. */
const areApart = (prices: PricesWithTrades): boolean =>
  prices.line.points.length > 0 && prices.marks.length > 0 && markedWithin(prices) === 0;
