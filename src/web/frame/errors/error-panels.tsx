// The failed requests of an account: kinds first, then the requests of a kind. A row opens its details and a remedy.
import type { UseQueryResult } from "@tanstack/react-query";
import { ForeignText } from "../foreign-text.tsx";
import { count, instant, shortened } from "../format.ts";
import { Pager, pageOf } from "../pager.tsx";
import { Panel } from "../panel.tsx";
import { ShowAll } from "../show-all.tsx";
import { type Column, DataTable } from "../table/data-table.tsx";
import { ErrorDrawer, type Failure } from "./error-drawer.tsx";
import { ErrorGroupList, type ErrorKind } from "./error-group-list.tsx";

/** The URL parameters of these panels. */
export interface ErrorSearch {
  status?: string;
  route?: string;
  code?: string;
  page?: string;
  request?: string;
}

interface FailedRequests {
  errorGroups: ErrorKind[];
  errors: { total: number; nodes: Failure[] };
}

interface ErrorPanelsProps<Data> {
  query: UseQueryResult<Data, Error>;
  /** null: the account no longer exists */
  of: (data: Data) => FailedRequests | null;
  search: ErrorSearch;
  show(search: ErrorSearch): void;
  /** URL of the page, and the parameters that every link retains */
  at: string;
  fixed?: Record<string, string>;
}

const pageSize = 25;
const none = "✓ No request failed in the last 30 days.";

/** The operations' variables for the URL parameters. */
export function errorVariables({ status: text, route, code, page }: ErrorSearch) {
  const status = Number.parseInt(text ?? "", 10);
  return { status: Number.isNaN(status) ? undefined : status, route, code, page: pageOf(page), pageSize };
}

export function ErrorPanels<Data>({ query, of, search, show, at, fixed }: ErrorPanelsProps<Data>) {
  const list = query.data === undefined ? undefined : of(query.data)?.errors;
  const kind = [search.status, search.route, search.code].filter(Boolean).join(" ");
  const all = <ShowAll onClick={() => show({})} />;
  return (
    <>
      <Panel
        title="Kinds"
        query={query}
        height={60}
        empty={{ when: (data) => !of(data)?.errorGroups.length, say: none }}
      >
        {(data) => <ErrorGroupList groups={of(data)?.errorGroups ?? []} at={at} search={fixed} />}
      </Panel>
      <Panel
        title={list ? `Requests: ${count(list.total)}${kind && ` (${kind})`}` : "Requests"}
        query={query}
        height={120}
        actions={kind && all}
        empty={{
          when: (data) => !of(data)?.errors.nodes.length,
          say: kind ? <>No error of this kind is stored. {all}</> : none,
        }}
      >
        {(data) => (
          <DataTable
            label="Failed requests"
            rows={of(data)?.errors.nodes ?? []}
            keyOf={({ requestId, at: time }) => `${requestId} ${time}`}
            onOpen={({ requestId }) => show({ ...search, request: requestId })}
            isMarked={({ requestId }) => requestId === search.request}
            columns={columns}
          />
        )}
      </Panel>
      <Pager
        page={pageOf(search.page)}
        pageSize={pageSize}
        total={list?.total}
        onPage={(next) => show({ ...search, page: String(next), request: undefined })}
      />
      <ErrorDrawer
        failure={list?.nodes.find(({ requestId }) => requestId === search.request)}
        onClose={() => show({ ...search, request: undefined })}
      />
    </>
  );
}

const columns: Column<Failure>[] = [
  { id: "at", head: "time (UTC)", narrow: "first", cell: ({ at }) => <time dateTime={at}>{instant(at)}</time> },
  { id: "status", head: "status", number: true, narrow: "second", cell: (row) => row.status },
  { id: "route", head: "endpoint", narrow: "second", cell: ({ route }) => <code>{route}</code> },
  {
    id: "message",
    head: "cause",
    narrow: "second",
    cell: ({ message }) => <ForeignText>{shortened(message, 90)}</ForeignText>,
  },
  { id: "key", head: "key", cell: ({ keyLastFour }) => (keyLastFour ? <code>…{keyLastFour}</code> : "–") },
  { id: "id", head: "request id", cell: ({ requestId }) => <code>{requestId}</code> },
];
