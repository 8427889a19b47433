// /signal: signal performance. Hit rates and intervals beside those of all trades, and the trades behind each.
import { Button, NativeSelect } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { holdingPeriods } from "../../../domain/holding-periods.ts";
import { personName } from "../../../domain/shown-names.ts";
import { ChoiceLinks } from "../../frame/choice-links.tsx";
import { count, dollars, instant, signed } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable, Pager, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { HitRates, type HitRatesQuery, SignalTrades, type SignalTradesQuery } from "../../generated/operations.ts";
import {
  type Group,
  groupsOf,
  HoldingPeriodView,
  intervalOf,
  periodOf,
  tierTitle,
  verdictOf,
} from "./holding-period-view.tsx";
import classes from "./signal-matrix.module.css";

// Each tier at each holding period; a cell opens its trades.
interface SignalMatrixProps {
  tiers: Group[];
  all: Group | undefined;
  /** URL parameters of a cell's trades */
  cellOf(tier: string, days: number): Record<string, string>;
}

function SignalMatrix({ tiers, all, cellOf }: SignalMatrixProps) {
  const columns: Column<Group>[] = [
    {
      id: "tier",
      head: "Tier",
      narrow: "first",
      cell: ({ tier, direction }) => <strong>{tierTitle(tier, direction)}</strong>,
    },
    ...holdingPeriods.map(
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
        <Link to="/signal" search={search} aria-label={`${group.tier}, ${days} days: ${rate}, its trades`}>
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

interface SignalSearch {
  version?: string;
  direction?: string;
  days?: string;
  tier?: string;
  page?: string;
}

const versionsOf = (data: HitRatesQuery | undefined) => [
  ...new Set(data?.signalBaseline.map(({ version }) => version)),
];

export function SignalPage() {
  const search = useSearch({ strict: false }) as SignalSearch;
  const navigate = useNavigate();
  const rates = useRead(HitRates, {});
  const versions = versionsOf(rates.data);
  const direction = search.direction === "bearish" ? "bearish" : "bullish";
  const days = holdingPeriods.find((period) => String(period) === search.days) ?? 90;
  const version = search.version ?? versions[0] ?? "";
  const chosen = { version, direction, days: String(days) };
  const show = (next: SignalSearch) =>
    void navigate({ to: "/signal", search: { ...chosen, ...next }, resetScroll: false });
  const nothing = {
    when: (data: HitRatesQuery) => groupsOf(data, { version, direction }).tiers.length === 0,
    say: "No trades have this signal yet. Signals need filings; returns need prices.",
  };
  return (
    <Page
      waiting={rates.isPending}
      title="Signal performance"
      summary={rates.data ? <AsOf data={rates.data} /> : " "}
      actions={
        versions.length > 1 && (
          <NativeSelect
            aria-label="Version of the formula"
            size="xs"
            value={version}
            data={versions.map((one) => ({ value: one, label: `formula ${one}` }))}
            onChange={(event) => show({ version: event.currentTarget.value })}
          />
        )
      }
    >
      <Panel
        title={`Hit rate after ${days} days`}
        query={rates}
        height={380}
        actions={
          <div>
            <ChoiceLinks
              label="Direction"
              chosen={direction}
              choices={[
                { value: "bullish", label: "Purchases" },
                { value: "bearish", label: "Sales" },
              ]}
              searchOf={(next) => ({ ...chosen, direction: next })}
            />{" "}
            <ChoiceLinks
              label="Days"
              chosen={String(days)}
              choices={holdingPeriods.map((period) => ({ value: String(period), label: `${period} d` }))}
              searchOf={(next) => ({ ...chosen, days: next, tier: search.tier })}
            />
          </div>
        }
        empty={nothing}
      >
        {(data) => (
          <HoldingPeriodView
            {...groupsOf(data, { version, direction })}
            days={days}
            marked={search.tier}
            onOpen={(tier) => show({ tier })}
          />
        )}
      </Panel>
      {search.tier && (
        <SignalTradesPanel
          cell={{ version, tier: search.tier, direction, days }}
          page={search.page}
          onClose={() => show({})}
        />
      )}
      <Panel title="All holding periods" query={rates} height={240} empty={nothing}>
        {(data) => (
          <SignalMatrix
            {...groupsOf(data, { version, direction })}
            cellOf={(tier, period) => ({ version, direction, days: String(period), tier })}
          />
        )}
      </Panel>
    </Page>
  );
}

function AsOf({ data: { dataVersion } }: { data: HitRatesQuery }) {
  return (
    <>
      A hit: the price moved in the signalled direction after the filing date. As of data version{" "}
      {count(Number(dataVersion.version))}, {instant(dataVersion.asOf)} UTC.
    </>
  );
}

// The trades that one hit rate counts, each with a link to its row.

type Row = SignalTradesQuery["signalTrades"]["nodes"][number];

interface SignalTradesPanelProps {
  cell: { version: string; tier: string; direction: string; days: number };
  page: string | undefined;
  onClose(): void;
}

const pageSize = 25;

function SignalTradesPanel({ cell, page: text, onClose }: SignalTradesPanelProps) {
  const page = pageOf(text);
  const trades = useRead(SignalTrades, { ...cell, page, pageSize }, { enabled: cell.version !== "" });
  const total = trades.data?.signalTrades.total;
  const what = cell.direction === "bearish" ? "sales" : "purchases";
  return (
    <>
      <Panel
        title={`Trades: ${cell.tier} ${what}, ${count(total)}, newest filing first`}
        query={trades}
        height={300}
        actions={
          <Button size="compact-sm" variant="default" onClick={onClose}>
            Close
          </Button>
        }
        empty={{ when: ({ signalTrades }) => signalTrades.nodes.length === 0, say: "No trades have this signal." }}
      >
        {({ signalTrades }) => (
          <DataTable
            label="Trades of the tier"
            rows={signalTrades.nodes}
            keyOf={({ id }) => String(id)}
            columns={columnsOf(cell)}
          />
        )}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} />
    </>
  );
}

function columnsOf({ direction, days }: SignalTradesPanelProps["cell"]): Column<Row>[] {
  const tradeTypes = direction === "bearish" ? "S" : "P";
  return [
    {
      id: "ticker",
      head: "Ticker, company",
      narrow: "first",
      cell: ({ id, ticker, companyName, filedOn }) => (
        <Link
          to="/trades"
          search={{ tradeTypes, ticker: ticker ?? undefined, filedFrom: filedOn, filedTo: filedOn, row: String(id) }}
        >
          <ForeignText>{`${ticker ?? "–"} ${companyName}`}</ForeignText>
        </Link>
      ),
    },
    {
      id: "insider",
      head: "Insider",
      narrow: "second",
      cell: ({ insiderName }) => <ForeignText>{personName(insiderName)}</ForeignText>,
    },
    { id: "filed", head: "Filed", number: true, narrow: "second", cell: ({ filedOn }) => filedOn },
    { id: "traded", head: "Traded", number: true, cell: ({ tradedOn }) => tradedOn ?? "–" },
    { id: "lots", head: "Lots", number: true, cell: ({ lots }) => count(lots) },
    { id: "value", head: "Value ($)", number: true, narrow: "second", cell: ({ value }) => dollars(value) },
    { id: "score", head: "Score", number: true, cell: ({ signalScore }) => count(signalScore) },
    {
      id: "return",
      head: `Return, ${days} days (%)`,
      number: true,
      narrow: "second",
      cell: ({ returnPct }) => signed(returnPct),
    },
    { id: "alpha", head: "Alpha (%)", number: true, narrow: "second", cell: ({ alphaPct }) => signed(alphaPct) },
  ];
}
