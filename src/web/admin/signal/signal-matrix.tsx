// Each tier at each holding period; a cell opens its trades.
import { Link } from "@tanstack/react-router";
import { count, signed } from "../../frame/format.ts";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import { type Group, horizons, intervalOf, periodOf, tierTitle, verdictOf } from "./figures.ts";
import classes from "./signal-matrix.module.css";

interface SignalMatrixProps {
  tiers: Group[];
  all: Group | undefined;
  /** URL parameters of a cell's trades */
  cellOf(tier: string, days: number): Record<string, string>;
}

export function SignalMatrix({ tiers, all, cellOf }: SignalMatrixProps) {
  const columns: Column<Group>[] = [
    {
      id: "tier",
      head: "tier",
      narrow: "first",
      cell: ({ tier, direction }) => <strong>{tierTitle(tier, direction)}</strong>,
    },
    ...horizons.map(
      (days): Column<Group> => ({
        id: String(days),
        head: `${days} days`,
        number: true,
        narrow: "second",
        cell: (group) => (
          <Cell
            group={group}
            all={all}
            days={days}
            search={group.tier === "all" ? undefined : cellOf(group.tier, days)}
          />
        ),
      }),
    ),
  ];
  return (
    <DataTable
      label="Hit rate by tier and holding period"
      rows={all ? [...tiers, all] : tiers}
      keyOf={({ tier }) => tier}
      columns={columns}
    />
  );
}

interface CellProps {
  group: Group;
  all: Group | undefined;
  days: number;
  search: Record<string, string> | undefined;
}

function Cell({ group, all, days, search }: CellProps) {
  const period = periodOf(group, days);
  const interval = intervalOf(period);
  if (!period || !interval) return <>–</>;
  const sign = search ? verdictOf(period, periodOf(all, days)).slice(0, 1) : "";
  const rate = `${sign} ${interval.rate.toFixed(1)} %`;
  return (
    <>
      {search ? (
        <Link to="/admin/signal" search={search} aria-label={`${group.tier}, ${days} days: ${rate}, its trades`}>
          {rate}
        </Link>
      ) : (
        rate
      )}
      <span className={classes.more}>
        {interval.low.toFixed(0)} to {interval.high.toFixed(0)} %, n {count(period.resolvedTrades)}, alpha{" "}
        {signed(period.avgAlphaPct)} %
      </span>
    </>
  );
}
