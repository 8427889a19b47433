// One holding period: the intervals as a chart, and a table of the figures with a verdict for each tier.
import { count, signed } from "../../frame/format.ts";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import classes from "./horizon-view.module.css";
import { RateChart } from "./rate-chart.tsx";
import { allOf, type Group, intervalOf, periodOf, tierTitle, verdictOf } from "./statistics.ts";

interface HorizonViewProps {
  tiers: Group[];
  all: Group | undefined;
  days: number;
  /** the tier whose trades are shown */
  marked: string | undefined;
  onOpen(tier: string): void;
}

export function HorizonView({ tiers, all, days, marked, onOpen }: HorizonViewProps) {
  const whole = periodOf(all, days);
  const rate = intervalOf(whole)?.rate;
  const name = allOf(all?.direction ?? "bullish");
  return (
    <>
      <RateChart
        label={`Hit rate by tier after ${days} days, with 95 % intervals`}
        line={rate === undefined ? null : { name, rate }}
        rows={tiers.map((group) => {
          const period = periodOf(group, days);
          return { name: group.tier, n: period?.resolvedTrades ?? 0, interval: intervalOf(period) };
        })}
      />
      <div className={classes.figures}>
        <DataTable
          label={`Tiers after ${days} days`}
          rows={all ? [...tiers, all] : tiers}
          keyOf={({ tier }) => tier}
          columns={columnsOf(days, all)}
          isMarked={({ tier }) => tier === marked}
          onOpen={({ tier }) => tier !== "all" && onOpen(tier)}
        />
      </div>
    </>
  );
}

function columnsOf(days: number, all: Group | undefined): Column<Group>[] {
  const of = (group: Group) => periodOf(group, days);
  const plain = (percent: string | null | undefined) => (percent == null ? "–" : Number(percent).toFixed(1));
  return [
    {
      id: "tier",
      head: "tier",
      narrow: "first",
      cell: ({ tier, direction }) => <strong>{tierTitle(tier, direction)}</strong>,
    },
    { id: "rate", head: "hit rate (%)", number: true, narrow: "second", cell: (group) => plain(of(group)?.hitRatePct) },
    {
      id: "interval",
      head: "95 % interval (%)",
      number: true,
      narrow: "second",
      cell: (group) => `${plain(of(group)?.hitRateLowPct)} to ${plain(of(group)?.hitRateHighPct)}`,
    },
    {
      id: "n",
      head: "resolved, n",
      number: true,
      narrow: "second",
      cell: (group) => `${count(of(group)?.resolvedTrades)} of ${count(group.trades)}`,
    },
    {
      id: "alpha",
      head: "mean alpha (%)",
      number: true,
      narrow: "second",
      cell: (group) => signed(of(group)?.avgAlphaPct, 2),
    },
    {
      id: "alphaInterval",
      head: "its 95 % interval (%)",
      number: true,
      cell: (group) => `${signed(of(group)?.avgAlphaLowPct, 2)} to ${signed(of(group)?.avgAlphaHighPct, 2)}`,
    },
    {
      id: "verdict",
      head: `beside ${allOf(all?.direction ?? "bullish")}`,
      narrow: "second",
      cell: (group) => (group.tier === "all" ? "–" : verdictOf(of(group), periodOf(all, days))),
    },
  ];
}
