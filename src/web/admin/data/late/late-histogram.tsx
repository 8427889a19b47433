// A histogram of disclosure delays with the deadline. The threshold selects the trades listed below.
import type { ReactNode } from "react";
import { Histogram } from "../../../frame/chart/histogram.tsx";
import { count, share } from "../../../frame/format.ts";
import { Panel } from "../../../frame/panel.tsx";
import { DataTable } from "../../../frame/table/data-table.tsx";
import { useRead } from "../../../frame/use-operation.ts";
import {
  FilingDelays,
  type FilingDelaysQuery,
  type FilingDelaysQueryVariables,
} from "../../../generated/operations.ts";
import { AsTable } from "../as-table.tsx";

interface LateHistogramProps {
  /** the same filters as the rows below it; undefined while not known */
  filters: FilingDelaysQueryVariables | undefined;
  minDelayDays: number;
  /** shown instead of the chart if the filters are invalid */
  instead?: ReactNode;
  onChange(minDelayDays: number): void;
}

type Delays = FilingDelaysQuery["filingDelays"];

const deadline = 45;
const step = 5;

export function LateHistogram({ filters, minDelayDays, instead, onChange }: LateHistogramProps) {
  const query = useRead(FilingDelays, filters ?? {}, { enabled: filters !== undefined });
  return (
    <Panel
      title="Days from trade to disclosure"
      query={query}
      height={260}
      instead={instead}
      empty={{
        when: ({ filingDelays }) => filingDelays.dated === 0,
        say: "No disclosure with sound dates matches. Drop one of the filters above.",
      }}
    >
      {({ filingDelays }) => <Distribution delays={filingDelays} minDelayDays={minDelayDays} onChange={onChange} />}
    </Panel>
  );
}

const daysOf = ({ from, to }: { from: number; to: number | null }) =>
  to === null ? `${from} days and more` : from === to ? `${from} days` : `${from} to ${to} days`;

interface DistributionProps extends Omit<LateHistogramProps, "filters"> {
  delays: Delays;
}

function Distribution({ delays: { buckets, dated, undated, late }, minDelayDays, onChange }: DistributionProps) {
  const counted = (trades: number) => `${count(trades)} ${trades === 1 ? "trade" : "trades"}, ${share(trades, dated)}`;
  return (
    <>
      <Histogram
        label="Trades by days from trade to disclosure"
        buckets={buckets.map(({ trades, ...days }) => ({ ...days, count: trades }))}
        width={step}
        limit={{ at: deadline, name: `deadline: ${deadline} days` }}
        threshold={{ name: "Least delay in days", value: minDelayDays, least: deadline + 1, onChange }}
        words={(bucket) => `${daysOf(bucket)}: ${counted(bucket.count)}`}
        summary={`${counted(late)} late, of ${count(dated)} with sound dates; of ${count(undated)} the delay is not known. Below: ${count(minDelayDays)} days and more.`}
        height={190}
      />
      <AsTable>
        {() => (
          <DataTable
            label="Trades by days"
            rows={buckets.filter(({ trades }) => trades > 0)}
            keyOf={({ from }) => String(from)}
            columns={[
              { id: "days", head: "days", narrow: "first", cell: daysOf },
              { id: "trades", head: "trades", number: true, narrow: "second", cell: ({ trades }) => count(trades) },
              {
                id: "share",
                head: "of those with sound dates",
                number: true,
                narrow: "second",
                cell: ({ trades }) => share(trades, dated),
              },
              {
                id: "late",
                head: "late?",
                narrow: "second",
                cell: ({ from }) => (from > deadline ? "! late" : "in time"),
              },
            ]}
          />
        )}
      </AsTable>
    </>
  );
}
