// Kinds of errors with how often and when last, each a way to its rows.
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { count, relative } from "../../frame/format.ts";
import { DataTable } from "../../frame/table/data-table.tsx";
import { useNow } from "../../frame/use-now.ts";
import type { AccountHomeQuery } from "../../generated/operations.ts";

type Group = AccountHomeQuery["viewer"]["errorGroups"][number];

export function ErrorGroupList({ groups }: { groups: Group[] }) {
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
            <Link to="/account/errors" search={{ status, route, code }}>
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
