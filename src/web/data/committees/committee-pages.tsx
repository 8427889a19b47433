// /committees: committees and their leaders. /committees/:code: the members of one, its jurisdiction, and the trades
// that match it.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import listCommittees from "../../../../rest/routes/list-committees.ts";
import { count, madeVisible } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { ListPanel, Panel, pageSize } from "../../frame/panel.tsx";
import { type Column, DataTable, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  type CommitteePageQuery,
  Committees,
  type CommitteesQuery,
  type CommitteeTradesQuery,
  CommitteeTrades as committeeTrades,
  CommitteePage as Operation,
} from "../../generated/operations.ts";
import { DataLink } from "../cells.tsx";
import { ListPage } from "../list/list-page.tsx";
import {
  assetColumn,
  dateColumns,
  lateColumn,
  marksBesideLateColumn,
  memberColumn,
  rangeColumn,
  typeColumn,
} from "../politician-trades/columns.tsx";
import { PoliticianTradeDetails } from "../politician-trades/politician-trade-details.tsx";
import { TwoPanels, UnknownRecord } from "../record-page.tsx";
import { RowDrawer } from "../trade-drawer.tsx";
import classes from "./committee-page.module.css";

// /committees: committees and their leaders. A row opens its page.

type Row = CommitteesQuery["committees"]["nodes"][number];

export function CommitteesPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      title="Committees"
      path="/committees"
      route={listCommittees}
      operation={Committees}
      rowsOf={({ committees }) => committees}
      keyOf={({ code }) => code}
      searched="q"
      hint="Name, code or member"
      usual={["chamber", "code"]}
      columns={() => columns}
      onOpen={({ code }) => void navigate({ to: `/committees/${code}` })}
    />
  );
}

const leader = (side: string) => (row: Row) => {
  const first = row.members.find((member) => member.side === side && member.rank === 1);
  return first ? (
    <DataLink to="politicians" id={first.bioguideId}>
      {first.name}
    </DataLink>
  ) : (
    "–"
  );
};

const columns: Column<Row>[] = [
  { id: "chamber", head: "Chamber", narrow: "second", cell: ({ chamber }) => chamber },
  { id: "code", head: "Code", narrow: "second", cell: ({ code }) => <code>{code}</code> },
  {
    id: "name",
    head: "Committee",
    narrow: "first",
    cell: ({ code, name }) => (
      <DataLink to="committees" id={code}>
        {name}
      </DataLink>
    ),
  },
  { id: "type", head: "Type", cell: ({ type }) => type },
  { id: "parent", head: "Parent committee", cell: ({ parentCode }) => (parentCode ? <code>{parentCode}</code> : "–") },
  { id: "members", head: "Members", number: true, narrow: "second", cell: ({ members }) => count(members.length) },
  { id: "majority", head: "Majority, first", cell: leader("majority") },
  { id: "minority", head: "Minority, first", cell: leader("minority") },
];

type Committee = NonNullable<CommitteePageQuery["committee"]>;

interface Search {
  page?: string | undefined;
  row?: string | undefined;
}

export function CommitteePage() {
  const { code = "" } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const show = (next: Search) =>
    void navigate({ to: `/committees/${encodeURIComponent(code)}`, search: next, resetScroll: false });
  const query = useRead(Operation, { code });
  const committee = query.data?.committee;
  if (committee === null) return <UnknownRecord kind="committee" id={code} to="/committees" />;
  return (
    <Page
      waiting={query.isPending}
      title={committee ? madeVisible(committee.name) : "Committee"}
      heading={committee && <ForeignText>{committee.name}</ForeignText>}
      summary={committee ? <Summary committee={committee} /> : " "}
    >
      <TwoPanels even>
        <Panel
          title="Members"
          query={query}
          height={320}
          empty={{
            when: () => committee?.members.length === 0,
            say: "No members in the newest roster.",
          }}
        >
          {() => committee && <Roster members={committee.members} />}
        </Panel>
        <Panel
          title="Jurisdiction"
          query={query}
          height={320}
          empty={{
            when: () => committee?.jurisdiction.length === 0,
            say: "This committee has no jurisdiction on file, so trades are not matched to it.",
          }}
        >
          {() => committee && <Jurisdiction rows={committee.jurisdiction} />}
        </Panel>
      </TwoPanels>
      <CommitteeTrades
        code={code}
        page={pageOf(search.page)}
        row={search.row}
        onOpen={(row) => show({ ...search, row })}
      />
      <RowDrawer title="Congressional trade" row={search.row} onClose={() => show({ ...search, row: undefined })}>
        {(id) => <PoliticianTradeDetails id={id} />}
      </RowDrawer>
    </Page>
  );
}

