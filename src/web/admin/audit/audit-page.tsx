// /admin/audit: who changed what?
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { count, instant } from "../../frame/format.ts";
import { Page } from "../../frame/page.tsx";
import { Pager, pageOf } from "../../frame/pager.tsx";
import { Panel } from "../../frame/panel.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Audit } from "../../generated/operations.ts";

const pageSize = 25;

export function AuditPage() {
  const search = useSearch({ strict: false }) as { page?: string };
  const navigate = useNavigate();
  const page = pageOf(search.page);
  const audit = useRead(Audit, { page, pageSize });
  const total = audit.data?.auditLog.total;
  return (
    <Page title="Audit" summary={total === undefined ? " " : `${count(total)} acts, newest first`}>
      <Panel
        title="Acts"
        query={audit}
        height={480}
        empty={{ when: ({ auditLog }) => auditLog.nodes.length === 0, say: "Nobody has changed anything yet." }}
      >
        {({ auditLog }) => (
          <DataTable
            label="Acts"
            rows={auditLog.nodes}
            keyOf={({ id }) => String(id)}
            columns={[
              {
                id: "at",
                head: "time (UTC)",
                narrow: "first",
                cell: ({ at }) => <time dateTime={at}>{instant(at)}</time>,
              },
              { id: "actor", head: "actor", narrow: "second", cell: ({ actor }) => <ForeignText>{actor}</ForeignText> },
              { id: "action", head: "act", narrow: "second", cell: ({ action }) => action },
              {
                id: "object",
                head: "object",
                narrow: "second",
                cell: ({ objectType, objectId }) => <ForeignText>{`${objectType} ${objectId}`}</ForeignText>,
              },
              { id: "before", head: "before", cell: ({ before }) => <Kept value={before} /> },
              { id: "after", head: "after", cell: ({ after }) => <Kept value={after} /> },
            ]}
          />
        )}
      </Panel>
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        onPage={(next) => void navigate({ to: "/admin/audit", search: { page: String(next) } })}
      />
    </Page>
  );
}

function Kept({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <>–</>;
  const text = JSON.stringify(value);
  return (
    <code>
      <ForeignText>{text.length > 80 ? `${text.slice(0, 80)}…` : text}</ForeignText>
    </code>
  );
}
