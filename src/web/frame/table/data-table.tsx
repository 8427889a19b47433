// The table of all lists: sticky head and first column, dense rows; on a narrow screen a row has two lines. If rows can
// be opened, arrow keys move between them and Enter opens one. Below it are the links to the other pages of the list.
// biome-ignore-all lint/a11y/noRedundantRoles: on a narrow screen rows are laid out as blocks, where Safari would forget that this is a table
// biome-ignore-all lint/a11y/useSemanticElements: no fieldset, there is nothing to fill in
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so its frame takes the focus

import { Button, Pagination } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";
import classes from "./data-table.module.css";

type Narrow = "first" | "second";

export interface Column<Row> {
  id: string;
  /** with the unit, e.g. `last used (UTC)` */
  head: string;
  cell: (row: Row) => ReactNode;
  /** right-aligned, tabular */
  number?: boolean;
  /** a column of buttons, which need no head on a narrow screen */
  actions?: boolean;
  /** the line on a narrow screen; left out there if undefined, or if the function returns undefined for the row */
  narrow?: Narrow | ((row: Row) => Narrow | undefined);
  /** direction, if the rows are sorted by this column */
  sorted?: "ascending" | "descending";
  onSort?: () => void;
}

export interface DataTableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row, index: number) => string;
  onOpen?: (row: Row) => void;
  /** marks a row, e.g. the open one */
  isMarked?: (row: Row) => boolean;
  /** placed within text, not alone in a panel */
  plain?: boolean;
}

export function DataTable<Row>({ label, columns, rows, keyOf, onOpen, isMarked, plain }: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  return (
    <div className={classes.scroll} data-plain={plain || undefined} tabIndex={0} role="group" aria-label={label}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup" className={classes.head}>
          <tr role="row">
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {rows.map((row, index) => (
            <tr
              key={keyOf(row, index)}
              role="row"
              className={classes.row}
              data-marked={isMarked?.(row) || undefined}
              data-opens={onOpen ? true : undefined}
              tabIndex={onOpen ? (index === 0 ? 0 : -1) : undefined}
              onClick={onOpen && ((event) => isOfRow(event) && onOpen(row))}
              onKeyDown={onOpen && ((event) => moveOrOpen(event, body.current, () => onOpen(row)))}
            >
              {columns.map(({ id, head, number, actions, narrow, cell }) => (
                <td
                  key={id}
                  role="cell"
                  data-label={actions ? undefined : head}
                  data-number={number}
                  data-narrow={(typeof narrow === "function" ? narrow(row) : narrow) ?? "hidden"}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeadCell<Row>({ column: { head, number, sorted, onSort } }: { column: Column<Row> }) {
  return (
    <th role="columnheader" scope="col" data-number={number} aria-sort={sorted}>
      {onSort ? (
        <button type="button" className={classes.sort} onClick={onSort}>
          {head} <span aria-hidden="true">{sorted === "ascending" ? "▲" : sorted === "descending" ? "▼" : ""}</span>
        </button>
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
  const rows = [...body.children] as HTMLElement[];
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
  onPage(page: number): void;
}

/** The page links of a list with more than one page. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const pages = Math.ceil((total ?? 0) / pageSize);
  if (pages < 2) return null;
  return (
    <Pagination
      total={pages}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ "aria-label": `${control} page` })}
      getItemProps={(number) => ({ "aria-label": `Page ${number}` })}
    />
  );
}

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
