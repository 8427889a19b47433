// /admin/audit: the audit log, newest events first.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { count } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { Pager, pageOf } from "../../frame/table/data-table.tsx";
import { Audit } from "../../generated/operations.ts";
import { AuditTable } from "./audit-table.tsx";

const pageSize = 25;

export function AuditPage() {
  const search = useSearch({ strict: false }) as { page?: string };
  const navigate = useNavigate();
  const page = pageOf(search.page);
  const audit = useRead(Audit, { page, pageSize });
  const total = audit.data?.auditEvents.total;
  return (
    <Page
      waiting={audit.isPending}
      title="Audit"
      summary={total === undefined ? " " : `${count(total)} events, newest first`}
    >
      <Panel
        title="Audit events"
        query={audit}
        height={480}
        empty={{ when: ({ auditEvents }) => auditEvents.nodes.length === 0, say: "Nothing has been changed yet." }}
      >
        {({ auditEvents }) => <AuditTable events={auditEvents.nodes} />}
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
