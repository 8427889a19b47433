// A panel that loads, is empty, fails and recovers independently. If a refresh fails, it still shows the previous data.
// While the data of another question load, the previous ones stay, dimmed and marked as busy. A list's panel has one
// page of it: the number of its rows, their table, and below it the links to the other pages.
import { Alert, Button, Skeleton, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { count, instant } from "./format.ts";
import { RequestError } from "./operation.ts";
import classes from "./panel.module.css";
import { DataTable, type DataTableProps, Pager } from "./table/data-table.tsx";

interface PanelProps<Data> {
  title: string;
  query: UseQueryResult<Data, Error>;
  /** usual height of the content in pixels, so that nothing shifts when it loads */
  height: number;
  actions?: ReactNode;
  /** shown instead of the content if `when` returns true: why there is no data, and the next step */
  empty?: { when: (data: Data) => boolean; say: ReactNode };
  /** shown instead of the content while nothing can be requested: why, and the next step */
  instead?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function Panel<Data>({ title, query, height, actions, empty, instead, children }: PanelProps<Data>) {
  const id = useId();
  const { data, error, isPending, isPlaceholderData } = query;
  const isLoading = isPending && !instead;
  const isPrevious = isPlaceholderData && !instead;
  return (
    <section
      className={classes.panel}
      aria-labelledby={id}
      aria-busy={isLoading || isPrevious}
      data-loading={isLoading || undefined}
    >
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {error && !instead && <PanelError error={error} query={query} />}
      {isLoading && <Skeleton height={height} animate={false} aria-hidden="true" />}
      {(instead || data !== undefined) && (
        <div className={classes.body} style={{ minHeight: height }}>
          {instead || data === undefined || empty?.when(data) ? (
            <div className={classes.empty}>{instead || empty?.say}</div>
          ) : (
            children(data)
          )}
        </div>
      )}
    </section>
  );
}

function PanelError({
  error,
  query,
}: {
  error: Error;
  query: Pick<UseQueryResult, "refetch" | "data" | "dataUpdatedAt" | "isFetching">;
}) {
  const requestId = error instanceof RequestError ? error.requestId : null;
  return (
    <Alert color="bad" variant="default" title={`× ${error.message}`} className={classes.error} role="alert">
      {query.data !== undefined && (
        <div>The rows below are as of {instant(new Date(query.dataUpdatedAt).toISOString())} UTC.</div>
      )}
      {requestId && (
        <div>
          Request <code>{requestId}</code>
        </div>
      )}
      <Button
        size="compact-sm"
        variant="default"
        mt={8}
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Retry
      </Button>
    </Alert>
  );
}

// One page of a list: a panel with the number of its rows, their table, and below it the links to the other pages.

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
