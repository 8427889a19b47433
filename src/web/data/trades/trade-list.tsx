// The trades of one company or of one insider, newest filing first, as a panel of a record's page.
import type { ReactNode } from "react";
import { useRead } from "../../frame/operation.ts";
import { ListPanel, pageSize } from "../../frame/table/list-panel.tsx";
import { type InsiderTradeFilter, Trades } from "../../generated/operations.ts";
import { type TradeRow, tradeColumns, tradeLots } from "./columns.tsx";
import { ordersOf } from "./orders.ts";

interface TradeListProps {
  label: string;
  filter: InsiderTradeFilter;
  /** the column of the record itself */
  without: "company" | "insider";
  /** why there are no rows */
  empty: string;
  actions?: ReactNode;
  /** false until the filter is known */
  isReady?: boolean;
  page: number;
  /** the parameter of the URL that has the page; default: `page` */
  pageParameter?: string;
  /** id of the open row */
  row: string | undefined;
  onOpen(row: string): void;
}

export function TradeList(props: TradeListProps) {
  const { label, filter, without, isReady = true, page, row, onOpen, ...shown } = props;
  const columns = tradeColumns.filter(({ id }) => id !== without);
  return (
    <ListPanel
      title="Trades"
      label={label}
      query={useRead(Trades, { filter, includeDerivative: false, page, pageSize }, { enabled: isReady })}
      listOf={({ insiderTrades: { total, nodes } }) => ({ total, nodes: ordersOf(nodes) })}
      height={240}
      keyOf={({ id }: TradeRow) => String(id)}
      onOpen={({ id }) => onOpen(String(id))}
      openBy={({ id }) => ({ row: String(id) })}
      isMarked={({ id }) => String(id) === row}
      columns={columns}
      parts={tradeLots}
      page={page}
      {...shown}
    />
  );
}
