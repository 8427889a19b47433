// The failed requests of an account: kinds first, then the requests of a kind. A row opens its details and a remedy.
import { Drawer } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fact, Facts } from "./facts.tsx";
import { count, instant, relative, shortened, useNow } from "./format.ts";
import { ListPanel, Panel, pageSize } from "./panel.tsx";
import { type Column, DataTable, pageOf, ShowAll } from "./table/data-table.tsx";
import { CopyButton, ForeignText } from "./text.tsx";

// One failed request: its parameters, the error response, and what to do about it.
// What a caller can do about a status code, and the link to the documentation.
interface Remedy {
  words: string;
  href: string;
}

const remedies: Partial<Record<number, Remedy>> = {
  400: { words: "Correct the named parameter and send the request again.", href: "/docs/reference#endpoints" },
  403: {
    words: "This key works only from its allowed addresses. Send from one of them, or use another key.",
    href: "/docs/quickstart",
  },
  404: {
    words: "The record or path does not exist. Look up the id first, in a list or with /symbols.",
    href: "/docs/reference#errors",
  },
  405: { words: "Every route is read-only: use GET.", href: "/docs/reference#errors" },
  429: {
    words: "Wait for the time in Retry-After, or choose a larger plan.",
    href: "/docs/guides/limits",
  },
  500: {
    words:
      "Something went wrong on our side; the request was not counted. Try again. If it persists, send the request id to the operator.",
    href: "/docs/quickstart",
  },
  503: {
    words:
      "The service was temporarily unavailable; the request was not counted. Try again after the time in Retry-After.",
    href: "/docs/quickstart",
  },
};

function remedyFor(status: number): Remedy {
  return remedies[status] ?? { words: "Read the message of the response.", href: "/docs/reference#errors" };
}

interface Failure {
  requestId: string;
  at: string;
  route: string;
  status: number;
  message: string;
  keyLastFour: string;
  /** name to value, or values, as sent */
  parameters: unknown;
}

function ErrorDrawer({ failure, onClose }: { failure: Failure | undefined; onClose(): void }) {
  return (
    <Drawer
      opened={failure !== undefined}
      onClose={onClose}
      position="right"
      title={failure && `${failure.status} ${failure.route}`}
    >
      {failure && <Details failure={failure} />}
    </Drawer>
  );
}

function Details({ failure: { requestId, at, status, message, keyLastFour, parameters } }: { failure: Failure }) {
  const sent = Object.entries((parameters ?? {}) as Record<string, unknown>);
  const remedy = remedyFor(status);
  return (
    <Facts>
      <Fact name="Response">
        <ForeignText>{message}</ForeignText>
      </Fact>
      <Fact name="What to do">
        {remedy.words} <a href={remedy.href}>Read more</a>
      </Fact>
      <Fact name="Parameters">
        {sent.length === 0 && "none"}
        <ul>
          {sent.map(([name, value]) => (
            <li key={name}>
              <code>
                <ForeignText>{`${name} = ${typeof value === "string" ? value : JSON.stringify(value)}`}</ForeignText>
              </code>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name="Time">{instant(at)} UTC</Fact>
      <Fact name="Key">{keyLastFour ? <code>…{keyLastFour}</code> : "–"}</Fact>
      <Fact name="Request id">
        <code>{requestId}</code> <CopyButton text={requestId} label="Copy" />
      </Fact>
    </Facts>
  );
}

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

const none = "✓ No failed requests in the last 30 days.";

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
        title="By cause"
        query={query}
        height={60}
        empty={{ when: (data) => !of(data)?.errorGroups.length, say: none }}
      >
        {(data) => <ErrorGroupList groups={of(data)?.errorGroups ?? []} at={at} search={fixed} />}
      </Panel>
      <ListPanel
        title="Requests"
        note={kind && ` (${kind})`}
        label="Failed requests"
        query={query}
        listOf={(data) => of(data)?.errors}
        height={120}
        actions={kind && all}
        keyOf={({ requestId, at: time }) => `${requestId} ${time}`}
        onOpen={({ requestId }) => show({ ...search, request: requestId })}
        isMarked={({ requestId }) => requestId === search.request}
        columns={columns}
        empty={kind ? <>No stored errors have this cause. {all}</> : none}
        page={pageOf(search.page)}
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
  { id: "at", head: "Time (UTC)", narrow: "first", cell: ({ at }) => <time dateTime={at}>{instant(at)}</time> },
  { id: "status", head: "Status", number: true, narrow: "second", cell: (row) => row.status },
  { id: "route", head: "Endpoint", narrow: "second", cell: ({ route }) => <code>{route}</code> },
  {
    id: "message",
    head: "Cause",
    narrow: "second",
    cell: ({ message }) => <ForeignText>{shortened(message, 90)}</ForeignText>,
  },
  { id: "key", head: "Key", cell: ({ keyLastFour }) => (keyLastFour ? <code>…{keyLastFour}</code> : "–") },
  { id: "id", head: "Request id", cell: ({ requestId }) => <code>{requestId}</code> },
];

interface ErrorKind {
  status: number;
  route: string;
  code: string;
  message: string;
  requests: number;
  lastAt: string;
}

interface ErrorGroupListProps {
  groups: ErrorKind[];
  /** URL of the list of requests, without the kind */
  at: string;
  search?: Record<string, string>;
}

export function ErrorGroupList({ groups, at, search }: ErrorGroupListProps) {
  const now = useNow();
  return (
    <DataTable
      label="Errors by cause"
      rows={groups}
      keyOf={({ status, route, code }) => `${status} ${route} ${code}`}
      columns={[
        {
          id: "status",
          head: "Status",
          narrow: "first",
          cell: ({ status, route, code }) => (
            <Link to={at} search={{ ...search, status, route, code }}>
              {status} {route}
            </Link>
          ),
        },
        { id: "message", head: "Cause", narrow: "second", cell: ({ message }) => <ForeignText>{message}</ForeignText> },
        { id: "requests", head: "Requests", number: true, narrow: "second", cell: ({ requests }) => count(requests) },
        { id: "last", head: "Last", number: true, narrow: "second", cell: ({ lastAt }) => relative(lastAt, now) },
      ]}
    />
  );
}
