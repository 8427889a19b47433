// The table of all lists: sticky head and first column, dense rows; on a narrow screen a row has two lines. If rows can
// be opened, arrow keys move between them and Enter opens one. A row may sum up others, which it shows and hides. Below
// it are the links to the other pages of the list.
// biome-ignore-all lint/a11y/noRedundantRoles: on a narrow screen rows are laid out as blocks, where Safari would forget that this is a table
// biome-ignore-all lint/a11y/useSemanticElements: no fieldset, there is nothing to fill in
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so its frame takes the focus

import { Button, Pagination } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import classes from "./data-table.module.css";

type Narrow = "first" | "second";

export interface Column<Row> {
  id: string;
  /** with the unit, e.g. `last used (UTC)` */
  head: string;
  /** what the values are, as a tooltip of the head */
  hint?: string;
  cell: (row: Row) => ReactNode;
  /** right-aligned, tabular */
  number?: boolean;
  /** a column of buttons, which need no head on a narrow screen */
  actions?: boolean;
  /** the line on a narrow screen; left out there if undefined, or if the function returns undefined for the row */
  narrow?: Narrow | ((row: Row) => Narrow | undefined);
  /** left out on a screen that is smaller, so that nothing is cut off: `large` from 1,400 px, `huge` from 1,700 px */
  shownFrom?: "large" | "huge";
  /** direction, if the rows are sorted by this column */
  sorted?: "ascending" | "descending";
  /** the parameters of the URL that sort the rows by this column */
  sortBy?: Record<string, string | undefined>;
}

/** How a row shows the rows that it sums up. */
interface Parts<Row> {
  /** one or none: the row is not grouped */
  of: (row: Row) => Row[];
  /** id of the column that has the button */
  column: string;
  /** label of the button */
  label: (parts: number) => string;
}

export interface DataTableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row, index: number) => string;
  onOpen?: (row: Row) => void;
  /** the parameters of the URL that open a row: a link, so that it opens without scripts too */
  openBy?: (row: Row) => Record<string, string | undefined> | undefined;
  /** marks a row, e.g. the open one */
  isMarked?: (row: Row) => boolean;
  parts?: Parts<Row>;
  /** placed within text, not alone in a panel */
  plain?: boolean;
}