function Summary({ committee: { code, chamber, type, current, asOf, parentCode } }: { committee: Committee }) {
  return (
    <>
      <code>{code}</code> · {chamber}
      {type.toLowerCase() !== chamber.toLowerCase() && (
        <>
          , <ForeignText>{type}</ForeignText>
        </>
      )}
      {!current && " · ! former"}
      {asOf && ` · as of ${asOf}`}
      {parentCode && (
        <>
          {" "}
          · part of{" "}
          <DataLink to="committees" id={parentCode}>
            {parentCode}
          </DataLink>
        </>
      )}
    </>
  );
}

const partyOf = ({ party, state }: Committee["members"][number]) =>
  [party?.slice(0, 1) ?? "?", state].filter(Boolean).join("-");

function Roster({ members }: Pick<Committee, "members">) {
  return (
    <DataTable
      label="Roster by side and rank"
      rows={members}
      keyOf={({ bioguideId }) => bioguideId}
      columns={[
        {
          id: "name",
          head: "Member",
          narrow: "first",
          cell: ({ bioguideId, name }) => (
            <DataLink to="politicians" id={bioguideId}>
              {name}
            </DataLink>
          ),
        },
        { id: "party", head: "Party", narrow: "second", cell: partyOf },
        { id: "side", head: "Side", narrow: "second", cell: ({ side }) => side ?? "–" },
        { id: "rank", head: "Rank", number: true, narrow: "second", cell: ({ rank }) => count(rank) },
        { id: "seniority", head: "Seniority", number: true, cell: ({ seniority }) => count(seniority) },
        {
          id: "title",
          head: "Office",
          narrow: "second",
          cell: ({ title }) => <ForeignText>{title ?? "–"}</ForeignText>,
        },
      ]}
    />
  );
}

function Jurisdiction({ rows }: { rows: Committee["jurisdiction"] }) {
  return (
    <DataTable
      label="Jurisdiction"
      rows={rows}
      keyOf={({ sector, industry, reason }) => `${sector} ${industry} ${reason}`}
      columns={[
        {
          id: "covers",
          head: "Covers",
          narrow: "first",
          cell: ({ sector, industry, general }) => (
            <ForeignText>{general ? "all companies (not matched)" : (industry ?? `all of ${sector}`)}</ForeignText>
          ),
        },
        {
          id: "reason",
          head: "Reason",
          narrow: "second",
          cell: ({ reason }) => <span className={classes.reason}>{reason}</span>,
        },
      ]}
    />
  );
}

type Trade = NonNullable<CommitteeTradesQuery["committee"]>["trades"]["nodes"][number];

// Trades by members who sat on the committee, in sectors or industries of its jurisdiction.
interface CommitteeTradesProps {
  code: string;
  page: number;
  /** id of the open row */
  row: string | undefined;
  onOpen(row: string): void;
}

const bases: Record<string, string> = { roster: "✓ roster", inferred: "? inferred" };

function CommitteeTrades({ code, page, row, onOpen }: CommitteeTradesProps) {
  return (
    <ListPanel
      title="Matched trades"
      query={useRead(committeeTrades, { code, page, pageSize })}
      listOf={({ committee }) => committee?.trades}
      height={200}
      keyOf={({ id }) => String(id)}
      onOpen={({ id }) => onOpen(String(id))}
      openBy={({ id }) => ({ row: String(id) })}
      isMarked={({ id }) => String(id) === row}
      columns={columnsOf(code)}
      empty="No known trade by a sitting member in a sector this committee covers."
      page={page}
    />
  );
}

const columnsOf = (code: string): Column<Trade>[] => [
  ...dateColumns,
  lateColumn,
  memberColumn,
  typeColumn,
  assetColumn,
  { id: "sector", head: "Sector", shownFrom: "large", cell: ({ sector }) => sector ?? "–" },
  rangeColumn,
  {
    id: "basis",
    head: "Seat known by",
    cell: ({ committeeMatches }) => {
      const basis = committeeMatches.find((one) => one.code === code)?.basis ?? "–";
      return bases[basis] ?? basis;
    },
  },
  marksBesideLateColumn,
];
