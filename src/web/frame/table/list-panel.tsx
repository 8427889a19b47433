// One page of a list: a panel with the number of its rows, their table, and below it the links to the other pages.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { count } from "../format.ts";
import { Panel } from "../panel.tsx";
import { DataTable, type DataTableProps, Pager } from "./data-table.tsx";

/** rows of a page */
export const pageSize = 25;

interface ListPanelProps<Data, Row>
  extends Pick<DataTableProps<Row>, "columns" | "keyOf" | "onOpen" | "openBy" | "isMarked" | "parts"> {
  title: string;
  /** follows the number of rows in the title: which rows they are */
  note?: string;
  /** accessible name of the table; default: the title */
  label?: string;
  query: UseQueryResult<Data, Error>;
  /** null: the object whose list it is no longer exists */
  listOf: (data: Data) => { total: number; nodes: Row[] } | null | undefined;
  /** usual height of the table in pixels */
  height?: number;
  actions?: ReactNode;
  /** why there are no rows, and the next step */
  empty: ReactNode;
  page: number;
  /** without it the pages are links: the parameter `page` of the URL */
  onPage?: ((page: number) => void) | undefined;
  /** the parameter of the URL that has the page; default: `page` */
  pageParameter?: string | undefined;
}

export function ListPanel<Data, Row>({
  title,
  note = "",
  label = title,
  query,
  listOf,
  height = 300,
  actions,
  empty,
  page,
  onPage,
  pageParameter,
  ...table
}: ListPanelProps<Data, Row>) {
  const total = query.data === undefined ? undefined : listOf(query.data)?.total;
  return (
    <>
      <Panel
        title={total === undefined ? title : `${title}: ${count(total)}${note}`}
        query={query}
        height={height}
        actions={actions}
        empty={{ when: (data) => !listOf(data)?.nodes.length, say: empty }}
      >
        {(data) => <DataTable label={label} rows={listOf(data)?.nodes ?? []} {...table} />}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} parameter={pageParameter} />
    </>
  );
}
