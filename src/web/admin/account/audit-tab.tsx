// Audit events about the account and its keys, and events caused by its user.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Pager, pageOf } from "../../frame/pager.tsx";
import { Panel } from "../../frame/panel.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { AccountAudit } from "../../generated/operations.ts";
import { AuditTable } from "../audit/audit-table.tsx";

const pageSize = 25;

export function AuditTab({ id }: { id: string }) {
  const page = pageOf((useSearch({ strict: false }) as { page?: string }).page);
  const navigate = useNavigate();
  const audit = useRead(AccountAudit, { accountId: id, page, pageSize });
  return (
    <>
      <Panel
        title="Audit events"
        query={audit}
        height={300}
        empty={{ when: ({ auditEvents }) => auditEvents.nodes.length === 0, say: "Nothing was done to it yet." }}
      >
        {({ auditEvents }) => <AuditTable events={auditEvents.nodes} />}
      </Panel>
      <Pager
        page={page}
        pageSize={pageSize}
        total={audit.data?.auditEvents.total}
        onPage={(next) =>
          void navigate({
            to: `/admin/accounts/${id}`,
            search: { tab: "audit", page: String(next) },
            resetScroll: false,
          })
        }
      />
    </>
  );
}
