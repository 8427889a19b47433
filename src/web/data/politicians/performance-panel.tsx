// Returns of a member's purchases, from low to high because amounts are filed in ranges; own beside a follower's.
import type { UseQueryResult } from "@tanstack/react-query";
import { IntervalChart } from "../../frame/chart/interval-chart.tsx";
import { AsTable } from "../../frame/chart/readable-chart.tsx";
import { count, dollars, signed } from "../../frame/format.ts";
import { Panel } from "../../frame/panel.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import type { PoliticianPageQuery } from "../../generated/operations.ts";

// The holding periods of a member's performance.
type Performance = NonNullable<PoliticianPageQuery["politicianPerformance"]>;
type PeriodReturns = Performance["horizons"][number];

/** The member's own return starts at the trade date, a follower's at the filing date. */
const theirs = { name: "member, from the trade date", ink: 4 };
const followers = { name: "follower, from the filing date", ink: 2 };

interface Sided extends PeriodReturns {
  side: string;
}

/** The member's own return and a follower's, for each holding period. */
const bothSides = ({ horizons, tradeDate }: Performance): Sided[] =>
  horizons.flatMap((follower, index) => {
    const own = tradeDate[index];
    return [...(own ? [{ ...own, side: theirs.name }] : []), { ...follower, side: followers.name }];
  });

export function PerformancePanel({ query }: { query: UseQueryResult<PoliticianPageQuery, Error> }) {
  return (
    <Panel
      title="Profit and loss of purchases"
      query={query}
      height={330}
      empty={{
        when: ({ politicianPerformance }) => isUnresolved(politicianPerformance),
        say: "No purchase of stock or funds has a return yet: the holding period has not ended, or prices are missing.",
      }}
    >
      {({ politicianPerformance }) => politicianPerformance && <Bands performance={politicianPerformance} />}
    </Panel>
  );
}

const isUnresolved = (performance: Performance | null) =>
  !performance || bothSides(performance).every(({ resolvedTrades }) => resolvedTrades === 0);

const whole = (rate: string | null) => (rate === null ? "–" : Number(rate).toFixed(0));

const labelOf = ({ days }: { days: number }) => `${days} d`;

function Bands({ performance }: { performance: Performance }) {
  const rows = bothSides(performance);
  const openEnded = Math.max(...rows.map(({ openEndedTrades }) => openEndedTrades));
  return (
    <>
      <IntervalChart
        label="Profit and loss, low to high"
        axes={{ x: "Days held", y: "Profit and loss ($)" }}
        kind="bands"
        series={[theirs, followers]}
        within={[0, 0]}
        line={0}
        format={(amount) => dollars(String(amount))}
        positions={performance.horizons.map((period) => ({
          name: labelOf(period),
          values: Object.fromEntries(
            rows.filter(({ days }) => days === period.days).map((row) => [row.side, bandOf(row)]),
          ),
        }))}
        words={(position, side) => format(rows.find((row) => labelOf(row) === position && row.side === side))}
        summary={`${performance.horizons.map((row) => `${labelOf(row)} n = ${row.resolvedTrades}`).join(", ")}; dashed: n < 5`}
        height={230}
      />
      {openEnded > 0 && (
        <div>
          ! {count(openEnded)} of them {openEnded === 1 ? "has" : "have"} no upper amount, so the lower amount is used.
        </div>
      )}
      <AsTable>{() => <Statistics rows={rows} />}</AsTable>
    </>
  );
}

function bandOf({ pnlLow, pnlMid, pnlHigh, sampleSufficient }: Sided) {
  if (pnlLow === null || pnlMid === null || pnlHigh === null) return null;
  return { low: Number(pnlLow), middle: Number(pnlMid), high: Number(pnlHigh), hollow: !sampleSufficient };
}

function format(row: Sided | undefined): string {
  if (!row) return "";
  const { days, side, resolvedTrades, pnlLow, pnlMid, pnlHigh, avgReturnPct } = row;
  if (resolvedTrades === 0) return `${days} d, ${side}: no resolved trades`;
  return `${days} d, ${side}: ${dollars(pnlLow)} to ${dollars(pnlHigh)}, middle ${dollars(pnlMid)}, mean return ${signed(avgReturnPct)} %, n = ${resolvedTrades}`;
}

function Statistics({ rows }: { rows: Sided[] }) {
  return (
    <DataTable
      label="Performance"
      rows={rows}
      keyOf={({ days, side }) => `${days} ${side}`}
      columns={[
        { id: "days", head: "Days", narrow: "first", cell: ({ days, side }) => `${days} d, ${side}` },
        {
          id: "n",
          head: "Trades",
          number: true,
          narrow: "second",
          cell: ({ resolvedTrades }) => count(resolvedTrades),
        },
        {
          id: "pnl",
          head: "P&L low / mid / high",
          number: true,
          narrow: "second",
          cell: ({ pnlLow, pnlMid, pnlHigh }) => `${dollars(pnlLow)} / ${dollars(pnlMid)} / ${dollars(pnlHigh)}`,
        },
        {
          id: "return",
          head: "Mean return (%)",
          number: true,
          narrow: "second",
          cell: ({ avgReturnPct }) => signed(avgReturnPct),
        },
        {
          id: "alpha",
          head: "vs. SPY (%)",
          number: true,
          narrow: "second",
          cell: ({ avgAlphaPct }) => signed(avgAlphaPct),
        },
        {
          id: "wins",
          head: "Rose (%, 95 % interval)",
          number: true,
          narrow: "second",
          cell: ({ winRatePct, winRateLowPct, winRateHighPct }) =>
            winRatePct === null ? "–" : `${whole(winRatePct)} (${whole(winRateLowPct)}–${whole(winRateHighPct)})`,
        },
      ]}
    />
  );
}
