// /politicians: members of Congress with their trades and 90-day performance. /politicians/:id: the trades and the
// performance of one of them.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import listPoliticians from "../../../../rest/routes/list-politicians.ts";
import { politicianSorts } from "../../../filters/directories.ts";
import { Statistics } from "../../frame/facts.tsx";
import { count, dollars, madeVisible, signed } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import type { Column } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  PoliticianPage as Operation,
  type PoliticianPageQuery,
  Politicians,
  type PoliticiansQuery,
} from "../../generated/operations.ts";
import { DataLink, MemberName } from "../cells.tsx";
import { ApiRequestButton } from "../list/api-request.tsx";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";
import { PoliticianTradeDetails } from "../politician-trades/politician-trade-details.tsx";
import { yearsOf } from "../prices-panel.tsx";
import { UnknownRecord } from "../record-page.tsx";
import { ForAdministrators, RowDrawer } from "../trade-drawer.tsx";
import { MemberPrices, MemberTrades, type TradeSearch } from "./member-trades.tsx";
import { PerformancePanel } from "./performance-panel.tsx";
import classes from "./politician-page.module.css";

// /politicians: members of Congress with their trades and 90-day performance. A name opens the member's page.

type Row = PoliticiansQuery["politicians"]["nodes"][number];

export function PoliticiansPage() {
  return (
    <ListPage
      title="Members of Congress"
      path="/politicians"
      route={listPoliticians}
      operation={Politicians}
      rowsOf={({ politicians }) => politicians}
      keyOf={({ member }) => member.bioguideId}
      searched="q"
      hint="Name or bioguide id"
      columns={columnsOf}
    />
  );
}

/** `3 of 40`: never a number without that of which it is a part; a dash where nothing is known. */
const partOf = (part: number, whole: number) => (whole === 0 ? "–" : `${count(part)} of ${count(whole)}`);

function columnsOf(view: ListView): Column<Row>[] {
  const by = sortedBy(view, politicianSorts);
  return [
    {
      id: "name",
      head: "Member",
      narrow: "first",
      cell: ({ member }) => <MemberName politician={member} party={member.party} state={member.state} />,
    },
    { id: "position", head: "Office", cell: ({ member }) => member.position ?? "–" },
    {
      id: "trades",
      head: "Trades",
      number: true,
      narrow: "second",
      cell: ({ stats }) => count(stats.totalTrades),
      ...by("TRADES"),
    },
    {
      id: "volume",
      head: "Amount, as filed in ranges",
      number: true,
      narrow: "second",
      cell: ({ stats }) => `${dollars(stats.estVolumeLow)}–${dollars(stats.estVolumeHigh)}`,
      ...by("VOLUME"),
    },
    {
      id: "late",
      head: "Late",
      number: true,
      narrow: "second",
      cell: ({ stats }) => partOf(stats.lateCount, stats.lateJudgedCount),
      ...by("LATE_RATE"),
    },
    {
      id: "committee",
      head: "Committee match",
      number: true,
      cell: ({ stats }) => partOf(stats.committeeTradeCount, stats.committeeJudgedCount),
    },
    {
      id: "alpha",
      head: "Return over SPY, 90 days (%)",
      number: true,
      cell: ({ performance90 }) => signed(performance90.avgAlphaPct),
      ...by("ALPHA_90"),
    },
  ];
}

interface Search extends TradeSearch {
  ticker?: string | undefined;
  years?: string | undefined;
}

type Politician = NonNullable<PoliticianPageQuery["politician"]>;

