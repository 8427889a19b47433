// /late: trades disclosed after the 45-day deadline, longest delay first.

import type { ReactNode } from "react";
import listLateFilings from "../../../../rest/routes/list-late-filings.ts";
import { type LateFilingSort, lateFilingSorts } from "../../../filters/politician-trades.ts";
import { Histogram } from "../../frame/chart/histogram.tsx";
import { AsTable } from "../../frame/chart/readable-chart.tsx";
import { count, share } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import {
  FilingDelays,
  type FilingDelaysQuery,
  type FilingDelaysQueryVariables,
  LateFilings,
  type LateFilingsQuery,
  type LateFilingsQueryVariables,
} from "../../generated/operations.ts";
import { returnColumns } from "../cells.tsx";
import { ListPage, type ListView, refusedFilter, sortedBy, sortedColumns } from "../list/list-page.tsx";
import {
  assetColumn,
  committeeColumn,
  dateColumns,
  marksBesideLateColumn,
  memberColumn,
  ownerColumn,
  rangeColumn,
  typeColumn,
} from "../politician-trades/columns.tsx";
import { PoliticianTradeDetails } from "../politician-trades/politician-trade-details.tsx";

// A histogram of disclosure delays with the deadline. The threshold selects the trades listed below.
interface LateHistogramProps {
  /** those of the rows below it, except the minimum delay; undefined while not known */
  filters: FilingDelaysQueryVariables | undefined;
  minDelayDays: number;
  /** shown instead of the chart if the filters are invalid */
  instead?: ReactNode;
  onChange(minDelayDays: number): void;
}

type Delays = FilingDelaysQuery["filingDelays"];

const deadline = 45;
const step = 5;

function LateHistogram({ filters, minDelayDays, instead, onChange }: LateHistogramProps) {
  const query = useRead(FilingDelays, filters ?? {}, { enabled: filters !== undefined });
  return (
    <Panel
      title="Days from trade to disclosure"
      query={query}
      height={260}
      instead={instead}
      empty={{
        when: ({ filingDelays }) => filingDelays.dated === 0,
        say: "No disclosures with valid dates match. Remove one of the filters above.",
      }}
    >
      {({ filingDelays }) => <Distribution delays={filingDelays} minDelayDays={minDelayDays} onChange={onChange} />}
    </Panel>
  );
}

const daysOf = ({ from, to }: { from: number; to: number | null }) =>
  to === null ? `${from} days or more` : from === to ? `${from} days` : `${from} to ${to} days`;

interface DistributionProps extends Omit<LateHistogramProps, "filters"> {
  delays: Delays;
}

function Distribution({ delays: { buckets, dated, undated, late }, minDelayDays, onChange }: DistributionProps) {
  const counted = (trades: number) => `${count(trades)} ${trades === 1 ? "trade" : "trades"}, ${share(trades, dated)}`;
  return (
    <>
      <Histogram
        label="Trades by days from trade to disclosure"
        axes={{ x: "Days from trade to disclosure", y: "Trades" }}
        buckets={buckets.map(({ trades, ...days }) => ({ ...days, count: trades }))}
        width={step}
        limit={{ at: deadline, name: `deadline: ${deadline} days` }}
        threshold={{ name: "Minimum delay in days", value: minDelayDays, min: deadline + 1, onChange }}
        words={(bucket) => `${daysOf(bucket)}: ${counted(bucket.count)}`}
        summary={`${counted(late)} late, of ${count(dated)} with valid dates; the delay of ${count(undated)} is unknown. Shown below: ${count(minDelayDays)} days or more.`}
        height={190}
      />
      <AsTable>
        {() => (
          <DataTable
            label="Trades by days"
            rows={buckets.filter(({ trades }) => trades > 0)}
            keyOf={({ from }) => String(from)}
            columns={[
              { id: "days", head: "Days", narrow: "first", cell: daysOf },
              { id: "trades", head: "Trades", number: true, narrow: "second", cell: ({ trades }) => count(trades) },
              {
                id: "share",
                head: "Share of valid dates",
                number: true,
                narrow: "second",
                cell: ({ trades }) => share(trades, dated),
              },
              {
                id: "late",
                head: "Late",
                narrow: "second",
                cell: ({ from }) => (from > deadline ? "! late" : "on time"),
              },
            ]}
          />
        )}
      </AsTable>
    </>
  );
}

type Row = LateFilingsQuery["lateFilings"]["nodes"][number];

export function LatePage() {
  return (
    <ListPage
      title="Late filings"
      path="/late"
      route={listLateFilings}
      operation={LateFilings}
      rowsOf={({ lateFilings }) => lateFilings}
      keyOf={({ trade }) => String(trade.id)}
      searched="ticker"
      hint="Ticker"
      usual={["party", "chamber", "tradeType", "minValue", "days"]}
      columns={columnsOf}
      above={({ request: { variables }, isRefused, change }) => (
        <LateHistogram
          filters={variables && filtersOf(variables as LateFilingsQueryVariables)}
          minDelayDays={(variables as LateFilingsQueryVariables | undefined)?.filter?.minDelayDays ?? 46}
          instead={isRefused && refusedFilter}
          onChange={(days) => change({ minDelayDays: days > 46 ? String(days) : undefined })}
        />
      )}
      drawer={{ title: "Congressional trade", content: (id) => <PoliticianTradeDetails id={Number(id)} /> }}
    />
  );
}

function filtersOf({ filter }: LateFilingsQueryVariables): FilingDelaysQueryVariables {
  const { minDelayDays: _, ...filters } = filter ?? {};
  return { filter: filters };
}

/** column -> what the list is sorted by */
const sorts: Record<string, LateFilingSort> = { late: "DELAY_DAYS", filed: "FILED_ON", range: "AMOUNT_MID" };

const columns: Column<Row>[] = [
  { id: "late", head: "Days late", number: true, narrow: "second", cell: ({ daysLate }) => count(daysLate) },
  { id: "due", head: "Due", shownFrom: "huge", cell: ({ deadlineOn }) => deadlineOn },
  ...ofTrade(dateColumns.filter(({ id }) => id !== "delay")),
  ...ofTrade([memberColumn]),
  { id: "chamber", head: "Chamber", shownFrom: "huge", cell: ({ trade }) => trade.chamber },
  ...ofTrade<Row["trade"]>([assetColumn, typeColumn, rangeColumn, ownerColumn, committeeColumn]),
  ...ofTrade(returnColumns),
  ...ofTrade([marksBesideLateColumn]),
];

/** Columns of a trade as columns of the row that has it. */
function ofTrade<Shown>(shown: Column<Shown>[]): Column<{ trade: Shown }>[] {
  return shown.map(({ cell, narrow, ...column }) => ({
    ...column,
    cell: ({ trade }) => cell(trade),
    narrow: typeof narrow === "function" ? ({ trade }) => narrow(trade) : narrow,
  }));
}

const columnsOf = (view: ListView): Column<Row>[] => sortedColumns(columns, sorts, sortedBy(view, lateFilingSorts));
