// The layout of all data lists: filters with the API's names, the same rows as the API, and the request to copy.
import { Drawer } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Route } from "../../../../../rest/define-route.ts";
import type { Sorts } from "../../../../filters/sorts.ts";
import { codeSample } from "../../../../pages/code-samples.ts";
import { count } from "../../../frame/format.ts";
import { type Operation, useRead } from "../../../frame/operation.ts";
import { Page } from "../../../frame/page.tsx";
import { Panel } from "../../../frame/panel.tsx";
import { type Column, DataTable, Pager, pageOf } from "../../../frame/table/data-table.tsx";
import { CopyButton } from "../../../frame/text.tsx";
import { Filters } from "./filters.tsx";
import { type ApiRequest, asList, chosenFilters, type ListSearch, readRequest, useVocabulary } from "./request.ts";

const pageSize = 25;

/** The request, and a function that changes the URL, for the components around the rows. */
export interface ListView {
  search: ListSearch;
  request: ApiRequest;
  /** a filter is invalid, so nothing is fetched */
  isRefused: boolean;
  change(changes: ListSearch): void;
}

interface ListPageProps<Data, Row, Variables> {
  title: string;
  /** URL of the page */
  place: string;
  /** the API route whose parameters the page uses */
  route: Route;
  operation: Operation<Data, Variables>;
  rowsOf(data: Data): { total: number; nodes: Row[] };
  keyOf(row: Row): string;
  columns: (view: ListView) => Column<Row>[];
  /** the parameter that the search box represents */
  searched: string;
  /** placeholder of the search box */
  hint: string;
  above?: (view: ListView) => ReactNode;
  /** title and content of a row's drawer, by the row's key */
  drawer?: { title: string; content(key: string): ReactNode };
  onOpen?: (row: Row) => void;
}

export function ListPage<Data, Row, Variables>(props: ListPageProps<Data, Row, Variables>) {
  const { title, route, operation, rowsOf, searched, hint } = props;
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const vocabulary = useVocabulary();
  const show = (next: ListSearch) => void navigate({ to: props.place, search: next, resetScroll: false });
  const list = asList(route);
  const request = readRequest(list, { pageSize: String(pageSize), ...search }, vocabulary ?? emptyVocabulary);
  const isReady = vocabulary !== undefined && request.variables !== undefined;
  const read = useRead(operation, request.variables as Variables, { enabled: isReady });
  const change = (changes: ListSearch) => show({ ...search, page: undefined, row: undefined, ...changes });
  const isRefused = vocabulary !== undefined && request.problems.length > 0;
  const view = { search, request, isRefused, change };
  const total = !isRefused && read.data ? rowsOf(read.data).total : undefined;
  return (
    <Page
      title={title}
      summary={<span role="status">{totalOf(total, read.isPlaceholderData)}</span>}
      actions={<CopyButton text={asCurl(list.path, search)} label="Copy as API request" />}
    >
      <Filters
        parameters={list.params}
        searched={searched}
        hint={hint}
        search={search}
        problems={vocabulary ? request.problems : []}
        vocabulary={vocabulary}
        onChange={change}
      />
      {props.above?.(view)}
      <Rows {...props} view={view} read={read} onShow={(row) => show({ ...search, row })} />
      <Pager
        page={pageOf(search.page)}
        pageSize={Number(search.pageSize ?? pageSize)}
        total={total}
        onPage={(page) => change({ page: String(page) })}
      />
    </Page>
  );
}

/** The total is not shown beside filters that it does not belong to. */
function totalOf(total: number | undefined, isPrevious: boolean): string {
  if (total === undefined) return " ";
  return isPrevious ? "Loading …" : `${count(total)} in all`;
}

/** The text of a panel while a filter is invalid. */
export const refusedFilter = "Fix the highlighted filter.";

const emptyVocabulary = { sectors: [], sectorAliases: [], industries: [], transactionCodes: [] };

interface RowsProps<Data, Row, Variables> extends ListPageProps<Data, Row, Variables> {
  view: ListView;
  read: UseQueryResult<Data, Error>;
  onShow(row: string | undefined): void;
}

function Rows<Data, Row, Variables>({ view, read, onShow, ...props }: RowsProps<Data, Row, Variables>) {
  const { title, rowsOf, keyOf, columns, drawer, onOpen } = props;
  const open = onOpen ?? (drawer && ((row: Row) => onShow(keyOf(row))));
  const isFiltered = chosenFilters(view.search).length > 0;
  return (
    <>
      <Panel
        title={title}
        query={read}
        height={pageSize * 28}
        instead={view.isRefused && refusedFilter}
        empty={{
          when: (data) => rowsOf(data).nodes.length === 0,
          say: isFiltered
            ? "No matches. Remove one of the filters above."
            : "Nothing is stored yet. See Ingestion for what was fetched; “npx disclosed sync” fetches more.",
        }}
      >
        {(data) => (
          <DataTable
            label={title}
            rows={rowsOf(data).nodes}
            keyOf={keyOf}
            columns={columns(view)}
            onOpen={open}
            isMarked={(row) => keyOf(row) === view.search.row}
          />
        )}
      </Panel>
      {drawer && (
        <Drawer
          opened={view.search.row !== undefined}
          onClose={() => onShow(undefined)}
          position="right"
          size="lg"
          title={drawer.title}
        >
          {view.search.row && drawer.content(view.search.row)}
        </Drawer>
      )}
    </>
  );
}

/** The request as a curl command; the key is read from an environment variable. */
function asCurl(path: string, { row: _, ...search }: ListSearch): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given as [string, string][]).toString();
  const address = `${location.origin}/api/v1${path}${query && `?${query}`}`;
  return codeSample("shell", { url: address });
}

interface ColumnSort {
  sorted?: "ascending" | "descending";
  onSort: () => void;
}

/** The props that make a column sort the list. Sorting by the same column again reverses the order. */
export const sortedBy =
  <Sort extends string>({ request, change }: ListView, sorts: Sorts<Sort>) =>
  (sort: Sort): ColumnSort => {
    const isSorted = request.variables?.sort === sort;
    const isUp = request.variables?.order === "ASC";
    return {
      ...(isSorted && { sorted: isUp ? "ascending" : "descending" }),
      onSort: () => change({ sort: sorts[sort].name, order: isSorted && !isUp ? "asc" : "desc" }),
    };
  };