export function PoliticianPage() {
  const { id = "" } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const path = `/politicians/${encodeURIComponent(id)}`;
  const show = (next: Search) => void navigate({ to: path, search: { ...search, ...next }, resetScroll: false });
  const member = useRead(Operation, { id });
  const politician = member.data?.politician;
  if (politician === null) return <UnknownRecord kind="politician" id={id} to="/search" />;
  const ticker = search.ticker ?? (politician && firstTicker(politician));
  return (
    <Page
      waiting={member.isPending}
      title={politician ? madeVisible(titleOf(politician)) : "Politician"}
      heading={politician && <ForeignText>{titleOf(politician)}</ForeignText>}
      summary={politician ? <Seats politician={politician} /> : " "}
      actions={<ApiRequestButton path={`/politicians/${id}`} />}
    >
      <Panel title="Trade summary" query={member} height={76}>
        {() => politician && <Head politician={politician} path={path} search={search} />}
      </Panel>
      <PerformancePanel query={member} />
      <MemberTrades
        id={id}
        search={search}
        onSearch={(next) => show({ isLate: undefined, isCommitteeTrade: undefined, page: undefined, ...next })}
      />
      <ForAdministrators>
        {ticker && (
          <MemberPrices
            id={id}
            tickers={politician ? offeredTickers(politician) : []}
            ticker={ticker}
            years={yearsOf(search.years)}
            onChange={show}
          />
        )}
      </ForAdministrators>
      <RowDrawer title="Congressional trade" row={search.row} onClose={() => show({ row: undefined })}>
        {(trade) => <PoliticianTradeDetails id={trade} />}
      </RowDrawer>
    </Page>
  );
}

/** A symbol that has prices to chart; if there is none, the most traded one, whose panel says why. */
const firstTicker = ({ chartTicker, topTickers }: Politician): string | undefined =>
  (chartTicker ?? topTickers[0])?.ticker;

/** The most traded symbols, and the one that the chart shows first. */
const offeredTickers = ({ chartTicker, topTickers }: Politician) =>
  !chartTicker || topTickers.some(({ ticker }) => ticker === chartTicker.ticker)
    ? topTickers
    : [...topTickers, chartTicker];

const titleOf = ({ name, party, state }: Politician) =>
  `${name} (${[party?.slice(0, 1) ?? "?", state].filter(Boolean).join("-")})`;

function Seats({ politician: { position, committees } }: { politician: Politician }) {
  return (
    <>
      <ForeignText>{position ?? "no known term"}</ForeignText>
      {committees.length > 0 && " · "}
      <ul className={classes.seats} aria-label="Committees">
        {committees.map(({ code, name, title }) => (
          <li key={code}>
            <DataLink to="committees" id={code}>
              {title ? `${name} (${title})` : name}
            </DataLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** `3 of 40`, and how many are unknown; a text without a ratio if all are unknown. */
function judgedNote(found: number, judged: number, all: number): string {
  if (all === 0) return "no trades";
  if (judged === 0) return `not known of any of ${count(all)}`;
  const unknown = all - judged;
  return `${count(found)} of ${count(judged)}${unknown > 0 ? `, ${count(unknown)} unknown` : ""}`;
}

interface HeadProps {
  politician: Politician;
  path: string;
  search: Search;
}

function Head({ politician: { bioguideId, stats }, path, search }: HeadProps) {
  const { totalTrades, lateCount, lateJudgedCount, buyCount, sellCount, avgDelayDays } = stats;
  const { committeeTradeCount, committeeJudgedCount } = stats;
  const leading = (isLate?: string, isCommitteeTrade?: string) => ({
    to: path,
    search: { ...search, isLate, isCommitteeTrade, page: undefined, row: undefined },
  });
  return (
    <Statistics
      statistics={[
        {
          label: "Trades",
          value: count(totalTrades),
          note: `▲ ${count(buyCount)} bought, ▼ ${count(sellCount)} sold`,
          ...leading(),
        },
        {
          label: "Late",
          value: lateJudgedCount === 0 ? "–" : `${((100 * lateCount) / lateJudgedCount).toFixed(0)} %`,
          note: judgedNote(lateCount, lateJudgedCount, totalTrades),
          ...leading("true"),
        },
        {
          label: "Committee-related",
          value: committeeJudgedCount === 0 ? "–" : count(committeeTradeCount),
          note: judgedNote(committeeTradeCount, committeeJudgedCount, totalTrades),
          ...leading(undefined, "true"),
        },
        {
          label: "Mean delay",
          value: avgDelayDays === null ? "–" : `${Number(avgDelayDays).toFixed(0)} d`,
          note: "where dates are valid",
          to: "/late",
          search: {},
        },
        {
          label: "Amount, as filed in ranges",
          value: `${dollars(stats.estVolumeLow)}–${dollars(stats.estVolumeHigh)}`,
          note: "low to high",
          to: "/congress",
          search: { politicianId: bioguideId },
        },
      ]}
    />
  );
}
