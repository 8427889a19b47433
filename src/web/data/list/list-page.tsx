// The layout of all data lists: filters with the API's names, the same rows as the API, and the request to copy.
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Route } from "../../../../rest/define-route.ts";
import type { Sorts } from "../../../filters/sorts.ts";
import { count } from "../../frame/format.ts";
import { type Operation, useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { useServerRender } from "../../frame/server-render.ts";
import { type Column, DataTable, type DataTableProps, Pager, pageOf } from "../../frame/table/data-table.tsx";
import { RowDrawer } from "../trade-drawer.tsx";
import { type ApiRequest, ApiRequestButton, asList, readRequest, useVocabulary } from "./api-request.tsx";
import { Filters, type Preset } from "./filters.tsx";
import { chosenFilters, type ListSearch } from "./search.ts";

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
  path: string;
  /** the API route whose parameters the page uses */
  route: Route;
  operation: Operation<Data, Variables>;
  rowsOf(data: Data, view: ListView): { total: number; nodes: Row[] };
  keyOf(row: Row): string;
  columns: (view: ListView) => Column<Row>[];
  /** the parameter that the search box represents */
  searched: string;
  /** placeholder of the search box */
  hint: string;
  presets?: Preset[];
  /** names of the parameters whose controls are always shown */
  usual?: string[];
  parts?: DataTableProps<Row>["parts"];
  /** the page of a list that exists only for a search: what it says before there is one */
  beforeSearch?: string;
  above?: (view: ListView) => ReactNode;
  /** title and content of a row's drawer, by the row's key */
  drawer?: { title: string; content(key: string): ReactNode };
  onOpen?: (row: Row) => void;
}

export function ListPage<Data, Row, Variables>(props: ListPageProps<Data, Row, Variables>) {
  const { title, route, operation, rowsOf, searched, hint, presets, usual = [] } = props;
  const search = useSearch({ strict: false }) as ListSearch;
  const navigate = useNavigate();
  const vocabulary = useVocabulary();
  const show = (next: ListSearch) => void navigate({ to: props.path, search: next, resetScroll: false });
  const list = asList(route);
  const isWaiting = props.beforeSearch !== undefined && !search[searched];
  const request = readRequest(list, { pageSize: String(pageSize), ...search }, vocabulary ?? emptyVocabulary);
  const isReady = vocabulary !== undefined && !isWaiting && request.variables !== undefined;
  const read = useRead(operation, request.variables as Variables, { enabled: isReady });
  const change = (changes: ListSearch) => show({ ...search, page: undefined, row: undefined, ...changes });
  const isRefused = vocabulary !== undefined && !isWaiting && request.problems.length > 0;
  const view = { search, request, isRefused, change };
  const server = useServerRender();
  if (isRefused) server?.status(400);
  const total = !isRefused && read.data ? rowsOf(read.data, view).total : undefined;
  return (
    <Page
      title={title}
      summary={<span role="status">{totalOf(total, read.isPlaceholderData)}</span>}
      actions={<ApiRequestButton path={list.path} search={search} />}
    >
      <Filters
        path={props.path}
        parameters={list.params}
        searched={searched}
        hint={hint}
        presets={presets}
        usual={usual}
        isFocused={props.beforeSearch !== undefined}
        search={search}
        problems={isRefused ? request.problems : []}
        vocabulary={vocabulary}
        onChange={change}
      />
      {props.above?.(view)}
      <Rows {...props} view={view} read={read} onShow={(row) => show({ ...search, row })} />
      <Pager page={pageOf(search.page)} pageSize={Number(search.pageSize ?? pageSize)} total={total} />
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
  const { title, rowsOf, keyOf, columns, drawer, onOpen, parts } = props;
  const open = onOpen ?? (drawer && ((row: Row) => onShow(keyOf(row))));
  const isFiltered = chosenFilters(view.search).length > 0;
  const before = !view.search[props.searched] && props.beforeSearch;
  return (
    <>
      <Panel
        title={title}
        query={read}
        height={before ? 60 : pageSize * 28}
        instead={view.isRefused ? refusedFilter : before}
        empty={{
          when: (data) => rowsOf(data, view).nodes.length === 0,
          say: isFiltered ? "No matches. Remove one of the filters above." : "Nothing is stored yet.",
        }}
      >
        {(data) => (
          <DataTable
            label={title}
            rows={rowsOf(data, view).nodes}
            keyOf={keyOf}
            columns={columns(view)}
            onOpen={open}
            parts={parts}
            openBy={drawer && ((row) => ({ row: keyOf(row) }))}
            isMarked={(row) => keyOf(row) === view.search.row}
          />
        )}
      </Panel>
      {drawer && (
        <RowDrawer title={drawer.title} row={view.search.row} onClose={() => onShow(undefined)}>
          {(id) => drawer.content(String(id))}
        </RowDrawer>
      )}
    </>
  );
}

interface ColumnSort {
  sorted?: "ascending" | "descending";
  sortBy: ListSearch;
}

/** The props that make a column sort the list. Sorting by the same column again reverses the order. */
export const sortedBy =
  <Sort extends string>({ request }: ListView, sorts: Sorts<Sort>) =>
  (sort: Sort): ColumnSort => {
    const isSorted = request.variables?.sort === sort;
    const isUp = request.variables?.order === "ASC";
    return {
      ...(isSorted && { sorted: isUp ? "ascending" : "descending" }),
      sortBy: {
        sort: sorts[sort].name,
        order: isSorted && !isUp ? "asc" : "desc",
        page: undefined,
        row: undefined,
      },
    };
  };

/** The columns, of which those that are named in `sorts` sort the list. */
export function sortedColumns<Row, Sort extends string>(
  columns: Column<Row>[],
  sorts: Record<string, Sort>,
  by: (sort: Sort) => ColumnSort,
): Column<Row>[] {
  return columns.map((column) => {
    const sort = sorts[column.id];
    return sort ? { ...column, ...by(sort) } : column;
  });
}
