// How often an insider's purchases rose, with confidence intervals; the insider's own return beside a follower's.
import type { UseQueryResult } from "@tanstack/react-query";
import { IntervalChart } from "../../frame/chart/interval-chart.tsx";
import { count, signed } from "../../frame/format.ts";
import { Panel } from "../../frame/panel.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import type { InsiderPageQuery } from "../../generated/operations.ts";

// The holding periods of an insider's track record.
type TrackRecord = NonNullable<InsiderPageQuery["trackRecord"]>;
type Period = TrackRecord["periods"][number];

interface SidedPeriod extends Period {
  side: string;
}

/** below this number of trades a rate is not meaningful */
const enough = 5;

const own = { name: "insider, from the trade date", ink: 4 };
const follower = { name: "follower, from the filing date", ink: 2 };

/** The insider's own rate and a follower's, for each period. */
const bothSides = ({ periods, tradeDate }: TrackRecord): SidedPeriod[] =>
  periods.flatMap((period, index) => {
    const theirs = tradeDate[index];
    return [...(theirs ? [{ ...theirs, side: own.name }] : []), { ...period, side: follower.name }];
  });

const why =
  "No purchase by this insider has a return yet: there are no market purchases, the first holding period has not ended, or prices are missing.";

const isUnresolved = (record: TrackRecord | null) =>
  !record || bothSides(record).every(({ resolvedTrades }) => resolvedTrades === 0);

export function WinRatePanel({ query }: { query: UseQueryResult<InsiderPageQuery, Error> }) {
  return (
    <Panel
      title="Share of purchases that rose"
      query={query}
      height={320}
      empty={{ when: ({ trackRecord }) => isUnresolved(trackRecord), say: why }}
    >
      {({ trackRecord }) => trackRecord && <WinRates record={trackRecord} />}
    </Panel>
  );
}

const whole = (rate: string | null) => (rate === null ? "–" : Number(rate).toFixed(0));

const labelOf = ({ days }: { days: number }) => `${days} d`;

function WinRates({ record }: { record: TrackRecord }) {
  const rows = bothSides(record);
  return (
    <IntervalChart
      label="Share of purchases that rose, with 95 % interval"
      axes={{ x: "Days held", y: "Purchases that rose (%)" }}
      kind="whiskers"
      series={[own, follower]}
      within={[0, 100]}
      line={50}
      format={(rate) => `${rate} %`}
      positions={record.periods.map((period) => ({
        name: labelOf(period),
        values: Object.fromEntries(
          rows.filter(({ days }) => days === period.days).map((row) => [row.side, rateOf(row)]),
        ),
      }))}
      words={(position, side) => format(rows.find((row) => labelOf(row) === position && row.side === side))}
      summary={`Points with Wilson's 95 % interval; hollow: n < ${enough}. Dashed: 50 %.`}
      height={250}
    />
  );
}

function rateOf({ winRatePct, winRateLowPct, winRateHighPct, resolvedTrades }: SidedPeriod) {
  if (winRatePct === null || winRateLowPct === null || winRateHighPct === null) return null;
  return {
    low: Number(winRateLowPct),
    middle: Number(winRatePct),
    high: Number(winRateHighPct),
    hollow: resolvedTrades < enough,
  };
}

const interval = ({ winRatePct, winRateLowPct, winRateHighPct }: SidedPeriod) =>
  winRatePct === null ? "–" : `${whole(winRatePct)} (${whole(winRateLowPct)}–${whole(winRateHighPct)})`;

function format(row: SidedPeriod | undefined): string {
  if (!row) return "";
  const { days, side, resolvedTrades, wins } = row;
  if (resolvedTrades === 0) return `${days} d, ${side}: no resolved trades`;
  return `${days} d, ${side}: ${interval(row)} % rose, ${wins} of ${resolvedTrades}${resolvedTrades < enough ? ", too few" : ""}`;
}

export function ReturnsPanel({ query }: { query: UseQueryResult<InsiderPageQuery, Error> }) {
  return (
    <Panel
      title="Returns of purchases"
      query={query}
      height={320}
      empty={{ when: ({ trackRecord }) => isUnresolved(trackRecord), say: why }}
    >
      {({ trackRecord }) =>
        trackRecord && (
          <DataTable
            label="Returns of purchases"
            rows={bothSides(trackRecord)}
            keyOf={({ days, side }) => `${days} ${side}`}
            columns={[
              {
                id: "days",
                head: "Holding period",
                narrow: "first",
                cell: (row) => `${labelOf(row)}, ${row.side.split(",")[0]}`,
              },
              {
                id: "n",
                head: "Trades",
                number: true,
                narrow: "second",
                cell: ({ resolvedTrades }) => count(resolvedTrades),
              },
              {
                id: "mean",
                head: "Mean (%)",
                number: true,
                narrow: "second",
                cell: ({ avgReturnPct }) => signed(avgReturnPct),
              },
              {
                id: "median",
                head: "Median (%)",
                number: true,
                narrow: "second",
                cell: ({ medianReturnPct }) => signed(medianReturnPct),
              },
              {
                id: "alpha",
                head: `vs. ${trackRecord.benchmark} (%)`,
                number: true,
                narrow: "second",
                cell: ({ avgAlphaPct }) => signed(avgAlphaPct),
              },
              { id: "rose", head: "Rose (%, 95 %)", number: true, narrow: "second", cell: interval },
            ]}
          />
        )
      }
    </Panel>
  );
}
