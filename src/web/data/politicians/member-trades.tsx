// A member's trades: all, or only those that are late, committee-related or both; and the price of one of the symbols
// that the member traded, with the trades on it.
import { Chip, Group, NativeSelect } from "@mantine/core";
import { useRead } from "../../frame/operation.ts";
import { ListPanel, pageSize } from "../../frame/panel.tsx";
import { type Column, pageOf, ShowAll } from "../../frame/table/data-table.tsx";
import {
  type MemberPricesQuery,
  type MemberTradesQuery,
  MemberPrices as memberPrices,
  MemberTrades as memberTrades,
} from "../../generated/operations.ts";
import { returnColumns, sideOfKind } from "../cells.tsx";
import {
  assetColumn,
  committeeColumn,
  dateColumns,
  lateColumn,
  marksBesideLateColumn,
  ownerColumn,
  rangeColumn,
  typeColumn,
} from "../politician-trades/columns.tsx";
import { PricesPanel, type PricesWithTrades, sinceOf, type Years } from "../prices-panel.tsx";

export interface TradeSearch {
  isLate?: string | undefined;
  isCommitteeTrade?: string | undefined;
  page?: string | undefined;
  row?: string | undefined;
}

type Trade = MemberTradesQuery["politicianTrades"]["nodes"][number];

interface MemberTradesProps {
  id: string;
  search: TradeSearch;
  onSearch(next: TradeSearch): void;
}

const isOn = (chip: string | undefined) => chip === "true";

export function MemberTrades({ id, search, onSearch }: MemberTradesProps) {
  const page = pageOf(search.page);
  const filter = {
    politicianId: [id],
    ...(isOn(search.isLate) && { isLate: true }),
    ...(isOn(search.isCommitteeTrade) && { isCommitteeTrade: true }),
  };
  const chip = (name: "isLate" | "isCommitteeTrade", label: string) => (
    <Chip
      size="xs"
      checked={isOn(search[name])}
      onChange={(checked) => onSearch({ ...search, [name]: checked ? "true" : undefined, page: undefined })}
    >
      {label}
    </Chip>
  );
  const isFiltered = isOn(search.isLate) || isOn(search.isCommitteeTrade);
  return (
    <ListPanel
      title="Trades"
      label="Trades of this member"
      query={useRead(memberTrades, { filter, page, pageSize })}
      listOf={({ politicianTrades }) => politicianTrades}
      height={240}
      actions={
        <Group gap={8} role="group" aria-label="Only">
          {chip("isLate", "late")}
          {chip("isCommitteeTrade", "committee-related")}
        </Group>
      }
      keyOf={(row) => String(row.id)}
      onOpen={(row) => onSearch({ ...search, row: String(row.id) })}
      openBy={(row) => ({ row: String(row.id) })}
      isMarked={(row) => String(row.id) === search.row}
      columns={columns}
      empty={
        isFiltered ? (
          <>
            No trade is{" "}
            {[isOn(search.isLate) && "late", isOn(search.isCommitteeTrade) && "committee-related"]
              .filter(Boolean)
              .join(" and ")}
            . <ShowAll onClick={() => onSearch({})} />
          </>
        ) : (
          "No trades of this member are stored."
        )
      }
      page={page}
    />
  );
}

const columns: Column<Trade>[] = [
  { ...assetColumn, narrow: "first" },
  ...dateColumns,
  lateColumn,
  typeColumn,
  rangeColumn,
  ownerColumn,
  committeeColumn,
  ...returnColumns,
  marksBesideLateColumn,
];

interface MemberPricesProps {
  id: string;
  /** symbols to choose from, most traded first */
  tickers: { ticker: string; count: number }[];
  ticker: string;
  years: Years;
  onChange(next: { ticker?: string; years?: Years }): void;
}

export function MemberPrices({ id, tickers, ticker, years, onChange }: MemberPricesProps) {
  const prices = useRead(memberPrices, { id, ticker, from: sinceOf(years) });
  const offered = tickers.some((one) => one.ticker === ticker) ? tickers : [{ ticker, count: 0 }, ...tickers];
  return (
    <PricesPanel
      title={`Price of ${ticker}`}
      query={prices}
      read={marked}
      years={years}
      onYears={(span) => onChange({ years: span })}
      controls={
        <NativeSelect
          size="xs"
          aria-label="Ticker"
          value={ticker}
          onChange={(event) => onChange({ ticker: event.currentTarget.value })}
          data={offered.map(({ ticker: value, count }) => ({ value, label: count ? `${value} (${count})` : value }))}
        />
      }
    />
  );
}

function marked({ priceLine, politicianTrades: { total, nodes } }: MemberPricesQuery): PricesWithTrades {
  return {
    line: priceLine,
    trades: total,
    marks: nodes.flatMap(({ tradedOn, filedOn, delayDays, tradeType, amountRange }) =>
      tradedOn
        ? {
            day: tradedOn,
            side: sideOfKind(tradeType),
            readout: `${tradeType} ${amountRange ?? "of an unknown amount"}, filed ${filedOn} (+${delayDays ?? "–"} d)`,
          }
        : [],
    ),
  };
}
