// /admin/audit: the audit log in words, one line per act, newest first, filtered by actor, kind and object.
import { Button, Group, NativeSelect } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { auditKinds } from "../../../domain/audit-kinds.ts";
import { count } from "../../frame/format.ts";
import { SearchField } from "../../frame/forms.tsx";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { Pager, pageOf } from "../../frame/table/data-table.tsx";
import { Audit } from "../../generated/operations.ts";
import { AuditTable } from "./audit-table.tsx";

interface AuditSearch {
  actor?: string;
  kind?: string;
  object?: string;
  page?: string;
}

const pageSize = 25;

export function AuditPage() {
  const { page: pageText, ...search } = useSearch({ strict: false }) as AuditSearch;
  const navigate = useNavigate();
  const show = (next: AuditSearch) => void navigate({ to: "/admin/audit", search: next });
  const page = pageOf(pageText);
  const { actor, kind, object } = search;
  const audit = useRead(Audit, { actor, kind, object, page, pageSize });
  const total = audit.data?.auditEvents.total;
  const isFiltered = Boolean(actor || kind || object);
  return (
    <Page
      waiting={audit.isPending}
      title="Audit"
      summary={total === undefined ? " " : `${count(total)} ${isFiltered ? "match" : "events"}, newest first`}
    >
      <Panel
        title="Audit events"
        query={audit}
        height={120}
        actions={<AuditFilters search={search} onShow={(next) => show({ ...search, ...next })} />}
        empty={{
          when: ({ auditEvents }) => auditEvents.nodes.length === 0,
          say: isFiltered ? (
            <>
              No events match.{" "}
              <Button size="compact-sm" variant="default" onClick={() => show({})}>
                Show all events
              </Button>
            </>
          ) : (
            "No events yet."
          ),
        }}
      >
        {({ auditEvents }) => <AuditTable events={auditEvents.nodes} />}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => show({ ...search, page: String(next) })} />
    </Page>
  );
}

function AuditFilters({ search, onShow }: { search: AuditSearch; onShow(next: AuditSearch): void }) {
  return (
    <Group gap={8}>
      <SearchField
        label="Actor"
        hint="Actor: e-mail address"
        value={search.actor}
        onSearch={(actor) => onShow({ actor })}
      />
      <NativeSelect
        size="xs"
        aria-label="Kind"
        value={search.kind ?? ""}
        data={[
          { value: "", label: "Any kind" },
          ...Object.entries(auditKinds).map(([value, { label }]) => ({ value, label })),
        ]}
        onChange={(event) => onShow({ kind: event.currentTarget.value || undefined })}
      />
      <SearchField
        label="Object"
        hint="Object: e-mail, key, filing, id"
        value={search.object}
        onSearch={(object) => onShow({ object })}
      />
    </Group>
  );
}