export function DataTable<Row>({ label, rows, plain, ...table }: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  return (
    <div className={classes.scroll} data-plain={plain || undefined} tabIndex={0} role="group" aria-label={label}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup" className={classes.head}>
          <tr role="row">
            {table.columns.map((column) => (
              <HeadCell key={column.id} column={column} />
            ))}
            {table.openBy && (
              <th role="columnheader" scope="col" className={classes.open}>
                <span className={classes.hidden}>Details</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {rows.map((row, index) => (
            <RowWithParts key={table.keyOf(row, index)} {...table} row={row} isFirst={index === 0} body={body} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<Row>
  extends Pick<DataTableProps<Row>, "columns" | "keyOf" | "onOpen" | "openBy" | "isMarked" | "parts"> {
  row: Row;
  /** takes the focus of the tab key */
  isFirst: boolean;
  body: RefObject<HTMLElement | null>;
}

/** Parts are in the document also while they are hidden: without scripts they are shown. */
function RowWithParts<Row>({ parts, ...props }: RowProps<Row>) {
  const [opened, setOpened] = useState(false);
  const below = parts?.of(props.row) ?? [];
  if (!parts || below.length < 2) return <TableRow {...props} />;
  const toggle = () => setOpened(!opened);
  const button = (
    <Button size="compact-xs" variant="default" className={classes.parts} aria-expanded={opened} onClick={toggle}>
      {parts.label(below.length)}
    </Button>
  );
  return (
    <>
      <TableRow
        {...props}
        onOpen={toggle}
        openBy={props.openBy && (() => undefined)}
        extra={{ column: parts.column, content: button }}
      />
      {below.map((part, index) => (
        <TableRow key={props.keyOf(part, index)} {...props} row={part} isFirst={false} isPart isHidden={!opened} />
      ))}
    </>
  );
}

interface TableRowProps<Row> extends Omit<RowProps<Row>, "parts" | "keyOf"> {
  isPart?: boolean;
  isHidden?: boolean;
  extra?: { column: string; content: ReactNode };
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { columns, row, onOpen, openBy, isMarked, isFirst, body, isPart, isHidden, extra } = props;
  return (
    <tr
      role="row"
      className={classes.row}
      data-marked={isMarked?.(row) || undefined}
      data-opens={onOpen ? true : undefined}
      data-part={isPart}
      hidden={isHidden}
      tabIndex={onOpen ? (isFirst ? 0 : -1) : undefined}
      onClick={onOpen && ((event) => isOfRow(event) && onOpen(row))}
      onKeyDown={onOpen && ((event) => moveOrOpen(event, body.current, () => onOpen(row)))}
    >
      {columns.map(({ id, head, number, actions, narrow, shownFrom, cell }) => (
        <td
          key={id}
          role="cell"
          data-label={actions ? undefined : head}
          data-number={number}
          data-narrow={(typeof narrow === "function" ? narrow(row) : narrow) ?? "hidden"}
          data-shown-from={shownFrom}
        >
          {cell(row)}
          {extra?.column === id && extra.content}
        </td>
      ))}
      {openBy && <OpenCell search={openBy(row)} />}
    </tr>
  );
}

/** The link that opens a row; empty for a row of several parts. */
function OpenCell({ search }: { search: Record<string, string | undefined> | undefined }) {
  return (
    <td role="cell" className={classes.open} data-narrow={search ? "first" : "hidden"}>
      {search && (
        <Link to="." search={(given: object) => ({ ...given, ...search })} resetScroll={false}>
          Details
        </Link>
      )}
    </td>
  );
}

function HeadCell<Row>({ column }: { column: Column<Row> }) {
  const { head, hint, number, shownFrom, sorted, sortBy } = column;
  return (
    <th
      role="columnheader"
      scope="col"
      title={hint}
      data-number={number}
      data-shown-from={shownFrom}
      aria-sort={sorted}
    >
      {sortBy ? (
        <Link
          to="."
          search={(search: object) => ({ ...search, ...sortBy })}
          resetScroll={false}
          className={classes.sort}
        >
          {head} <span aria-hidden="true">{sorted === "ascending" ? "▲" : sorted === "descending" ? "▼" : ""}</span>
        </Link>
      ) : (
        head
      )}
    </th>
  );
}

/** False for a click on a link or button in the row, which must not also open the row. */
const isOfRow = ({ target }: MouseEvent<HTMLElement>) => !(target as Element).closest("a, button");

function moveOrOpen(event: KeyboardEvent<HTMLTableRowElement>, body: HTMLElement | null, open: () => void): void {
  // ignores key events of elements inside the row
  if (event.target !== event.currentTarget || !body) return;
  const rows = ([...body.children] as HTMLElement[]).filter(({ hidden }) => !hidden);
  const here = rows.indexOf(event.currentTarget);
  const steps: Record<string, number> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 };
  if (event.key === "Enter") open();
  else if (event.key in steps) {
    const next = rows[steps[event.key] ?? here];
    if (!next) return;
    for (const row of rows) row.tabIndex = row === next ? 0 : -1;
    next.focus();
  } else return;
  event.preventDefault();
}

interface PagerProps {
  page: number;
  pageSize: number;
  total: number | undefined;
  /** without it the pages are links: a parameter of the URL, `page` or another one */
  onPage?: ((page: number) => void) | undefined;
  parameter?: string | undefined;
}

/** The page links of a list with more than one page. */
export function Pager({ page, pageSize, total, onPage, parameter = "page" }: PagerProps) {
  const pages = Math.ceil((total ?? 0) / pageSize);
  if (pages < 2) return null;
  const neighbours: Record<string, number> = { previous: page - 1, next: page + 1 };
  return (
    <Pagination
      total={pages}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({
        "aria-label": `${control} page`,
        ...(!onPage && linkTo(parameter, Math.min(pages, Math.max(1, neighbours[control] ?? 1)))),
      })}
      getItemProps={(number) => ({ "aria-label": `Page ${number}`, ...(!onPage && linkTo(parameter, number)) })}
    />
  );
}

const linkTo = (parameter: string, page: number) => ({
  component: Link,
  to: ".",
  search: (search: object) => ({ ...search, [parameter]: String(page), row: undefined }),
  resetScroll: false,
});

/** The page number in a URL; 1 if it is not a number from 1 on. */
export function pageOf(text: string | undefined): number {
  return Math.max(1, Number.parseInt(text ?? "1", 10) || 1);
}

/** A link from a filtered list back to the whole list. */
export function ShowAll({ onClick }: { onClick(): void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      Show all
    </Button>
  );
}
