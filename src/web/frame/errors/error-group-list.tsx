// Kinds of errors with their count and latest time, each with a link to its requests.
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../foreign-text.tsx";
import { count, relative } from "../format.ts";
import { DataTable } from "../table/data-table.tsx";
import { useNow } from "../use-now.ts";

export interface ErrorKind {
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
      label="Kinds of errors"
      rows={groups}
      keyOf={({ status, route, code }) => `${status} ${route} ${code}`}
      columns={[
        {
          id: "status",
          head: "status",
          narrow: "first",
          cell: ({ status, route, code }) => (
            <Link to={at} search={{ ...search, status, route, code }}>
              {status} {route}
            </Link>
          ),
        },
        { id: "message", head: "cause", narrow: "second", cell: ({ message }) => <ForeignText>{message}</ForeignText> },
        { id: "requests", head: "requests", number: true, narrow: "second", cell: ({ requests }) => count(requests) },
        { id: "last", head: "last", number: true, narrow: "second", cell: ({ lastAt }) => relative(lastAt, now) },
      ]}
    />
  );
}
