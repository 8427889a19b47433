// The drawer of a trade, insider or congressional: it opens for the row whose id is in the URL, shows how it loads, and
// has the parts that both kinds share: the outcome and the versions of the row.
import { Drawer, Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { instant, perShare, signed } from "../frame/format.ts";
import { FormFailure } from "../frame/forms.tsx";
import { type Operation, useRead } from "../frame/operation.ts";
import { useHydrated } from "../frame/server-render.ts";
import { useSession } from "../frame/session.ts";
import { DataTable } from "../frame/table/data-table.tsx";
import { ForeignText } from "../frame/text.tsx";
import classes from "./trade-drawer.module.css";

interface RowDrawerProps {
  title: string;
  /** from the URL; a value that is not an id opens no drawer */
  row: string | undefined;
  onClose(): void;
  children(id: number): ReactNode;
}

/** Until React has hydrated the page, the open row is shown where its drawer will be. */
export function RowDrawer({ title, row = "", onClose, children }: RowDrawerProps) {
  const isId = /^\d{1,16}$/.test(row);
  const content = isId && children(Number(row));
  if (!useHydrated()) return content && <OpenRow title={title}>{content}</OpenRow>;
  return (
    <Drawer opened={isId} onClose={onClose} position="right" size="lg" title={title}>
      {content}
    </Drawer>
  );
}

function OpenRow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.row} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <Link to="." search={({ row: _, ...search }: Record<string, string>) => search}>
          Close
        </Link>
      </div>
      {children}
    </section>
  );
}

/** What only an administrator may see of a row: nothing of it is part of what the server renders. */
export function ForAdministrators({ children }: { children: ReactNode }) {
  const isAdministrator = useSession().data?.user?.role === "admin";
  return useHydrated() && isAdministrator && children;
}

// The content of the drawer while its row is loading, is missing, or failed to load.
interface LoadedProps<Data, Row> {
  query: UseQueryResult<Data, Error>;
  rowOf(data: Data): Row | null;
  children(row: Row): ReactNode;
}

export function Loaded<Data, Row>({ query, rowOf, children }: LoadedProps<Data, Row>) {
  if (query.error) return <FormFailure error={query.error} />;
  if (query.data === undefined) return <Skeleton height={420} animate={false} />;
  const row = rowOf(query.data);
  return row === null ? <p>Row not found.</p> : children(row);
}

// The outcome of a trade: a follower's return from the first close after the filing, and the filer's own.
interface PeriodReturns {
  days: number;
  returnPct: string | null;
  alphaPct: string | null;
  tradeDateReturnPct: string | null;
  tradeDateAlphaPct: string | null;
}

interface OutcomeTableProps {
  outcome: {
    status: string;
    reason: string | null;
    entryOn: string | null;
    entryPrice: string | null;
    horizons: PeriodReturns[];
  };
}

export function OutcomeTable({ outcome: { status, reason, entryOn, entryPrice, horizons } }: OutcomeTableProps) {
  if (entryOn === null) return <>{`${status}${reason ? `: ${reason.replaceAll("_", " ")}` : ""}`}</>;
  return (
    <>
      <div>
        entry {entryOn} at ${perShare(entryPrice)}
      </div>
      <DataTable
        label="Returns"
        plain
        rows={horizons}
        keyOf={({ days }) => String(days)}
        columns={[
          { id: "days", head: "Days", number: true, narrow: "first", cell: ({ days }) => days },
          {
            id: "follower",
            head: "Follower (%)",
            number: true,
            narrow: "second",
            cell: ({ returnPct }) => signed(returnPct),
          },
          { id: "alpha", head: "Vs. SPY", number: true, narrow: "second", cell: ({ alphaPct }) => signed(alphaPct) },
          {
            id: "own",
            head: "Filer (%)",
            number: true,
            narrow: "second",
            cell: ({ tradeDateReturnPct }) => signed(tradeDateReturnPct),
          },
          {
            id: "own-alpha",
            head: "Filer vs. SPY",
            number: true,
            narrow: "second",
            cell: ({ tradeDateAlphaPct }) => signed(tradeDateAlphaPct),
          },
        ]}
      />
    </>
  );
}

// The versions of a row: the row that superseded it, and for each earlier version the time and reason of the change and
// the columns that differ from the next version.
interface Version {
  changedAt: string;
  reason: string;
  before: unknown;
}

interface Versioned {
  isAmendment: boolean;
  supersededById: number | null;
  history: Version[];
}

interface VersionsProps<Data> {
  id: number;
  operation: Operation<Data, { id: number }>;
  rowOf(data: Data): Versioned | null | undefined;
  /** the list whose drawer shows the superseding row */
  path: "/trades" | "/congress";
}

export function Versions<Data>({ id, operation, rowOf, path }: VersionsProps<Data>) {
  const read = useRead(operation, { id });
  if (read.error) return <FormFailure error={read.error} />;
  const row = read.data && rowOf(read.data);
  if (!row) return <Skeleton height={18} animate={false} />;
  const { isAmendment, supersededById, history } = row;
  return (
    <>
      {isAmendment && <div>from an amendment</div>}
      {supersededById !== null && (
        <div>
          superseded by{" "}
          <Link to={path} search={{ row: String(supersededById) }}>
            {`row ${supersededById}`}
          </Link>
        </div>
      )}
      <History history={history} />
    </>
  );
}

function History({ history }: { history: Version[] }) {
  if (history.length === 0) return <>as first stored</>;
  return (
    <ul>
      {history.map(({ changedAt, reason, before }) => (
        <li key={changedAt}>
          {instant(changedAt)} UTC: <ForeignText>{reason}</ForeignText>
          <details>
            <summary>Previous values</summary>
            <ul>
              {Object.entries((before ?? {}) as Record<string, unknown>).map(([column, value]) => (
                <li key={column}>
                  <code>
                    <ForeignText>{`${column} = ${typeof value === "string" ? value : JSON.stringify(value)}`}</ForeignText>
                  </code>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
