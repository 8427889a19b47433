// /account/errors: why did it fail? Kinds first, then the requests of a kind; a row opens with what was sent and what to do about it.
import { Button } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { count, instant } from "../../frame/format.ts";
import { Page } from "../../frame/page.tsx";
import { Pager, pageOf } from "../../frame/pager.tsx";
import { Panel } from "../../frame/panel.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Errors } from "../../generated/operations.ts";
import { ErrorGroupList } from "../home/error-group-list.tsx";
import { ErrorDrawer } from "./error-drawer.tsx";

interface Search {
  status?: string;
  route?: string;
  code?: string;
  page?: string;
  request?: string;
}

const pageSize = 25;

export function ErrorsPage() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const show = (next: Search) => void navigate({ to: "/account/errors", search: next, resetScroll: false });
  const page = pageOf(search.page);
  const status = Number.parseInt(search.status ?? "", 10);
  const errors = useRead(Errors, {
    status: Number.isNaN(status) ? undefined : status,
    route: search.route,
    code: search.code,
    page,
    pageSize,
  });
  const isFiltered = Boolean(search.status || search.route || search.code);
  const list = errors.data?.viewer.errors;
  const nothing = isFiltered ? (
    <>
      No such error is kept.{" "}
      <Button size="compact-sm" variant="default" onClick={() => show({})}>
        Show all
      </Button>
    </>
  ) : (
    "✓ No request failed in the last 30 days."
  );
  return (
    <Page
      title="Errors"
      summary="The newest 500 of the last 30 days, of all your keys. A 401 belongs to no account and is not among them."
    >
      <Panel
        title="Kinds"
        query={errors}
        height={60}
        empty={{
          when: ({ viewer }) => viewer.errorGroups.length === 0,
          say: "✓ No request failed in the last 30 days.",
        }}
      >
        {({ viewer }) => <ErrorGroupList groups={viewer.errorGroups} />}
      </Panel>
      <Panel
        title={
          list
            ? `Requests: ${count(list.total)}${isFiltered ? ` (${[search.status, search.route, search.code].filter(Boolean).join(" ")})` : ""}`
            : "Requests"
        }
        query={errors}
        height={120}
        actions={
          isFiltered && (
            <Button size="compact-sm" variant="default" onClick={() => show({})}>
              Show all
            </Button>
          )
        }
        empty={{ when: ({ viewer }) => viewer.errors.nodes.length === 0, say: nothing }}
      >
        {({ viewer }) => (
          <DataTable
            label="Failed requests"
            rows={viewer.errors.nodes}
            keyOf={({ requestId, at }) => `${requestId} ${at}`}
            onOpen={({ requestId }) => show({ ...search, request: requestId })}
            isMarked={({ requestId }) => requestId === search.request}
            columns={[
              {
                id: "at",
                head: "time (UTC)",
                narrow: "first",
                cell: ({ at }) => <time dateTime={at}>{instant(at)}</time>,
              },
              { id: "status", head: "status", number: true, narrow: "second", cell: (row) => row.status },
              { id: "route", head: "endpoint", narrow: "second", cell: ({ route }) => <code>{route}</code> },
              {
                id: "message",
                head: "cause",
                narrow: "second",
                cell: ({ message }) => (
                  <ForeignText>{message.length > 90 ? `${message.slice(0, 90)}…` : message}</ForeignText>
                ),
              },
              { id: "key", head: "key", cell: ({ keyLastFour }) => (keyLastFour ? <code>…{keyLastFour}</code> : "–") },
              { id: "id", head: "request id", cell: ({ requestId }) => <code>{requestId}</code> },
            ]}
          />
        )}
      </Panel>
      <Pager
        page={page}
        pageSize={pageSize}
        total={list?.total}
        onPage={(next) => show({ ...search, page: String(next), request: undefined })}
      />
      <ErrorDrawer
        failure={list?.nodes.find(({ requestId }) => requestId === search.request)}
        onClose={() => show({ ...search, request: undefined })}
      />
    </Page>
  );
}
