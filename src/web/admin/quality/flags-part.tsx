// Flagged rows: the count of each flag, and the rows, each with a link to its filing; and the titles of securities and
// names of assets that no reviewed pattern covers, whose rows have the flag not_judged.
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { count, shortened } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { ListPanel, Panel, pageSize } from "../../frame/panel.tsx";
import { type Column, DataTable, ShowAll } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  FlaggedRows,
  type FlaggedRowsQuery,
  NotJudgedRows,
  NotJudgedTitles,
  type NotJudgedTitlesQuery,
  type QualityQuery,
} from "../../generated/operations.ts";
import type { PartProps } from "./search.ts";

type Flag = QualityQuery["qualityFlags"][number];
type Row = FlaggedRowsQuery["flaggedRows"]["nodes"][number];

const words: Record<string, string> = {
  no_trade_date: "no trade date",
  no_price: "a purchase or sale without a price",
  price_suspect: "a price far from the market price",
  direction_conflict: "a purchase filed as disposed of, or a sale as acquired",
  plan_unclear: "a footnote about a trading plan that no rule covers",
  transaction_after_filing: "traded after it was filed",
  transaction_after_disclosure: "traded after it was filed",
  future_transaction_date: "traded in the future",
  implausible_lag: "filed more than five years after the trade",
  not_judged: "a security that no pattern covers",
};

const flagWords = (flag: string) => words[flag] ?? flag;

export function FlagsPart({ flags, search, page, show }: PartProps & { flags: UseQueryResult<QualityQuery, Error> }) {
  const { source, flag } = search;
  const isFiltered = Boolean(source || flag);
  const all = <ShowAll onClick={() => show({})} />;
  return (
    <>
      <Panel
        title="By flag"
        query={flags}
        height={120}
        empty={{ when: ({ qualityFlags }) => qualityFlags.length === 0, say: "✓ No row carries a flag." }}
      >
        {({ qualityFlags }) => (
          <DataTable
            label="Flags"
            rows={qualityFlags}
            keyOf={keyOfFlag}
            columns={flagColumns}
            isMarked={(one) => one.source === source && one.flag === flag}
            onOpen={(one) => show({ source: one.source, flag: one.flag })}
          />
        )}
      </Panel>
      <ListPanel
        title="Rows"
        note={flag && ` (${source}: ${flagWords(flag)})`}
        label="Flagged rows"
        query={useRead(FlaggedRows, { source, flag, page, pageSize })}
        listOf={({ flaggedRows }) => flaggedRows}
        keyOf={keyOfRow}
        columns={rowColumns}
        actions={isFiltered && all}
        empty={isFiltered ? <>Row not found. {all}</> : "✓ No row carries a flag."}
        page={page}
        onPage={(next) => show({ source, flag, page: String(next) })}
      />
    </>
  );
}

const keyOfFlag = ({ source, flag }: Flag) => `${source} ${flag}`;
const keyOfRow = ({ source, id, flag }: Row) => `${source} ${id} ${flag}`;

const flagColumns: Column<Flag>[] = [
  { id: "flag", head: "Flag", narrow: "first", cell: ({ flag }) => `! ${flagWords(flag)}` },
  { id: "source", head: "Source", narrow: "second", cell: ({ source }) => source },
  { id: "rows", head: "Rows", number: true, narrow: "second", cell: ({ rows }) => count(rows) },
  { id: "recent", head: "Last 90 days", number: true, narrow: "second", cell: ({ last90Days }) => count(last90Days) },
  { id: "before", head: "90 days before", number: true, cell: ({ the90DaysBefore }) => count(the90DaysBefore) },
  { id: "newest", head: "Newest filed", number: true, cell: ({ newestFiledOn }) => newestFiledOn },
];

/** Also those of rows without a security class. */
const rowColumns: Column<Row>[] = [
  {
    id: "document",
    head: "Filing",
    narrow: "first",
    cell: ({ document }) => (
      <Link to="/admin/filings" search={{ ref: document }}>
        <ForeignText>{document}</ForeignText>
      </Link>
    ),
  },
  { id: "flag", head: "Flag", narrow: "second", cell: ({ flag }) => `! ${flagWords(flag)}` },
  { id: "filed", head: "Filed", narrow: "second", cell: ({ filedOn }) => filedOn },
  { id: "traded", head: "Traded", narrow: "second", cell: ({ tradedOn }) => tradedOn ?? "–" },
  { id: "name", head: "Insider or member", narrow: "second", cell: ({ name }) => <ForeignText>{name}</ForeignText> },
  {
    id: "asset",
    head: "Ticker, company or asset",
    cell: ({ ticker, asset }) => <ForeignText>{`${ticker ?? "–"} ${shortened(asset, 40)}`}</ForeignText>,
  },
];

// Titles of securities and names of assets without a class, and the rows of one of them.
type Title = NotJudgedTitlesQuery["notJudgedTitles"]["nodes"][number];

export function ClassesPart(part: PartProps) {
  const { source, title } = part.search;
  return source !== undefined && title !== undefined ? (
    <RowsOfTitle {...part} source={source} title={title} />
  ) : (
    <Titles {...part} />
  );
}

function Titles({ page, show }: PartProps) {
  return (
    <ListPanel
      title="Titles"
      query={useRead(NotJudgedTitles, { page, pageSize })}
      listOf={({ notJudgedTitles }) => notJudgedTitles}
      keyOf={({ source, title, kind }) => `${source} ${kind} ${title}`}
      columns={columns}
      onOpen={({ source, title }) => show({ source, title })}
      empty="✓ A reviewed pattern covers every title and every asset."
      page={page}
      onPage={(next) => show({ page: String(next) })}
    />
  );
}

function RowsOfTitle({ source, title, page, show }: PartProps & { source: string; title: string }) {
  const all = <ShowAll onClick={() => show({})} />;
  return (
    <ListPanel
      title="Rows"
      note={` (${source}: ${shortened(title, 60)})`}
      label="Rows without a class"
      query={useRead(NotJudgedRows, { source, title, page, pageSize })}
      listOf={({ notJudgedRows }) => notJudgedRows}
      keyOf={({ source, id, document }, index) => `${source} ${id ?? `${document} ${index}`}`}
      columns={rowColumns}
      actions={all}
      empty={<>Row not found. {all}</>}
      page={page}
      onPage={(next) => show({ source, title, page: String(next) })}
    />
  );
}

const columns: Column<Title>[] = [
  {
    id: "title",
    head: "Title or asset",
    narrow: "first",
    cell: ({ title }) => <ForeignText>{shortened(title, 90)}</ForeignText>,
  },
  { id: "source", head: "Source", narrow: "second", cell: ({ source }) => source },
  {
    id: "kind",
    head: "Table or type",
    narrow: "second",
    cell: ({ kind }) => (kind === null ? "–" : <ForeignText>{kind}</ForeignText>),
  },
  { id: "rows", head: "Rows", number: true, narrow: "second", cell: ({ rows }) => count(rows) },
  { id: "newest", head: "Newest filed", number: true, cell: ({ newestFiledOn }) => newestFiledOn },
];
