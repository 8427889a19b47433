// The price of one company's shares with trades on it: what is drawn, what is not, and as a table.
import { SegmentedControl } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PriceChart, type TradeMark } from "../../frame/chart/price-chart.tsx";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { count, perShare } from "../../frame/format.ts";
import { Panel } from "../../frame/panel.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { AsTable } from "./as-table.tsx";
import classes from "./prices-panel.module.css";

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
  /** of which the marks are the newest */
  trades: number;
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

/** What an address says; without, all of it: the one span that surely has the trades in it. */
export const yearsOf = (text: string | undefined): Years => spans.find((span) => span === text) ?? "all";

/** The first day to fetch. */
export function sinceOf(years: Years): string | undefined {
  if (years === "all") return undefined;
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear() - Number(years), today.getUTCMonth(), today.getUTCDate()))
    .toISOString()
    .slice(0, 10);
}

const reasons: Record<string, string> = {
  no_ticker: "The company has no symbol, so no prices are known.",
  symbol_reused: "Another company bears the symbol now, so its prices are not this company's.",
  not_adjusted: "There are raw closes only. Ingest adjusted ones, so that splits do not look like losses.",
  no_series:
    "No prices of this symbol were ingested. They come with disclosed ingest prices, or disclosed sync prices.",
};

export function PricesPanel<Data>({ title, query, read, years, onYears, controls }: PricesPanelProps<Data>) {
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
        when: (data) => read(data).line.points.length === 0,
        say: query.data && whyEmpty(read(query.data).line.reason),
      }}
    >
      {(data) => <Prices {...read(data)} />}
    </Panel>
  );
}

const whyEmpty = (reason: string | null) =>
  reason ? (reasons[reason] ?? reason) : "No price is known of these years. Choose a longer time.";

function Prices({ line: { symbol, provider, dividends, step, points }, marks, trades }: PricesWithTrades) {
  const [first, last] = [points[0]?.day ?? "", points.at(-1)?.day ?? ""];
  const inside = marks.filter(({ day }) => day >= first && day <= last).length;
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
        {count(inside)} of {count(trades)} trades are in this time. Adjusted closes of{" "}
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
              { id: "day", head: `last day of the ${step}`, narrow: "first", cell: ({ day }) => day },
              {
                id: "close",
                head: "adjusted close ($)",
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
