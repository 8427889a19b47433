// Filer names that match no known member, each with a link to their reports in quarantine.
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { count, instant, shortened } from "../../frame/format.ts";
import { Pager } from "../../frame/pager.tsx";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { UnmatchedFilers, type UnmatchedFilersQuery } from "../../generated/operations.ts";
import { type PartProps, pageSize } from "./search.ts";

type Filer = UnmatchedFilersQuery["unmatchedFilers"]["nodes"][number];

export function FilersPart({ page, show }: PartProps) {
  const filers = useRead(UnmatchedFilers, { page, pageSize });
  const total = filers.data?.unmatchedFilers.total;
  return (
    <>
      <Panel
        title={total === undefined ? "Filers" : `Filers: ${count(total)}`}
        query={filers}
        height={300}
        empty={{
          when: ({ unmatchedFilers }) => unmatchedFilers.nodes.length === 0,
          say: "✓ Every report that was read belongs to a member. A filer who is on no roster is listed here.",
        }}
      >
        {({ unmatchedFilers }) => (
          <DataTable
            label="Filers"
            rows={unmatchedFilers.nodes}
            keyOf={({ source, name, reason }) => `${source} ${name} ${reason}`}
            columns={columns}
          />
        )}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => show({ page: String(next) })} />
    </>
  );
}

const columns: Column<Filer>[] = [
  { id: "name", head: "name as filed", narrow: "first", cell: ({ name }) => <ForeignText>{name || "–"}</ForeignText> },
  { id: "source", head: "source", narrow: "second", cell: ({ source }) => source },
  {
    id: "reports",
    head: "reports",
    number: true,
    narrow: "second",
    cell: ({ source, reason, reports }) => (
      <Link to="/admin/quarantine" search={{ source, reason, status: "open" }}>
        {count(reports)}
      </Link>
    ),
  },
  {
    id: "newest",
    head: "newest document",
    narrow: "second",
    cell: ({ document }) =>
      document ? (
        <Link to="/admin/filings" search={{ ref: document }}>
          <ForeignText>{document}</ForeignText>
        </Link>
      ) : (
        "–"
      ),
  },
  {
    id: "why",
    head: "why",
    cell: ({ message }) => <ForeignText>{shortened(message, 90)}</ForeignText>,
  },
  { id: "seen", head: "last seen (UTC)", number: true, cell: ({ lastSeenAt }) => instant(lastSeenAt) },
];
